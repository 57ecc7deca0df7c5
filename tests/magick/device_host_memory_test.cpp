// Host memory of a device: where large images and files lie.
#include <algorithm>
#include <string>

#include "accel/pixels/host_memory.hpp"
#include "magick/blob.h"
#include "tests/magick/device_images.hpp"
#include "tests/support/temporary_folder.hpp"

namespace lodestone::test {
namespace {

TEST_F(DeviceImages, LargePixelsLieInMemoryThatTheDeviceReadsFast) {
  Plug();
  RandomImage(1024, 1024, Kind::kOpaque, 5);
  EXPECT_EQ(0, Machine().host_blocks) << "nothing has been done there yet";
  Halved(Source().get());
  const ImagePtr large = RandomImage(1024, 1024, Kind::kOpaque, 5);
  EXPECT_EQ(1, Machine().host_blocks);
  Exception exception;
  const PixelPacket* pixels = AcquireImagePixels(large.get(), 0, 0, 1024, 1024, exception);
  const auto device = accel::Registry::Get().Devices().at(0);
  EXPECT_TRUE(accel::IsHostMemoryOf(*device, pixels));
  EXPECT_TRUE(accel::IsHostMemoryOf(*device, pixels + 1024 * 1024 - 1));
  EXPECT_FALSE(accel::IsHostMemoryOf(*device, &exception));
  const ModeScope off(MagickAccelerateOff);
  const ImagePtr other = RandomImage(1024, 1100, Kind::kOpaque, 5);
  EXPECT_EQ(1, Machine().host_blocks) << "no device is likely to be used";
}

TEST_F(DeviceImages, OneDeviceMayPinMemoryForAll) {
  for (const bool all : {false, true}) {
    MagickTrimMemory();
    MagickAccelerateShutdown();
    Machine().Reset();
    Machine().devices = 2;
    Machine().pins_for_all = all;
    Plug();
    Halved(Source().get());
    const ImagePtr large = RandomImage(1024, 1024, Kind::kOpaque, 5);
    Exception exception;
    const PixelPacket* pixels = AcquireImagePixels(large.get(), 0, 0, 1024, 1024, exception);
    int reading = 0;
    for (const auto& device : accel::Registry::Get().Devices())
      reading += accel::IsHostMemoryOf(*device, pixels);
    EXPECT_EQ(all ? 2 : 1, reading);
  }
}

TEST_F(DeviceImages, WhatAnotherDevicePinnedGivesWay) {
  Machine().devices = 2;
  Plug();
  Exception exception;
  for (const unsigned number : {0, 1}) {
    MagickAccelerateSelectDevice(number == 0 ? "Machine:GPU:0" : "Machine:GPU:1");
    Halved(Source().get());
    const ImagePtr large = RandomImage(1024, 1024, Kind::kOpaque, 5);
    const PixelPacket* pixels = AcquireImagePixels(large.get(), 0, 0, 1024, 1024, exception);
    EXPECT_TRUE(accel::IsHostMemoryOf(*accel::Registry::Get().Devices().at(number), pixels));
  }
}

// Getting such memory takes longer than most operations.
TEST_F(DeviceImages, LargePixelsLieWhereThoseOfEarlierImagesDid) {
  Plug();
  Halved(Source().get());
  const auto place = [] {
    const ImagePtr image = RandomImage(1024, 1024, Kind::kOpaque, 5);
    Exception exception;
    return AcquireImagePixels(image.get(), 0, 0, 1024, 1024, exception);
  };
  const PixelPacket* const first = place();
  EXPECT_EQ(first, place());
  EXPECT_TRUE(accel::IsHostMemoryOf(*accel::Registry::Get().Devices().at(0), first));
}

TEST_F(DeviceImages, LargeFilesAreReadToMemoryThatTheDeviceReadsFast) {
  Plug();
  Halved(Source().get());
  const TemporaryFolder folder;
  WriteAll(folder / "large", std::string(3 << 20, 'x'));
  const ImageInfoPtr info = NewInfo(folder / "large");
  const ImagePtr image(AllocateImage(info.get()));
  Exception exception;
  ASSERT_NE(MagickFail, OpenBlob(info.get(), image.get(), ReadBinaryBlobMode, exception));
  const unsigned char* const bytes = GetBlobStreamData(image.get());
  ASSERT_NE(nullptr, bytes);
  EXPECT_TRUE(accel::IsHostMemoryOf(*accel::Registry::Get().Devices().at(0), bytes + 1000));
  EXPECT_EQ(3 << 20, std::count(bytes, bytes + (3 << 20), 'x'));
  CloseBlob(image.get());
}

}  // namespace
}  // namespace lodestone::test
