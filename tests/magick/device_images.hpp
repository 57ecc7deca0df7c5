// Images on a device whose memory and answers a test decides.
#pragma once

#include "accel/modules/registry.hpp"
#include "accel/profile/learning.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/fake_device.hpp"

namespace lodestone::test {

inline constexpr unsigned long kColumns = 64, kRows = 48;
inline constexpr std::uint64_t kBytes = kColumns * kRows * sizeof(PixelPacket);

class DeviceImages : public ::testing::Test {
 protected:
  void SetUp() override {
    MagickAccelerateShutdown();
    accel::SetLearning(false);  // the estimates alone decide
    Machine().Reset();
    MagickAccelerateSelectDevice("machine");
  }
  void TearDown() override {
    MagickTrimMemory();
    EXPECT_EQ(0, Machine().buffers) << "device memory is leaked";
    EXPECT_EQ(0, Machine().host_blocks) << "host memory of the device is leaked";
    MagickAccelerateSelectDevice(nullptr);
    MagickAccelerateShutdown();
    accel::SetLearning(true);
  }

  // Call this once the machine is set up for the test.
  void Plug() {
    accel::Registry::Get().Add(FakeMachinePlugin());
    MagickAccelerateForgetDevice("machine");  // what other tests measured
    MagickAccelerateWarmUp();
    for (auto& count : Machine().ran) count = 0;
    Machine().reads = 0;
    Machine().bytes_up = 0;
  }

  static ImagePtr Source(unsigned seed = 1) {
    return RandomImage(kColumns, kRows, Kind::kOpaque, seed);
  }
  static ImagePtr Scaled(const Image* image, unsigned long columns, unsigned long rows,
                         MagickAccelerateMode mode = MagickAccelerateRequire) {
    const ModeScope scope(mode);
    Exception exception;
    ImagePtr result(ScaleImage(image, columns, rows, exception));
    EXPECT_NE(nullptr, result) << exception.text();
    return result;
  }
  static ImagePtr Halved(const Image* image, MagickAccelerateMode mode = MagickAccelerateRequire) {
    return Scaled(image, image->columns / 2, image->rows / 2, mode);
  }
  static void ExpectPixels(const Image* expected, const Image* actual) {
    ExpectSameImage(expected, actual, "device");
  }
};

}  // namespace lodestone::test
