// Several sizes in one call: each has the pixels of its own ResizeImage, wherever they are
// computed.
#include <limits>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "tests/magick/device_images.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

using Specs = std::vector<ResizeSpec>;

ImagePtr ResizedAlone(const Image* image, const ResizeSpec& spec) {
  const ModeScope off(MagickAccelerateOff);
  Exception exception;
  ImagePtr result(ResizeImage(image, spec.columns, spec.rows, spec.filter, spec.blur, exception));
  EXPECT_NE(nullptr, result) << exception.text();
  return result;
}

ImagePtr ResizedTogether(const Image* image, const Specs& specs) {
  Exception exception;
  ImagePtr results(ResizeImages(image, specs.data(), specs.size(), exception));
  EXPECT_NE(nullptr, results) << exception.text();
  return results;
}

void ExpectEach(const Image* image, const Specs& specs, const Image* results,
                const std::string& what) {
  for (const ResizeSpec& spec : specs) {
    ASSERT_NE(nullptr, results) << what;
    const std::string size = std::to_string(spec.columns) + "x" + std::to_string(spec.rows);
    const ImagePtr alone = ResizedAlone(image, spec);
    ASSERT_NO_FATAL_FAILURE(ExpectSameImage(alone.get(), results, what + " to " + size));
    EXPECT_EQ(alone->matte, results->matte);
    EXPECT_EQ(alone->is_grayscale, results->is_grayscale);
    results = GetNextImageInList(results);
  }
  EXPECT_EQ(nullptr, results) << what;
}

// Smaller and larger ones, the same size, palettes that survive, and the widest windows.
Specs SpecsFor(const Image* image, unsigned long to) {
  return {{to, to / 2 + 1, LanczosFilter, 1.0},
          {image->columns, image->rows, UndefinedFilter, 1.0},
          {2 * to, to, UndefinedFilter, 1.0},
          {to, image->rows, PointFilter, 1.0},
          {1, 1, SincFilter, 1.5},
          {image->columns, image->rows, GaussianFilter, 0.7}};
}

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

class ResizedImages : public testing::Test {
 protected:
  void TearDown() override { accel::SetThreadLimit(0); }
  const ModeScope off_{MagickAccelerateOff};
};

TEST_F(ResizedImages, AreThoseOfSeparateCalls) {
  for (const unsigned threads : {1u, 5u}) {
    accel::SetThreadLimit(threads);
    unsigned number = 0;
    for (const Kind kind : kAllKinds)
      for (const unsigned long columns : kSizes) {
        ++number;
        const ImagePtr image = RandomImage(columns, kSizes[number % 8], kind, number);
        const Specs specs = SpecsFor(image.get(), kSizes[(3 * number + 1) % 8]);
        const ImagePtr results = ResizedTogether(image.get(), specs);
        ASSERT_NO_FATAL_FAILURE(ExpectEach(image.get(), specs, results.get(), KindName(kind)));
      }
  }
}

TEST_F(ResizedImages, LargerOnesToo) {
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte}) {
    const ImagePtr image = RandomImage(1031, 773, kind, 3);
    const Specs specs{{700, 500, LanczosFilter, 1.0}, {97, 71, LanczosFilter, 1.0},
                      {400, 773, CubicFilter, 1.0},   {1031, 20, LanczosFilter, 1.0},
                      {1200, 900, CatromFilter, 1.0}, {9, 5, MitchellFilter, 1.0}};
    const ImagePtr results = ResizedTogether(image.get(), specs);
    ASSERT_NO_FATAL_FAILURE(ExpectEach(image.get(), specs, results.get(), KindName(kind)));
  }
}

TEST_F(ResizedImages, GreyOnesStayGrey) {
  for (const ClassType storage_class : {DirectClass, PseudoClass}) {
    const ImagePtr image = RandomGrey(257, 130, 4, storage_class);
    const Specs specs{
        {100, 60, LanczosFilter, 1.0}, {100, 60, PointFilter, 1.0}, {300, 17, MitchellFilter, 1.0}};
    const ImagePtr results = ResizedTogether(image.get(), specs);
    ASSERT_NO_FATAL_FAILURE(ExpectEach(image.get(), specs, results.get(), "grey"));
  }
}

TEST_F(ResizedImages, EachHasAnEventWithItsPartOfTheTime) {
  const ImagePtr image = RandomImage(600, 500, Kind::kMatte, 5);
  const Specs specs{
      {300, 200, LanczosFilter, 1.0}, {600, 500, LanczosFilter, 1.0}, {60, 50, LanczosFilter, 1.0}};
  EventRecorder recorder;
  const ImagePtr results = ResizedTogether(image.get(), specs);
  ASSERT_EQ(2u, recorder.events().size()) << "a copy is no operation";
  for (const std::size_t i : {0, 1}) {
    const auto& event = recorder.events()[i];
    EXPECT_EQ("resize", event.operation);
    EXPECT_EQ("cpu", event.accelerator);
    EXPECT_EQ(MagickAccelerateDone, event.outcome);
    EXPECT_EQ(MagickAccelerateDisabled, event.reason);
    EXPECT_EQ(600u, event.raw.source_columns);
    EXPECT_EQ(specs[2 * i].columns, event.raw.columns);
    EXPECT_EQ(specs[2 * i].rows, event.raw.rows);
    EXPECT_GT(event.raw.actual_ns, 0u);
  }
}

TEST_F(ResizedImages, AllOrNone) {
  const ImagePtr image = RandomImage(50, 40, Kind::kOpaque, 6);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  EventRecorder recorder;
  for (const ResizeSpec& bad : {ResizeSpec{0, 4, LanczosFilter, 1.0},
                                {4, 4, LanczosFilter, kNone},
                                {4, 4, static_cast<FilterTypes>(77), 1.0},
                                {4294967295ul, 4294967295ul, LanczosFilter, 1.0}}) {
    const Specs specs{{20, 20, LanczosFilter, 1.0}, bad};
    Exception exception;
    EXPECT_EQ(nullptr, ResizeImages(image.get(), specs.data(), specs.size(), exception));
    EXPECT_GE(exception.severity(), ErrorException);
  }
  const ResizeSpec spec{20, 20, LanczosFilter, 1.0};
  for (const ResizeSpec* specs : {&spec, static_cast<const ResizeSpec*>(nullptr)}) {
    Exception exception;
    EXPECT_EQ(nullptr, ResizeImages(image.get(), specs, specs ? 0 : 3, exception));
    EXPECT_EQ(OptionError, exception.severity());
    EXPECT_NE(std::string::npos, exception.text().find("No size is given")) << exception.text();
  }
  EXPECT_TRUE(recorder.events().empty());
}

struct Ticks {
  magick_uint64_t span = 0;
  magick_int64_t last = -1;
  int stop_after = std::numeric_limits<int>::max();
} ticks;

MagickPassFail Tick(const char*, const magick_int64_t quantum, const magick_uint64_t span,
                    ExceptionInfo*) {
  EXPECT_GT(quantum, ticks.last);
  ticks.last = quantum;
  ticks.span = span;
  return ticks.stop_after-- > 0 ? MagickPass : MagickFail;
}

TEST_F(ResizedImages, TheMonitorSeesOneTaskAndCancelsAll) {
  const ImagePtr image = RandomImage(400, 2000, Kind::kOpaque, 7);
  const Specs specs{{200, 1000, CubicFilter, 1.0}, {100, 500, CubicFilter, 1.0}};
  const MonitorHandler before = SetMonitorHandler(Tick);
  ticks = {};
  const ImagePtr results = ResizedTogether(image.get(), specs);
  EXPECT_EQ(1500u, ticks.span);
  EXPECT_EQ(1499, ticks.last);
  ticks = {};
  ticks.stop_after = 1;
  Exception exception;
  EXPECT_EQ(nullptr, ResizeImages(image.get(), specs.data(), specs.size(), exception));
  EXPECT_GE(exception.severity(), ErrorException);
  SetMonitorHandler(before);
}

const Specs kThree{
    {20, 20, LanczosFilter, 1.0}, {10, 40, MitchellFilter, 1.0}, {100, 9, CubicFilter, 1.0}};

TEST_F(DeviceImages, SeveralSizesTakeTheSourceUpOnce) {
  Plug();
  const ImagePtr source = Source();
  EventRecorder recorder;
  const ModeScope require(MagickAccelerateRequire);
  const ImagePtr results = ResizedTogether(source.get(), kThree);
  ASSERT_EQ(3u, recorder.events().size());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ("machine", recorder.events()[i].accelerator);
    EXPECT_EQ(i == 0 ? kBytes : 0, recorder.events()[i].raw.bytes_up);
    EXPECT_EQ(i != 0, recorder.events()[i].raw.resident);
    EXPECT_EQ(kThree[i].columns, recorder.events()[i].raw.columns);
  }
  EXPECT_EQ(0, Machine().reads);
  ExpectEach(source.get(), kThree, results.get(), "device");
}

// One call alone would not pay for the upload.
TEST_F(DeviceImages, SeveralSizesAreChosenForTogether) {
  Plug();
  const ImagePtr source = RandomImage(1000, 800, Kind::kOpaque, 1);
  const Specs specs(4, {500, 400, LanczosFilter, 1.0});
  // The CPU's own estimate of one of them.
  EventRecorder recorder;
  const ModeScope automatic(MagickAccelerateAuto);
  Machine().upload_ns = std::uint64_t{1} << 40;
  ResizedTogether(source.get(), {specs[0]});
  ASSERT_EQ("cpu", recorder.events().at(0).accelerator);
  const std::uint64_t cpu_ns = recorder.events()[0].raw.predicted_ns;
  Machine().upload_ns = 2 * cpu_ns;
  recorder.clear();
  ResizedTogether(source.get(), {specs[0]});
  EXPECT_EQ("cpu", recorder.events().at(0).accelerator);
  recorder.clear();
  const ImagePtr results = ResizedTogether(source.get(), specs);
  ASSERT_EQ(4u, recorder.events().size());
  for (const auto& event : recorder.events()) EXPECT_EQ("machine", event.accelerator);
  EXPECT_GE(recorder.events()[0].raw.predicted_ns, 2 * cpu_ns);
  EXPECT_LT(recorder.events()[1].raw.predicted_ns, cpu_ns);
  ExpectEach(source.get(), specs, results.get(), "device");
}

TEST_F(DeviceImages, WhatADeviceLeavesUndoneTheCpuDoes) {
  Plug();
  // So large that the device, which claims to need a nanosecond, is predicted faster whatever the
  // fetching of the results is thought to cost.
  const ImagePtr source = RandomImage(1000, 800, Kind::kOpaque, 1);
  const Specs specs{{500, 400, LanczosFilter, 1.0},
                    {400, 300, LanczosFilter, 1.0},
                    {700, 500, UndefinedFilter, 1.0}};
  Machine().good_runs = 1;
  EventRecorder recorder;
  const ModeScope automatic(MagickAccelerateAuto);
  const ImagePtr results = ResizedTogether(source.get(), specs);
  const auto events = recorder.operations();
  ASSERT_EQ(3u, events.size());
  EXPECT_EQ("machine", events[0].accelerator);
  EXPECT_EQ("", events[0].declined_by);
  for (const std::size_t i : {1, 2}) {
    EXPECT_EQ("cpu", events[i].accelerator);
    EXPECT_EQ("Machine:GPU:0", events[i].declined_by);
    EXPECT_EQ("unplugged", events[i].detail);
    EXPECT_EQ(MagickAccelerateDone, events[i].outcome);
  }
  ExpectEach(source.get(), specs, results.get(), "both");
}

TEST_F(DeviceImages, ARequiredDeviceThatFailsGivesNoResultAtAll) {
  Plug();
  const ImagePtr source = Source();
  Machine().good_runs = 2;
  EventRecorder recorder;
  const ModeScope require(MagickAccelerateRequire);
  Exception exception;
  EXPECT_EQ(nullptr, ResizeImages(source.get(), kThree.data(), kThree.size(), exception));
  EXPECT_EQ(AccelerateError, exception.severity());
  ASSERT_EQ(3u, recorder.events().size());
  EXPECT_EQ(MagickAccelerateDone, recorder.events()[1].outcome);
  EXPECT_EQ(MagickAccelerateFailed, recorder.events()[2].outcome);
}

TEST_F(DeviceImages, ThereMayBeNoRoomForTheImagesOfSeveralSizes) {
  Machine().memory_bytes = kBytes / 2;
  Plug();
  const ImagePtr source = Source();
  const ModeScope require(MagickAccelerateRequire);
  const ImagePtr results = ResizedTogether(source.get(), kThree);
  EXPECT_EQ(3, Machine().ran[0]);
  ExpectEach(source.get(), kThree, results.get(), "no room");
}

}  // namespace
}  // namespace lodestone::test
