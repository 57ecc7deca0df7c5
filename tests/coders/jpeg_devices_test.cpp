// JPEG files that a device decodes and encodes: what their monitors see.
#include <algorithm>
#include <vector>

#include "accel/modules/registry.hpp"
#include "accel/profile/learning.hpp"
#include "tests/coders/test_support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/fake_device.hpp"

namespace lodestone::coders::test {
namespace {

using lodestone::test::FakeMachinePlugin;
using lodestone::test::Machine;

std::vector<magick_int64_t> steps;
unsigned int Record(const char*, const magick_int64_t step, const magick_uint64_t, ExceptionInfo*) {
  steps.push_back(step);
  return MagickPass;
}
unsigned int Refuse(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

class JpegDevices : public testing::Test {
 protected:
  static constexpr unsigned long kRows = 77;

  void SetUp() override {
    MagickAccelerateShutdown();
    accel::SetLearning(false);
    Machine().Reset();
    MagickAccelerateSelectDevice("machine");
    accel::Registry::Get().Add(FakeMachinePlugin());
    MagickAccelerateWarmUp();
    Machine().ran[0] = 0;
    steps.clear();
  }
  void TearDown() override {
    SetMonitorHandler(before_);
    MagickAccelerateSelectDevice(nullptr);
    MagickAccelerateShutdown();
    accel::SetLearning(true);
  }

  static ImageHandle Read(Exception& exception) {
    const Info info;
    return ImageHandle(BlobToImage(info.get(), File().data(), File().size(), exception.get()));
  }
  // Of an image that is not on the device.
  static Bytes Written(Exception& exception) {
    return Write("JPEG", MakeTestImage({99, kRows}), Info(), exception);
  }
  static const Bytes& File() {
    static const Bytes file = [] {
      const lodestone::test::ModeScope mode(MagickAccelerateOff);
      Exception exception;
      return Written(exception);
    }();
    return file;
  }

  static void ExpectAllRows() {
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps.front(), 0);
    EXPECT_EQ(steps.back(), kRows - 1);
    EXPECT_TRUE(std::ranges::is_sorted(steps));
  }

  const Bytes& file_ = File();
  const MonitorHandler before_ = SetMonitorHandler(nullptr);
  const lodestone::test::ModeScope mode_{MagickAccelerateRequire};
};

TEST_F(JpegDevices, MonitorsSeeRowsFromTheFirstOneOn) {
  Exception exception;
  SetMonitorHandler(Record);
  ASSERT_TRUE(Read(exception)) << exception.Text();
  ExpectAllRows();
  steps.clear();
  EXPECT_FALSE(Written(exception).empty()) << exception.Text();
  ExpectAllRows();
  EXPECT_EQ(Machine().ran[0], 2);
}

TEST_F(JpegDevices, MonitorsStopThemBeforeTheyBegin) {
  SetMonitorHandler(Refuse);
  Exception reading, writing;
  EXPECT_FALSE(Read(reading));
  EXPECT_EQ(reading.severity(), MonitorError) << reading.Text();
  EXPECT_TRUE(Written(writing).empty());
  EXPECT_EQ(writing.severity(), MonitorError) << writing.Text();
  EXPECT_EQ(Machine().ran[0], 0);
}

// Then no monitor has said why.
TEST_F(JpegDevices, TheProgramEndsMeanwhile) {
  Machine().exits = true;
  Exception reading, writing;
  EXPECT_FALSE(Read(reading));
  EXPECT_EQ(reading.severity(), MonitorError) << reading.Text();
  EXPECT_TRUE(Written(writing).empty());
  EXPECT_EQ(writing.severity(), MonitorError) << writing.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
