// Images whose pixels are on devices: transfers, sharing, eviction, and that nothing is ever lost.
#include <sys/wait.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "magick/core/pixels/pixel_cache.hpp"
#include "tests/magick/device_images.hpp"

namespace lodestone::test {
namespace {

TEST_F(DeviceImages, AChainGoesUpOnceAndComesDownOnce) {
  Plug();
  const ImagePtr source = Source();
  EventRecorder recorder;
  const ImagePtr half = Halved(source.get());
  const ImagePtr quarter = Halved(half.get());
  const ImagePtr eighth = Halved(quarter.get());
  ASSERT_EQ(3u, recorder.events().size());
  EXPECT_EQ(kBytes, recorder.events()[0].raw.bytes_up);
  EXPECT_EQ(0u, recorder.events()[0].raw.resident);
  for (int i : {1, 2}) {
    EXPECT_EQ(0u, recorder.events()[i].raw.bytes_up);
    EXPECT_EQ(1u, recorder.events()[i].raw.resident);
  }
  EXPECT_EQ(kBytes, Machine().bytes_up);
  EXPECT_EQ(0, Machine().reads);

  const ImagePtr expected =
      Halved(Halved(Halved(source.get(), MagickAccelerateOff).get(), MagickAccelerateOff).get(),
             MagickAccelerateOff);
  recorder.clear();
  ExpectPixels(expected.get(), eighth.get());
  EXPECT_EQ(1, Machine().reads) << "the images between were never looked at";
  ASSERT_EQ(1u, recorder.events().size());
  EXPECT_EQ("download", recorder.events()[0].operation);
  EXPECT_EQ("Machine:GPU:0", recorder.events()[0].device);
  EXPECT_EQ(kBytes / 64, recorder.events()[0].raw.bytes_down);
  ExpectPixels(expected.get(), eighth.get());
  EXPECT_EQ(1, Machine().reads) << "and the host's copy stays valid";
}

// Cropping, turning, and what else moves pixels.
TEST_F(DeviceImages, GeometryStaysOnTheDevice) {
  Plug();
  const auto moved = [](const Image* source, MagickAccelerateMode mode) {
    const ModeScope scope(mode);
    Exception exception;
    const RectangleInfo part{source->columns - 20, source->rows - 10, 7, 3}, edges{3, 2, 0, 0};
    ImagePtr image(CropImage(source, &part, exception));
    image.reset(RotateImage(image.get(), 90.0, exception));
    image.reset(FlopImage(image.get(), exception));
    image.reset(ChopImage(image.get(), &edges, exception));
    image.reset(RollImage(image.get(), 9, -4, exception));
    image.reset(BorderImage(image.get(), &edges, exception));
    EXPECT_NE(nullptr, image) << exception.text();
    return image;
  };
  const ImagePtr source = Source();
  EventRecorder recorder;
  const ImagePtr image = moved(source.get(), MagickAccelerateRequire);
  ASSERT_EQ(6u, recorder.events().size());
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(i == 1 ? "transpose" : "rearrange", recorder.events()[i].operation);
    EXPECT_EQ(i == 0 ? kBytes : 0, recorder.events()[i].raw.bytes_up);
  }
  EXPECT_EQ(0, Machine().reads);
  ExpectPixels(moved(source.get(), MagickAccelerateOff).get(), image.get());
}

// Images that are changed in place have other pixels then, which stay where they were made.
TEST_F(DeviceImages, ChangesInPlaceStayOnTheDevice) {
  Plug();
  const ImagePtr source = Source();
  EventRecorder recorder;
  const ImagePtr half = Halved(source.get());
  {
    const ModeScope scope(MagickAccelerateRequire);
    ASSERT_EQ(MagickPass, NegateImage(half.get(), MagickFalse));
  }
  const ImagePtr quarter = Halved(half.get());
  ASSERT_EQ(3u, recorder.events().size());
  for (int i : {1, 2}) {
    EXPECT_EQ(0u, recorder.events()[i].raw.bytes_up);
    EXPECT_EQ(1u, recorder.events()[i].raw.resident);
  }
  EXPECT_EQ(0, Machine().reads);
  const ModeScope scope(MagickAccelerateOff);
  const ImagePtr expected_half = Halved(source.get(), MagickAccelerateOff);
  ASSERT_EQ(MagickPass, NegateImage(expected_half.get(), MagickFalse));
  ExpectPixels(Halved(expected_half.get(), MagickAccelerateOff).get(), quarter.get());
  ExpectPixels(expected_half.get(), half.get());
}

// The image that is put on another one stays on the device like any other.
TEST_F(DeviceImages, BothImagesOfACompositionStayOnTheDevice) {
  Plug();
  const ImagePtr canvas = Source(1), update = Source(2), expected = Source(1);
  EventRecorder recorder;
  for (int i : {0, 1}) {
    const ModeScope scope(MagickAccelerateRequire);
    ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), PlusCompositeOp, update.get(), 7 * i, 3));
  }
  ASSERT_EQ(2u, recorder.events().size());
  EXPECT_EQ(2 * kBytes, recorder.events()[0].raw.bytes_up);
  EXPECT_EQ(0u, recorder.events()[1].raw.bytes_up);
  EXPECT_EQ(1u, recorder.events()[1].raw.resident);
  EXPECT_EQ(0, Machine().reads);
  const ModeScope scope(MagickAccelerateOff);
  for (int i : {0, 1})
    ASSERT_EQ(MagickPass, CompositeImage(expected.get(), PlusCompositeOp, update.get(), 7 * i, 3));
  ExpectPixels(expected.get(), canvas.get());
}

// The CPU does it once, in place, on pixels that the device has not touched.
TEST_F(DeviceImages, AChangeInPlaceThatADeviceFailsIsDoneOnce) {
  Plug();
  Machine().good_runs = 0;
  const auto large = [](unsigned seed) { return RandomImage(512, 384, Kind::kOpaque, seed); };
  const ImagePtr canvas = large(1), update = large(2), expected = large(1);
  EventRecorder recorder;
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), PlusCompositeOp, update.get(), 0, 0));
  ASSERT_EQ(1u, recorder.events().size());
  EXPECT_EQ("Machine:GPU:0", recorder.events()[0].declined_by);
  EXPECT_EQ("", recorder.events()[0].device);
  const ModeScope scope(MagickAccelerateOff);
  ASSERT_EQ(MagickPass, CompositeImage(expected.get(), PlusCompositeOp, update.get(), 0, 0));
  ExpectPixels(expected.get(), canvas.get());
}

TEST_F(DeviceImages, TheSameSourceGoesUpOnceForSeveralResults) {
  Plug();
  const ImagePtr source = Source();
  for (const unsigned long columns : {7, 30, 100}) {
    const ImagePtr result = Scaled(source.get(), columns, 5);
    ExpectPixels(Scaled(source.get(), columns, 5, MagickAccelerateOff).get(), result.get());
  }
  EXPECT_EQ(kBytes, Machine().bytes_up);
}

TEST_F(DeviceImages, ClonesShareTheDeviceCopyUntilOneIsWritten) {
  Plug();
  Exception exception;
  const ImagePtr half = Halved(Source().get());
  const ImagePtr clone(CloneImage(half.get(), 0, 0, MagickTrue, exception));
  Halved(clone.get());
  EXPECT_EQ(kBytes, Machine().bytes_up) << "the clone was there already";
  PixelPacket* pixels = GetImagePixelsEx(clone.get(), 3, 2, 1, 1, exception);
  ASSERT_NE(nullptr, pixels) << exception.text();
  const PixelPacket before = *pixels;
  pixels->red = static_cast<Quantum>(~before.red);
  ASSERT_EQ(MagickPass, SyncImagePixelsEx(clone.get(), exception));
  EXPECT_EQ(before.red, RedAt(half.get(), 3, 2));
  EXPECT_EQ(static_cast<Quantum>(~before.red), RedAt(clone.get(), 3, 2));
  ExpectPixels(Halved(clone.get(), MagickAccelerateOff).get(), Halved(clone.get()).get());
  ExpectPixels(Halved(half.get(), MagickAccelerateOff).get(), Halved(half.get()).get());
}

// Each way of changing pixels invalidates the device's copy.
TEST_F(DeviceImages, WritesReachTheDevice) {
  Plug();
  const std::vector<std::function<void(Image*, ExceptionInfo*)>> writes = {
      [](Image* image, ExceptionInfo* exception) {
        GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception)[5].green ^= 0x55;
      },
      [](Image* image, ExceptionInfo* exception) {  // a piece, through a copy
        GetImagePixelsEx(image, 3, 3, 4, 4, exception)[5].green ^= 0x55;
        SyncImagePixelsEx(image, exception);
      },
      [](Image* image, ExceptionInfo* exception) {  // written after another read
        PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, image->columns, 2, exception);
        ViewInfo* view = OpenCacheView(image);
        PixelPacket* row = GetCacheViewPixels(view, 0, 0, image->columns, 1, exception);
        (void)pixels;
        Halved(image);
        row[1].blue ^= 0x33;
        SyncCacheViewPixels(view, exception);
        CloseCacheView(view);
      },
      [](Image* image, ExceptionInfo*) { SetImageOpacity(image, MaxRGB / 3); },
      [](Image* image, ExceptionInfo* exception) {
        image->background_color.red = 77;
        SetImageEx(image, OpaqueOpacity, exception);
      }};
  for (const auto& write : writes) {
    const ImagePtr image = Halved(Source().get());
    Exception exception;
    Halved(image.get());
    write(image.get(), exception);
    ExpectPixels(Halved(image.get(), MagickAccelerateOff).get(), Halved(image.get()).get());
  }
}

void LookAt(const MagickAccelerateEvent* event, void* context) {
  if (std::strcmp(event->operation, "download") != 0) return;
  auto& image = *static_cast<Image**>(context);
  EXPECT_TRUE(image->cache->Hold());
  image = nullptr;  // destroyed by the callee
}

// No lock of the image is held while a handler receives the event of a fetch.
TEST_F(DeviceImages, WhoeverHearsOfAFetchMayLookAtTheImage) {
  Plug();
  const ImagePtr half = Halved(Source().get());
  Image* image = half.get();
  MagickAccelerateSetEventHandler(LookAt, &image);
  Exception exception;
  EXPECT_NE(nullptr, GetImagePixelsEx(half.get(), 0, 0, 1, 1, exception));
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  EXPECT_EQ(nullptr, image) << "nothing was fetched";
}

TEST_F(DeviceImages, AFullDeviceGivesUpWhatWasUsedLeastRecently) {
  // Three images and their halves fit.
  Machine().memory_bytes = 3 * (kBytes + kBytes / 4);
  Plug();
  std::vector<ImagePtr> sources, halves;
  for (unsigned i = 0; i < 8; ++i) {
    sources.push_back(Source(i));
    halves.push_back(Halved(sources.back().get()));
    EXPECT_LE(Machine().used[0], Machine().memory_bytes);
  }
  EXPECT_EQ(8 * kBytes, Machine().bytes_up);
  EXPECT_GT(Machine().reads, 0) << "results that had to go were brought to the host";
  Machine().bytes_up = 0;
  Halved(halves.back().get());
  EXPECT_EQ(0u, Machine().bytes_up) << "the latest is still there";
  for (unsigned i = 0; i < 8; ++i)
    ExpectPixels(Halved(sources[i].get(), MagickAccelerateOff).get(), halves[i].get());
}

TEST_F(DeviceImages, AnImageThatNeverFitsIsWorkedOnWithoutACopyThere) {
  Machine().memory_bytes = kBytes / 2;
  Plug();
  const ImagePtr source = Source();
  const ImagePtr half = Halved(source.get());
  ExpectPixels(Halved(source.get(), MagickAccelerateOff).get(), half.get());
}

TEST_F(DeviceImages, ImagesMakeRoomForWhatARunTakesBesideThem) {
  // One image and its half fit, with nothing to spare.
  Machine().memory_bytes = kBytes + kBytes / 4;
  Machine().run_bytes = 100;
  Plug();
  const ImagePtr source = Source(), other = Source(2);
  const ImagePtr half = Halved(source.get());
  EXPECT_EQ(0u, Machine().used[0]) << "not even those of the call are kept";
  ExpectPixels(Halved(source.get(), MagickAccelerateOff).get(), half.get());
  const ImagePtr quarter = Halved(half.get());
  EXPECT_LT(0u, Machine().used[0]) << "the small ones are";
  ExpectPixels(Halved(Halved(other.get()).get(), MagickAccelerateOff).get(),
               Halved(Halved(other.get()).get()).get());
  ExpectPixels(Halved(half.get(), MagickAccelerateOff).get(), quarter.get());
}

TEST_F(DeviceImages, AFailedReadIsTriedAgain) {
  Plug();
  const ImagePtr source = Source();
  const ImagePtr half = Halved(source.get());
  Machine().failing_reads = 1;
  ExpectPixels(Halved(source.get(), MagickAccelerateOff).get(), half.get());
}

TEST_F(DeviceImages, PixelsThatCannotBeReadAreAnErrorThatNamesTheReason) {
  Plug();
  const ImagePtr half = Halved(Source().get());
  Machine().failing_reads = 1000;
  Exception exception;
  EXPECT_EQ(nullptr, AcquireImagePixels(half.get(), 0, 0, 1, 1, exception));
  EXPECT_EQ(CacheError, exception.severity());
  EXPECT_NE(std::string::npos, exception.text().find("unplugged")) << exception.text();
  Machine().failing_reads = 0;
  Exception none;
  EXPECT_NE(nullptr, AcquireImagePixels(half.get(), 0, 0, 1, 1, none)) << "they are not lost";
}

TEST_F(DeviceImages, ShuttingDownBringsEverythingToTheHost) {
  Plug();
  const ImagePtr source = Source();
  const ImagePtr half = Halved(source.get());
  MagickAccelerateShutdown();
  EXPECT_EQ(0, Machine().buffers);
  EXPECT_EQ(1, Machine().closed);
  ExpectPixels(Halved(source.get(), MagickAccelerateOff).get(), half.get());
}

TEST_F(DeviceImages, AForkedChildHasThePixels) {
  Plug();
  const ImagePtr source = Source();
  const ImagePtr expected = Halved(source.get(), MagickAccelerateOff);
  const ImagePtr half = Halved(source.get());
  const pid_t child = fork();
  if (child == 0) {
    Exception exception;
    const PixelPacket* ours =
        AcquireImagePixels(half.get(), 0, 0, half->columns, half->rows, exception);
    const PixelPacket* theirs =
        AcquireImagePixels(expected.get(), 0, 0, half->columns, half->rows, exception);
    const bool same = ours && theirs && std::memcmp(ours, theirs, kBytes / 4) == 0;
    ImagePtr again(ScaleImage(half.get(), 3, 3, exception));  // on the CPU
    _exit(same && again ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
}

TEST_F(DeviceImages, ColourmapsAndIndexesComeAlong) {
  Plug();
  const ImagePtr source = RandomImage(kColumns, kRows, Kind::kPalette, 3);
  Exception exception;
  const auto sample = [&](MagickAccelerateMode mode) {
    const ModeScope scope(mode);
    return ImagePtr(SampleImage(source.get(), 31, 17, exception));
  };
  const ImagePtr device = sample(MagickAccelerateRequire);
  ASSERT_NE(nullptr, device) << exception.text();
  ExpectPixels(sample(MagickAccelerateOff).get(), device.get());
}

TEST_F(DeviceImages, ThreadsSpreadOverTheDevicesOfAClass) {
  Machine().devices = 3;
  Plug();
  Machine().under_way = 0;
  Machine().runs_together = 3;  // no run ends before every device has one
  std::vector<ImagePtr> sources(3);
  for (auto& source : sources) source = Source();
  std::vector<std::thread> threads;
  for (const auto& source : sources) threads.emplace_back([&] { Halved(source.get()); });
  for (std::thread& thread : threads) thread.join();
  for (int device : {0, 1, 2}) EXPECT_EQ(1, Machine().ran[device]) << device;
}

// A fetch waits for what is queued there, too.
TEST_F(DeviceImages, WhatIsOnABusyDeviceStaysThere) {
  Plug();
  const ImagePtr source = RandomImage(1024, 768, Kind::kOpaque, 1);
  const ImagePtr half = Halved(source.get());
  const ImagePtr other = RandomImage(512, 384, Kind::kOpaque, 2);
  const auto device = accel::Registry::Get().Devices().at(0);
  const accel::Accelerator::Queued busy(*device, std::uint64_t{1} << 40);
  EventRecorder recorder;
  Halved(half.get(), MagickAccelerateAuto);
  Halved(other.get(), MagickAccelerateAuto);
  ASSERT_EQ(2u, recorder.events().size());
  EXPECT_EQ("Machine:GPU:0", recorder.events()[0].device);
  EXPECT_EQ("", recorder.events()[1].device) << "nothing keeps it from the CPU";
  std::uint64_t least_wait = 0;
  MagickAccelerateSetThreadExplain(
      [](const MagickAccelerateEvent*, const MagickAccelerateCandidate* candidates,
         std::size_t count, void* context) {
        auto& least = *static_cast<std::uint64_t*>(context);
        least = candidates[0].queued_ns;
        for (std::size_t i = 1; i < count; ++i) least = std::min(least, candidates[i].queued_ns);
      },
      &least_wait);
  Halved(half.get(), MagickAccelerateAuto);
  MagickAccelerateSetThreadExplain(nullptr, nullptr);
  EXPECT_GE(least_wait, std::uint64_t{1} << 40) << "so says the explanation";
}

TEST_F(DeviceImages, ManyThreadsShareOneSourceWhileTheDeviceIsFull) {
  Machine().devices = 2;
  Machine().memory_bytes = 2 * kBytes;
  Plug();
  const ImagePtr source = Source();
  const ImagePtr expected = Halved(source.get(), MagickAccelerateOff);
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const ImagePtr half = Halved(source.get());
        ExpectPixels(expected.get(), half.get());
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace lodestone::test
