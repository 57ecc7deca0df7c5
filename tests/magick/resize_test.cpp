// The entry points of the resize family: arguments, errors, classes, attributes, monitor, events.
// The pixels themselves are compared with gm in tests/compat and with the oracle in tests/kernels.
#include "magick/resize.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/event_recorder.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using test::EventRecorder;
using test::Exception;
using test::ImagePtr;
using test::Kind;
using test::ModeScope;
using test::Pixels;
using test::RandomImage;

using Call = std::function<Image*(const Image*, unsigned long, unsigned long, ExceptionInfo*)>;

const std::vector<std::pair<const char*, Call>>& SizedCalls() {
  static const auto& calls = *new std::vector<std::pair<const char*, Call>>{
      {"resize",
       [](const Image* image, unsigned long columns, unsigned long rows, ExceptionInfo* exception) {
         return ResizeImage(image, columns, rows, LanczosFilter, 1.0, exception);
       }},
      {"scale", ScaleImage},
      {"sample", SampleImage},
      {"thumbnail", ThumbnailImage},
      {"zoom", ZoomImage},
  };
  return calls;
}

class ResizeFamily : public testing::Test {
 protected:
  ModeScope off_{MagickAccelerateOff};
};

TEST_F(ResizeFamily, ZeroSizesAreImageErrors) {
  const ImagePtr image = RandomImage(5, 4, Kind::kOpaque, 1);
  for (const auto& [name, call] : SizedCalls())
    for (const auto& [columns, rows] : {std::pair<unsigned long, unsigned long>{0, 3}, {3, 0}}) {
      Exception exception;
      EXPECT_EQ(nullptr, call(image.get(), columns, rows, exception)) << name;
      EXPECT_EQ(ImageError, exception.severity()) << name;
      EXPECT_EQ(465, exception.severity());
      EXPECT_NE(std::string::npos, exception.text().find("unable to resize image")) << name;
    }
}

TEST_F(ResizeFamily, HugeSizesAreRefusedBeforeAnythingIsAllocated) {
  const ImagePtr image = RandomImage(5, 4, Kind::kOpaque, 1);
  for (const auto& [name, call] : SizedCalls())
    for (unsigned long side : {sizeof(long) > 4 ? 1ul << 16 << 16 : ~0ul, 4294967295ul, ~0ul}) {
      Exception exception;
      EXPECT_EQ(nullptr, call(image.get(), side, side, exception)) << name;
      EXPECT_EQ(ResourceLimitError, exception.severity()) << name << exception.text();
    }
}

TEST_F(ResizeFamily, TheSameSizeIsACloneWithoutAnEvent) {
  const ImagePtr image = RandomImage(7, 9, Kind::kMatte, 2);
  for (const auto& [name, call] : SizedCalls()) {
    if (std::string(name) == "thumbnail") continue;  // its filter may still blur
    EventRecorder recorder;
    Exception exception;
    const ImagePtr result(call(image.get(), 7, 9, exception));
    ASSERT_NE(nullptr, result) << name;
    EXPECT_EQ(0u, recorder.events().size()) << name;
    test::ExpectSameImage(image.get(), result.get(), name);
  }
}

TEST_F(ResizeFamily, BlurAtTheSameSizeIsNotAClone) {
  const ImagePtr image = RandomImage(7, 9, Kind::kOpaque, 2);
  EventRecorder recorder;
  Exception exception;
  const ImagePtr result(ResizeImage(image.get(), 7, 9, LanczosFilter, 2.0, exception));
  ASSERT_NE(nullptr, result);
  EXPECT_EQ(1u, recorder.events().size());
}

TEST_F(ResizeFamily, BlursThatAreNotFiniteAreRefused) {
  const ImagePtr image = RandomImage(40, 30, Kind::kOpaque, 2);
  for (double blur : {std::nan(""), -std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    image->blur = blur;
    const auto resize = [=](const Image* source, unsigned long columns, unsigned long rows,
                            ExceptionInfo* exception) {
      return ResizeImage(source, columns, rows, CubicFilter, blur, exception);
    };
    for (const auto& [name, call] : {std::pair<const char*, Call>{"resize", resize},
                                     {"zoom", ZoomImage},
                                     {"thumbnail", ThumbnailImage}})
      for (const auto& [columns, rows] :
           {std::pair(40ul, 30ul), std::pair(3ul, 2ul), std::pair(70ul, 50ul)}) {
        Exception exception;
        EXPECT_EQ(nullptr, ImagePtr(call(image.get(), columns, rows, exception))) << name;
        EXPECT_EQ(OptionError, exception.severity()) << name;
        EXPECT_NE(std::string::npos, exception.text().find("blur must be finite")) << name;
      }
  }
}

// Every pixel has the same weight then.
TEST_F(ResizeFamily, HugeBlursMakeTheMean) {
  const ImagePtr image = RandomImage(21, 10, Kind::kOpaque, 2);
  double mean = 0.0;
  for (const PixelPacket& pixel : Pixels(image.get())) mean += pixel.red / 210.0;
  for (double blur : {1e12, 1e160, 1e300, std::numeric_limits<double>::max()})
    for (int filter = PointFilter; filter <= SincFilter; ++filter)
      for (const auto& [columns, rows] : {std::pair(7ul, 3ul), std::pair(30ul, 24ul)}) {
        Exception exception;
        const ImagePtr result(ResizeImage(image.get(), columns, rows,
                                          static_cast<FilterTypes>(filter), blur, exception));
        ASSERT_NE(nullptr, result) << exception.text();
        if (filter == PointFilter) continue;  // has no width that could grow
        for (const PixelPacket& pixel : Pixels(result.get()))
          ASSERT_NEAR(mean, pixel.red, 2.0) << "filter " << filter << " blur " << blur;
      }
}

TEST_F(ResizeFamily, BlursWithTooManyWeightsLackResources) {
  const ImagePtr image = RandomImage(20000, 1, Kind::kOpaque, 2);
  Exception exception;
  EXPECT_EQ(nullptr, ImagePtr(ResizeImage(image.get(), 19999, 1, LanczosFilter, 1e9, exception)));
  EXPECT_EQ(ResourceLimitError, exception.severity());
  EXPECT_NE(std::string::npos, exception.text().find("256 MiB")) << exception.text();
}

TEST_F(ResizeFamily, TheSourceIsOnlyRead) {
  for (Kind kind : test::kAllKinds) {
    const ImagePtr image = RandomImage(17, 13, kind, 3), copy = RandomImage(17, 13, kind, 3);
    for (const auto& [name, call] : SizedCalls()) {
      Exception exception;
      const ImagePtr result(call(image.get(), 6, 21, exception));
      ASSERT_NE(nullptr, result) << name << exception.text();
      test::ExpectSameImage(copy.get(), image.get(), name);
    }
  }
}

TEST_F(ResizeFamily, PalettesSurviveOnlyWherePixelsAreCopied) {
  const ImagePtr image = RandomImage(16, 16, Kind::kPalette, 4);
  Exception exception;
  auto resized = [&](unsigned long side, FilterTypes filter) {
    return ImagePtr(ResizeImage(image.get(), side, side, filter, 1.0, exception));
  };
  EXPECT_EQ(PseudoClass, resized(5, PointFilter)->storage_class);
  EXPECT_EQ(PseudoClass, resized(40, BoxFilter)->storage_class);
  EXPECT_EQ(DirectClass,
            ImagePtr(ResizeImage(image.get(), 40, 15, BoxFilter, 1.0, exception))->storage_class);
  EXPECT_EQ(DirectClass, resized(5, BoxFilter)->storage_class);
  EXPECT_EQ(DirectClass, resized(40, LanczosFilter)->storage_class);
  EXPECT_EQ(PseudoClass, ImagePtr(SampleImage(image.get(), 5, 5, exception))->storage_class);
  EXPECT_EQ(DirectClass, ImagePtr(ScaleImage(image.get(), 5, 5, exception))->storage_class);
  EXPECT_EQ(DirectClass, ImagePtr(MinifyImage(image.get(), exception))->storage_class);
  EXPECT_EQ(DirectClass, ImagePtr(MagnifyImage(image.get(), exception))->storage_class);
}

TEST_F(ResizeFamily, UndefinedFilterChoosesAsDocumented) {
  Exception exception;
  auto expect_same = [&](const Image* image, unsigned long side, FilterTypes filter) {
    const ImagePtr chosen(ResizeImage(image, side, side, UndefinedFilter, 1.0, exception));
    const ImagePtr named(ResizeImage(image, side, side, filter, 1.0, exception));
    test::ExpectSameImage(named.get(), chosen.get(), "side " + std::to_string(side));
  };
  const ImagePtr opaque = RandomImage(20, 20, Kind::kOpaque, 6);
  expect_same(opaque.get(), 9, LanczosFilter);
  expect_same(opaque.get(), 31, MitchellFilter);
  expect_same(RandomImage(20, 20, Kind::kMatte, 6).get(), 9, MitchellFilter);
  expect_same(RandomImage(20, 20, Kind::kPalette, 6).get(), 9, MitchellFilter);
}

TEST_F(ResizeFamily, ThumbnailSamplesFirstOnlyWhenMuchSmaller) {
  const ImagePtr image = RandomImage(200, 200, Kind::kOpaque, 7);
  auto operations = [&](unsigned long side) {
    EventRecorder recorder;
    Exception exception;
    const ImagePtr result(ThumbnailImage(image.get(), side, side, exception));
    std::string names;
    for (const auto& event : recorder.events()) names += event.operation + " ";
    return names;
  };
  EXPECT_EQ("resize ", operations(100));
  EXPECT_EQ("sample resize ", operations(20));
}

TEST_F(ResizeFamily, OneEventTellsTheWholeStory) {
  const ImagePtr image = RandomImage(30, 20, Kind::kMatte, 8);
  EventRecorder recorder;
  Exception exception;
  const ImagePtr result(ScaleImage(image.get(), 10, 40, exception));
  ASSERT_EQ(1u, recorder.events().size());
  const auto& event = recorder.events()[0];
  EXPECT_EQ("scale", event.operation);
  EXPECT_EQ("cpu", event.accelerator);
  EXPECT_EQ("", event.device);
  EXPECT_EQ(MagickAccelerateDisabled, event.reason);
  EXPECT_EQ(30u, event.raw.source_columns);
  EXPECT_EQ(20u, event.raw.source_rows);
  EXPECT_EQ(10u, event.raw.columns);
  EXPECT_EQ(40u, event.raw.rows);
  EXPECT_EQ(static_cast<unsigned>(QuantumDepth), event.raw.quantum_depth);
  EXPECT_EQ(1u, event.raw.alpha);
  EXPECT_GT(event.raw.actual_ns, 0u);
}

MagickPassFail StopAtOnce(const char*, const magick_int64_t, const magick_uint64_t,
                          ExceptionInfo*) {
  return MagickFail;
}

TEST_F(ResizeFamily, TheMonitorCancels) {
  const ImagePtr image = RandomImage(300, 300, Kind::kOpaque, 9);
  const MonitorHandler before = SetMonitorHandler(StopAtOnce);
  for (const auto& [name, call] : SizedCalls()) {
    Exception exception;
    EXPECT_EQ(nullptr, call(image.get(), 100, 100, exception)) << name;
    EXPECT_GE(exception.severity(), ErrorException) << name;
  }
  SetMonitorHandler(before);
}

int ticks;
magick_int64_t last_tick;
MagickPassFail CountTicks(const char* text, const magick_int64_t quantum,
                          const magick_uint64_t span, ExceptionInfo*) {
  ++ticks;
  EXPECT_GT(quantum, last_tick);
  EXPECT_LT(static_cast<magick_uint64_t>(quantum), span);
  EXPECT_NE(nullptr, std::strstr(text, "test"));
  last_tick = quantum;
  return MagickPass;
}

TEST_F(ResizeFamily, TheMonitorSeesProgressToTheEnd) {
  const ImagePtr image = RandomImage(400, 2000, Kind::kOpaque, 10);
  ticks = 0;
  last_tick = -1;
  const MonitorHandler before = SetMonitorHandler(CountTicks);
  Exception exception;
  const ImagePtr result(ResizeImage(image.get(), 200, 1000, CubicFilter, 1.0, exception));
  SetMonitorHandler(before);
  ASSERT_NE(nullptr, result);
  EXPECT_GT(ticks, 1);
  EXPECT_LE(ticks, 150);
  EXPECT_EQ(999, last_tick);
}

TEST_F(ResizeFamily, RequireWithoutADeviceIsAnExceptionWithTheReason) {
  const ImagePtr image = RandomImage(8, 8, Kind::kOpaque, 11);
  MagickAccelerateSelectDevice("no such device");
  const ModeScope require(MagickAccelerateRequire);
  Exception exception;
  EXPECT_EQ(nullptr, ScaleImage(image.get(), 4, 4, exception));
  MagickAccelerateSelectDevice(nullptr);
  EXPECT_EQ(AccelerateError, exception.severity());
  EXPECT_NE(std::string::npos, exception.text().find("no-device")) << exception.text();
  EXPECT_NE(std::string::npos, exception.text().find("`test'")) << exception.text();
}

TEST_F(ResizeFamily, AttributesTravel) {
  ImagePtr image = RandomImage(8, 8, Kind::kOpaque, 12);
  image->x_resolution = 72.5;
  image->orientation = RightTopOrientation;
  SetImageAttribute(image.get(), "comment", "hello");
  Exception exception;
  const ImagePtr result(ResizeImage(image.get(), 4, 4, BoxFilter, 1.0, exception));
  ASSERT_NE(nullptr, result);
  EXPECT_EQ(72.5, result->x_resolution);
  EXPECT_EQ(RightTopOrientation, result->orientation);
  const ImageAttribute* comment = GetImageAttribute(result.get(), "comment");
  ASSERT_NE(nullptr, comment);
  EXPECT_STREQ("hello", comment->value);
  EXPECT_STREQ("test", result->filename);
}

TEST_F(ResizeFamily, ManyThreadsOfOneImageGetTheSamePixels) {
  const ImagePtr image = RandomImage(257, 255, Kind::kMatte, 13);
  Exception exception;
  const ImagePtr expected(ResizeImage(image.get(), 100, 90, LanczosFilter, 1.0, exception));
  std::vector<ImagePtr> results(8);
  std::vector<std::thread> threads;
  for (ImagePtr& result : results)
    threads.emplace_back([&image, &result] {
      const ModeScope off(MagickAccelerateOff);
      Exception own;
      result.reset(ResizeImage(image.get(), 100, 90, LanczosFilter, 1.0, own));
    });
  for (std::thread& thread : threads) thread.join();
  for (const ImagePtr& result : results) {
    ASSERT_NE(nullptr, result);
    test::ExpectSameImage(expected.get(), result.get(), "thread");
  }
}

}  // namespace
}  // namespace lodestone
