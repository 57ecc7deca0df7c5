// The entry points of the convolution family: arguments, errors, classes, attributes, monitor,
// events. The pixels themselves are compared with gm in tests/compat and with oracles in
// tests/kernels.
#include "magick/effect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "magick/fx.h"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone {
namespace {

using test::EventRecorder;
using test::Exception;
using test::ImagePtr;
using test::Kind;
using test::ModeScope;
using test::Pixels;
using test::RandomGrey;
using test::RandomImage;

using Call = std::function<Image*(const Image*, ExceptionInfo*)>;

constexpr double kMatrix[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
constexpr double kRow[3] = {1, 2, 1};
constexpr ConvolveTaps kTaps{3, kRow, 0.0};

struct Filter {
  const char* name;
  const char* operation;  // in events
  Call call;
};

// Embossing ends with an equalization, by a histogram.
std::size_t EventsOf(const Filter& filter) {
  return filter.name == std::string("emboss") ? 3 : 1;
}

const std::vector<Filter>& Filters() {
  static const auto& filters = *new std::vector<Filter>{
      {"bilateral", "bilateral-blur",
       [](auto* i, auto* e) { return BilateralBlurImage(i, 4, 3, 30, 2, e); }},
      {"blur", "blur", [](auto* i, auto* e) { return BlurImage(i, 0, 1, e); }},
      {"convolve", "convolve", [](auto* i, auto* e) { return ConvolveImage(i, 3, kMatrix, e); }},
      {"despeckle", "despeckle", [](auto* i, auto* e) { return DespeckleImage(i, e); }},
      {"edge", "convolve", [](auto* i, auto* e) { return EdgeImage(i, 1, e); }},
      {"emboss", "convolve", [](auto* i, auto* e) { return EmbossImage(i, 1, 1, e); }},
      {"enhance", "enhance", [](auto* i, auto* e) { return EnhanceImage(i, e); }},
      {"gaussian", "blur", [](auto* i, auto* e) { return GaussianBlurImage(i, 2, 1, e); }},
      {"median", "median", [](auto* i, auto* e) { return MedianFilterImage(i, 1, e); }},
      {"motion", "motion-blur", [](auto* i, auto* e) { return MotionBlurImage(i, 2, 1, 30, e); }},
      {"noise", "reduce-noise", [](auto* i, auto* e) { return ReduceNoiseImage(i, 2, e); }},
      {"rotational", "rotational-blur",
       [](auto* i, auto* e) { return RotationalBlurImage(i, 30, e); }},
      {"selective", "selective-blur",
       [](auto* i, auto* e) { return SelectiveBlurImage(i, 2, 1, MaxRGB / 4.0, e); }},
      {"shade", "shade", [](auto* i, auto* e) { return ShadeImage(i, 0, 30, 30, e); }},
      {"sharpen", "convolve", [](auto* i, auto* e) { return SharpenImage(i, 2, 1, e); }},
      {"unsharp", "unsharp", [](auto* i, auto* e) { return UnsharpMaskImage(i, 2, 1, 1, 0, e); }},
      {"unsharp luma", "unsharp-luma",
       [](auto* i, auto* e) { return UnsharpMaskLumaImage(i, 2, 1, 1, 0, e); }},
      {"local contrast", "local-contrast",
       [](auto* i, auto* e) { return LocalContrastImage(i, 100, 50, e); }},
      {"wavelet", "wavelet-denoise",
       [](auto* i, auto* e) { return WaveletDenoiseImage(i, MaxRGB / 4, 0.1, e); }},
      {"separable", "blur",
       [](auto* i, auto* e) {
         return SeparableConvolveImage(i, &kTaps, &kTaps, EdgeConvolveBorder, nullptr, e);
       }},
  };
  return filters;
}

void ExpectRefused(const Call& call, const Image* image, ExceptionType severity,
                   const std::string& words, const std::string& what) {
  Exception exception;
  EXPECT_EQ(nullptr, ImagePtr(call(image, exception))) << what;
  EXPECT_EQ(severity, exception.severity()) << what;
  EXPECT_NE(std::string::npos, exception.text().find(words)) << what << ": " << exception.text();
}

class Effects : public testing::Test {
 protected:
  ModeScope off_{MagickAccelerateOff};
};

TEST_F(Effects, NoImageIsNoImage) {
  for (const Filter& filter : Filters()) {
    Exception exception;
    EXPECT_EQ(nullptr, filter.call(nullptr, exception)) << filter.name;
  }
}

TEST_F(Effects, AnImageWithoutPixelsIsAnImageError) {
  const ImagePtr image(AllocateImage(nullptr));
  for (const Filter& filter : Filters())
    ExpectRefused(filter.call, image.get(), ImageError, "zero image size", filter.name);
}

TEST_F(Effects, TheSourceIsOnlyReadAndTheResultIsDirect) {
  for (Kind kind : test::kAllKinds) {
    const ImagePtr image = RandomImage(17, 13, kind, 3), copy = RandomImage(17, 13, kind, 3);
    image->x_resolution = 72.5;
    for (const Filter& filter : Filters()) {
      Exception exception;
      const ImagePtr result(filter.call(image.get(), exception));
      ASSERT_NE(nullptr, result) << filter.name << exception.text();
      EXPECT_EQ(DirectClass, result->storage_class) << filter.name;
      EXPECT_EQ(image->columns, result->columns);
      EXPECT_EQ(image->rows, result->rows);
      EXPECT_EQ(image->matte, result->matte);
      EXPECT_EQ(image->colorspace, result->colorspace);
      EXPECT_EQ(72.5, result->x_resolution);
      EXPECT_STREQ("test", result->filename);
      test::ExpectSameImage(copy.get(), image.get(), filter.name);
    }
  }
}

TEST_F(Effects, OpaqueImagesStayOpaque) {
  const ImagePtr image = RandomImage(17, 13, Kind::kOpaque, 3);
  for (const Filter& filter : Filters()) {
    Exception exception;
    const ImagePtr result(filter.call(image.get(), exception));
    for (const PixelPacket& pixel : Pixels(result.get()))
      ASSERT_EQ(0, pixel.opacity) << filter.name;
  }
}

TEST_F(Effects, TheAlphaOfCmykImagesStays) {
  const ImagePtr image = RandomImage(17, 13, Kind::kCmyk, 3);
  image->matte = MagickTrue;
  for (const Filter& filter : Filters()) {
    if (std::string(filter.name) == "emboss") continue;  // equalizes the opacity of all with matte
    if (std::string(filter.name) == "rotational") continue;  // refused
    Exception exception;
    const ImagePtr result(filter.call(image.get(), exception));
    EXPECT_EQ(test::Indexes(image.get()), test::Indexes(result.get())) << filter.name;
  }
}

TEST_F(Effects, EventsNameTheOperation) {
  const ImagePtr image = RandomImage(17, 13, Kind::kMatte, 3);
  for (const Filter& filter : Filters()) {
    EventRecorder recorder;
    Exception exception;
    const ImagePtr result(filter.call(image.get(), exception));
    ASSERT_EQ(EventsOf(filter), recorder.events().size()) << filter.name;
    EXPECT_EQ(filter.operation, recorder.events()[0].operation);
    EXPECT_EQ("cpu", recorder.events()[0].accelerator);
    EXPECT_EQ(4u, recorder.events()[0].raw.samples);
  }
}

// One sample per pixel in the source, the computation and the result.
TEST_F(Effects, GreyImagesAreWorkedOnAsTheyAre) {
  const std::vector<Quantum> samples = test::RandomSamples(19 * 16, 5);
  const ImagePtr grey = test::GreyImage(19, 16, samples);
  const ImagePtr packets = test::AsPackets(grey.get(), samples);
  for (const Filter& filter : Filters()) {
    EventRecorder recorder;
    Exception exception;
    const ImagePtr result(filter.call(grey.get(), exception));
    ASSERT_EQ(EventsOf(filter), recorder.events().size()) << filter.name;
    EXPECT_EQ(1u, recorder.events()[0].raw.samples) << filter.name;
    EXPECT_NE(0u, result->is_grayscale) << filter.name;
    const ImagePtr expected(filter.call(packets.get(), exception));
    test::ExpectSameImage(expected.get(), result.get(), filter.name);
  }
}

TEST_F(Effects, OneChannelOfAGreyImageMakesItColoured) {
  const ImagePtr grey = RandomGrey(19, 16, 5);
  Exception exception;
  const ImagePtr result(BlurImageChannel(grey.get(), RedChannel, 0, 1, exception));
  ASSERT_NE(nullptr, result);
  EXPECT_EQ(0u, result->is_grayscale);
  const ImagePtr all(BlurImage(grey.get(), 0, 1, exception));
  const auto source = Pixels(grey.get()), red = Pixels(result.get()), blurred = Pixels(all.get());
  for (std::size_t i = 0; i < red.size(); ++i) {
    ASSERT_EQ(blurred[i].red, red[i].red);
    ASSERT_EQ(source[i].green, red[i].green);
    ASSERT_EQ(source[i].blue, red[i].blue);
  }
}

TEST_F(Effects, UnusableSigmasAreNamed) {
  const ImagePtr image = RandomImage(30, 30, Kind::kOpaque, 1);
  for (double radius : {0.0, 2.0})
    for (double sigma : {0.0, 1e-200, std::nan(""), double(HUGE_VAL)}) {
      const Call calls[] = {
          [=](auto* i, auto* e) { return BlurImage(i, radius, sigma, e); },
          [=](auto* i, auto* e) { return GaussianBlurImage(i, radius, sigma, e); },
          [=](auto* i, auto* e) { return SharpenImage(i, radius, sigma, e); },
          [=](auto* i, auto* e) { return EmbossImage(i, radius, sigma, e); },
          [=](auto* i, auto* e) { return MotionBlurImage(i, radius, sigma, 0, e); },
          [=](auto* i, auto* e) { return SelectiveBlurImage(i, radius, sigma, 9, e); },
          [=](auto* i, auto* e) { return BilateralBlurImage(i, 3, 3, sigma, 1, e); },
          [=](auto* i, auto* e) { return BilateralBlurImage(i, 3, 3, 9, sigma, e); },
          [=](auto* i, auto* e) { return UnsharpMaskImage(i, radius, sigma, 1, 0, e); }};
      for (const Call& call : calls)
        ExpectRefused(call, image.get(), OptionError, "sigma", std::to_string(sigma));
    }
}

TEST_F(Effects, WhatCannotBeIsRefused) {
  const ImagePtr image = RandomImage(30, 30, Kind::kOpaque, 1);
  const double nan = std::nan("");
  double matrix[9] = {1, 1, 1, 1, nan, 1, 1, 1, 1};
  const auto refuse = [&](const Call& call, const char* words) {
    ExpectRefused(call, image.get(), OptionError, words, words);
  };
  refuse([](auto* i, auto* e) { return BlurImage(i, 1e12, 1, e); }, "too large");
  refuse([](auto* i, auto* e) { return MotionBlurImage(i, 1e12, 1, 0, e); }, "too large");
  refuse([](auto* i, auto* e) { return MotionBlurImage(i, 3, 1, HUGE_VAL, e); }, "angle");
  refuse([=](auto* i, auto* e) { return UnsharpMaskImage(i, 0, 1, nan, 0, e); }, "amount");
  refuse([](auto* i, auto* e) { return MedianFilterImage(i, 1e12, e); }, "smaller than radius");
  refuse([](auto* i, auto* e) { return ReduceNoiseImage(i, 15, e); }, "smaller than radius");
  refuse([](auto* i, auto* e) { return OilPaintImage(i, 15, e); }, "smaller than radius");
  refuse([](auto* i, auto* e) { return CharcoalImage(i, 15, 1, e); }, "smaller than radius");
  refuse([](auto* i, auto* e) { return CharcoalImage(i, 1, 0, e); }, "sigma");
  refuse([](auto* i, auto* e) { return AdaptiveThresholdImage(i, 31, 3, 0, e); }, "smaller than");
  refuse([](auto* i, auto* e) { return AdaptiveThresholdImage(i, 3, 31, 0, e); }, "smaller than");
  refuse([](auto* i, auto* e) { return AdaptiveThresholdImage(i, 0, 3, 0, e); }, "empty");
  refuse([](auto* i, auto* e) { return AdaptiveThresholdImage(i, 3, 0, 0, e); }, "empty");
  refuse([](auto* i, auto* e) { return ConvolveImage(i, 3, nullptr, e); }, "kernel is missing");
  refuse([&](auto* i, auto* e) { return ConvolveImage(i, 3, matrix, e); }, "not finite");
  refuse([&](auto* i, auto* e) { return ConvolveImage(i, 0, matrix, e); }, "odd number");
  const ConvolveTaps even{2, kRow, 0}, none{3, nullptr, 0}, bad{3, kRow, 1e-300}, odd{3, kRow, 0};
  const auto separable = [](const ConvolveTaps* across, const ConvolveTaps* down, int border = 0) {
    return [=](const Image* i, ExceptionInfo* e) {
      return SeparableConvolveImage(i, across, down, static_cast<ConvolveBorder>(border), nullptr,
                                    e);
    };
  };
  refuse(separable(&even, &odd), "odd number");
  refuse(separable(&odd, &even), "odd number");
  refuse(separable(&odd, nullptr), "the taps are missing");
  refuse(separable(&none, &odd), "the taps are missing");
  refuse(separable(&odd, &odd, 77), "unknown border");
  matrix[0] = 1e300;
  const ConvolveTaps huge{3, matrix, 1};
  refuse(separable(&huge, &odd), "not finite");
  // As with sums, so small a divisor counts as none.
  Exception exception;
  EXPECT_NE(nullptr, ImagePtr(separable(&bad, &odd)(image.get(), exception))) << exception.text();
}

TEST_F(Effects, NumbersThatAreNotFiniteAreRefused) {
  const ImagePtr image = RandomImage(30, 30, Kind::kOpaque, 1);
  for (double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    const std::pair<const char*, Call> calls[] = {
        {"radius", [=](auto* i, auto* e) { return BlurImage(i, bad, 1, e); }},
        {"sigma", [=](auto* i, auto* e) { return BlurImage(i, 0, bad, e); }},
        {"radius", [=](auto* i, auto* e) { return GaussianBlurImage(i, bad, 1, e); }},
        {"radius", [=](auto* i, auto* e) { return SharpenImage(i, bad, 1, e); }},
        {"radius", [=](auto* i, auto* e) { return EmbossImage(i, bad, 1, e); }},
        {"radius", [=](auto* i, auto* e) { return EdgeImage(i, bad, e); }},
        {"radius", [=](auto* i, auto* e) { return MedianFilterImage(i, bad, e); }},
        {"radius", [=](auto* i, auto* e) { return MotionBlurImage(i, bad, 1, 0, e); }},
        {"radius", [=](auto* i, auto* e) { return ReduceNoiseImage(i, bad, e); }},
        {"radius", [=](auto* i, auto* e) { return OilPaintImage(i, bad, e); }},
        {"radius", [=](auto* i, auto* e) { return CharcoalImage(i, bad, 1, e); }},
        {"sigma", [=](auto* i, auto* e) { return CharcoalImage(i, 1, bad, e); }},
        {"offset", [=](auto* i, auto* e) { return AdaptiveThresholdImage(i, 3, 3, bad, e); }},
        {"azimuth", [=](auto* i, auto* e) { return ShadeImage(i, 1, bad, 3, e); }},
        {"elevation", [=](auto* i, auto* e) { return ShadeImage(i, 1, 3, bad, e); }},
        {"angle", [=](auto* i, auto* e) { return MotionBlurImage(i, 3, 1, bad, e); }},
        {"radius", [=](auto* i, auto* e) { return UnsharpMaskImage(i, bad, 1, 1, 0, e); }},
        {"amount", [=](auto* i, auto* e) { return UnsharpMaskImage(i, 0, 1, bad, 0, e); }},
        {"threshold", [=](auto* i, auto* e) { return UnsharpMaskImage(i, 0, 1, 1, bad, e); }},
        {"divisor", [=](auto* i, auto* e) {
           const ConvolveTaps taps{3, kRow, bad};
           return SeparableConvolveImage(i, &kTaps, &taps, EdgeConvolveBorder, nullptr, e);
         }}};
    for (const auto& [name, call] : calls)
      ExpectRefused(call, image.get(), OptionError, std::string(name) + " must be finite", name);
  }
}

TEST_F(Effects, HugeAnglesAreTurnsAsWell) {
  const ImagePtr image = RandomImage(30, 30, Kind::kOpaque, 1);
  const double huge = 1.7e308;
  Exception exception;
  const ImagePtr result(MotionBlurImage(image.get(), 5, 2, huge, exception));
  const ImagePtr small(MotionBlurImage(image.get(), 5, 2, std::fmod(huge, 360.0), exception));
  ASSERT_NE(nullptr, result) << exception.text();
  test::ExpectSameImage(small.get(), result.get(), "angle");
}

TEST_F(Effects, ThresholdsThatNothingReachesChangeNothing) {
  const ImagePtr image = RandomImage(20, 20, Kind::kMatte, 1);
  for (double threshold : {3.0, 1e300}) {
    Exception exception;
    const ImagePtr result(UnsharpMaskImage(image.get(), 0, 1, 5, threshold, exception));
    test::ExpectSameImage(image.get(), result.get(), std::to_string(threshold));
  }
}

MagickPassFail StopAtOnce(const char*, const magick_int64_t, const magick_uint64_t,
                          ExceptionInfo*) {
  return MagickFail;
}

TEST_F(Effects, TheMonitorCancels) {
  const ImagePtr image = RandomImage(300, 300, Kind::kOpaque, 9);
  const MonitorHandler before = SetMonitorHandler(StopAtOnce);
  for (const Filter& filter : Filters()) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(filter.call(image.get(), exception))) << filter.name;
    EXPECT_GE(exception.severity(), ErrorException) << filter.name;
  }
  SetMonitorHandler(before);
}

std::string heard;
MagickPassFail Hear(const char* text, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  heard = text;
  return MagickPass;
}

TEST_F(Effects, TheMonitorHearsWhatIsDone) {
  const ImagePtr image = RandomImage(60, 60, Kind::kOpaque, 9);
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"blur", "[test] Blur: order 9..."},
      {"convolve", "[test] Convolve: order 3..."},
      {"despeckle", "[test] Despeckle..."},
      {"edge", "[test] Convolve: order 3..."},
      {"gaussian", "[test] Convolve: order 5..."},
      {"motion", "[test] Motion blur..."},
      {"bilateral", "[test] Bilateral blur..."},
      {"rotational", "[test] Rotational blur..."},
      {"selective", "[test] Selective blur..."},
      {"median", "[test] Filter with neighborhood ranking..."},
      {"unsharp", "[test] Unsharp mask: amount 1, threshold 0..."},
      {"separable", "[test] Convolve: order 3x3..."}};
  const MonitorHandler before = SetMonitorHandler(Hear);
  for (const auto& [name, text] : texts)
    for (const Filter& filter : Filters()) {
      if (name != filter.name) continue;
      Exception exception;
      const ImagePtr result(filter.call(image.get(), exception));
      if (name == "blur" && QuantumDepth == 8) continue;  // narrower there
      EXPECT_EQ(text, heard);
    }
  SetMonitorHandler(before);
}

TEST_F(Effects, NoMemoryIsAResourceLimitErrorAndLeaksNothing) {
  const ImagePtr image = RandomImage(300, 300, Kind::kOpaque, 9);
  const magick_int64_t used = GetMagickResource(MemoryResource);
  const magick_int64_t memory = GetMagickResourceLimit(MemoryResource);
  const magick_int64_t disk = GetMagickResourceLimit(DiskResource);
  SetMagickResourceLimit(MemoryResource, used);
  SetMagickResourceLimit(DiskResource, 0);
  for (const Filter& filter : Filters()) {
    Exception exception;
    EXPECT_EQ(nullptr, ImagePtr(filter.call(image.get(), exception))) << filter.name;
    EXPECT_GE(exception.severity(), ErrorException) << filter.name;
    EXPECT_EQ(used, GetMagickResource(MemoryResource)) << filter.name;
  }
  SetMagickResourceLimit(MemoryResource, memory);
  SetMagickResourceLimit(DiskResource, disk);
}

TEST_F(Effects, WidthsOfKernels) {
  EXPECT_EQ(5, GetOptimalKernelWidth(2, 1));
  EXPECT_EQ(GetOptimalKernelWidth1D(0, 2.5), GetOptimalKernelWidth(0, 2.5));
  EXPECT_EQ(QuantumDepth == 16 ? 9 : 7, GetOptimalKernelWidth1D(0, 1));
  EXPECT_EQ(0, GetOptimalKernelWidth2D(0, 0));
  EXPECT_EQ(0, GetOptimalKernelWidth1D(1e12, 1));
}

TEST_F(Effects, EqualizingNothing) {
  EXPECT_EQ(MagickFail, EqualizeImage(nullptr));
  const ImagePtr image(AllocateImage(nullptr));
  EXPECT_EQ(MagickFail, EqualizeImage(image.get()));
}

}  // namespace
}  // namespace lodestone
