// Operations on single pixels against slow restatements of their rules, at this build's depth, on
// every kind of image; and what they refuse. tests/compat compares them with GraphicsMagick.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/magick/support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr double kMax = MaxRGB;

struct ToneCase {
  std::string name;
  std::function<MagickPassFail(Image*)> change;
  std::function<double(double)> rule;  // of a colour sample
};

double Sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// 6 times as much contrast around 0.4.
double Sigmoidal(double v) {
  const double low = Sigmoid(6 * -0.4), high = Sigmoid(6 * 0.6);
  return kMax * (Sigmoid(6 * (v / kMax - 0.4)) - low) / (high - low);
}

std::vector<ToneCase> Cases() {
  return {
      {"level", [](Image* i) { return LevelImage(i, "20%,2,60%"); },
       [](double v) {
         const double black = std::floor(0.2 * kMax), white = std::floor(0.6 * kMax);
         return v <= black   ? 0
                : v >= white ? kMax
                             : kMax * std::sqrt((v - black) / (white - black));
       }},
      {"solarize", [](Image* i) { return SolarizeImage(i, kMax / 4); },
       [](double v) { return v > std::floor(kMax / 4 + 0.5) ? kMax - v : v; }},
      {"cdl", [](Image* i) { return CdlImage(i, "1.5,-0.2,2:1.5,-0.2,2:1.5,-0.2,2"); },
       [](double v) {
         const double sloped = std::clamp(1.5 * v / kMax - 0.2, 0.0, 1.0);
         return kMax * sloped * sloped;
       }},
      {"sigmoidal", [](Image* i) { return SigmoidalContrastImage(i, 1, 6, 0.4 * kMax); },
       Sigmoidal},
      {"polynomial",
       [](Image* i) {
         constexpr double kFactors[] = {4, -4, 1};
         return FunctionImage(i, PolynomialFunction, 3, kFactors);
       },
       [](double v) { return kMax * (2 * v / kMax - 1) * (2 * v / kMax - 1); }},
      {"sinusoid",
       [](Image* i) {
         constexpr double kThree[] = {3, 90};
         return FunctionImage(i, SinusoidFunction, 2, kThree);
       },
       [](double v) { return kMax * (0.5 * std::cos(6 * M_PI * v / kMax) + 0.5); }},
      {"arcsin", [](Image* i) { return FunctionImage(i, ArcsinFunction, 0, nullptr); },
       [](double v) { return kMax * (std::asin(2 * v / kMax - 1) / M_PI + 0.5); }},
      {"arctan", [](Image* i) { return FunctionImage(i, ArctanFunction, 0, nullptr); },
       [](double v) { return kMax * (std::atan(M_PI * (v / kMax - 0.5)) / M_PI + 0.5); }},
      {"multiply",
       [](Image* i) {
         return QuantumOperatorImage(i, AllChannels, MultiplyQuantumOp, 1.7, &i->exception);
       },
       [](double v) { return 1.7 * v; }},
      {"negate",
       [](Image* i) {
         return QuantumOperatorImage(i, AllChannels, NegateQuantumOp, 0, &i->exception);
       },
       [](double v) { return kMax - v; }},
  };
}

// Rounding may go either way where double arithmetic differs in its last bits.
void ExpectSample(double expected, double actual, const std::string& what) {
  ASSERT_NEAR(std::clamp(expected, 0.0, kMax), actual, 0.5 + 1e-6) << what;
}

void ExpectChanged(const ToneCase& tone, Image* image, const std::string& kind) {
  const auto before = Pixels(image);
  ASSERT_EQ(MagickPass, tone.change(image)) << tone.name;
  const auto after = Pixels(image);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string what = tone.name + " of " + kind;
    ASSERT_NO_FATAL_FAILURE(ExpectSample(tone.rule(before[i].red), after[i].red, what));
    ASSERT_NO_FATAL_FAILURE(ExpectSample(tone.rule(before[i].green), after[i].green, what));
    ASSERT_NO_FATAL_FAILURE(ExpectSample(tone.rule(before[i].blue), after[i].blue, what));
    ASSERT_EQ(before[i].opacity, after[i].opacity) << what;
  }
}

TEST(Tones, FollowTheirRulesOnEveryKindOfImage) {
  for (const ToneCase& tone : Cases())
    for (const Kind kind : kAllKinds) {
      if (kind == Kind::kCmyk && tone.name == "cdl") continue;  // converted first
      const ImagePtr image = RandomImage(31, 17, kind, 3);
      ASSERT_NO_FATAL_FAILURE(ExpectChanged(tone, image.get(), KindName(kind)));
    }
}

TEST(Tones, KeepGreyImagesAtOneSampleAPixel) {
  for (const ToneCase& tone : Cases()) {
    const ImagePtr image = RandomGrey(31, 17, 4);
    const EventRecorder recorder;
    ASSERT_EQ(MagickPass, tone.change(image.get())) << tone.name;
    ASSERT_EQ(1u, recorder.operations().size()) << tone.name;
    EXPECT_EQ(1u, recorder.operations()[0].raw.samples) << tone.name;
    EXPECT_TRUE(HasGreyPixels(image.get())) << tone.name;
    EXPECT_TRUE(image->is_grayscale) << tone.name;
  }
}

// ASC CDL 1.2, whose saturation is the distance from luma. 1 changes nothing.
TEST(CdlImage, SaturatesAroundLuma) {
  for (const Kind kind : {Kind::kMatte, Kind::kPalette})
    for (const double saturation : {0.0, 0.6, 1.0, 1.7}) {
      const ImagePtr image = RandomImage(31, 17, kind, 3);
      const auto before = Pixels(image.get());
      const std::string list = "1,0,1:1,0,1:1,0,1:" + std::to_string(saturation);
      ASSERT_EQ(MagickPass, CdlImage(image.get(), list.c_str()));
      EXPECT_EQ(kind == Kind::kPalette ? PseudoClass : DirectClass, image->storage_class);
      const auto after = Pixels(image.get());
      for (std::size_t i = 0; i < before.size(); ++i) {
        const PixelPacket& p = before[i];
        const double luma = 0.2126 * p.red + 0.7152 * p.green + 0.0722 * p.blue;
        const auto expect = [&](Quantum from, Quantum to) {
          const double wanted = luma + saturation * (from - luma);
          EXPECT_NEAR(std::clamp(wanted, 0.0, kMax), to, 0.5 + kMax * 1e-6) << list;
        };
        expect(p.red, after[i].red);
        expect(p.green, after[i].green);
        expect(p.blue, after[i].blue);
        ASSERT_EQ(p.opacity, after[i].opacity);
      }
    }
}

TEST(Tones, StretchingReachesBothEnds) {
  const ImagePtr image = RandomImage(40, 30, Kind::kOpaque, 6);
  ASSERT_EQ(MagickPass, LevelImage(image.get(), "0,1,150%"));  // clamped to white
  QuantumOperatorImage(image.get(), AllChannels, MultiplyQuantumOp, 0.3, &image->exception);
  QuantumOperatorImage(image.get(), AllChannels, AddQuantumOp, kMax / 5, &image->exception);
  const ImagePtr level(CloneImage(image.get(), 0, 0, MagickTrue, &image->exception));
  ASSERT_EQ(MagickPass, AutoLevelImage(level.get()));
  ASSERT_EQ(MagickPass, NormalizeImage(image.get()));
  for (const Image* each : {level.get(), image.get()}) {
    Quantum low = MaxRGB, high = 0;
    for (const PixelPacket& pixel : Pixels(each)) {
      low = std::min({low, pixel.red, pixel.green, pixel.blue});
      high = std::max({high, pixel.red, pixel.green, pixel.blue});
    }
    EXPECT_EQ(0, low);
    EXPECT_EQ(MaxRGB, high);
  }
}

TEST(Tones, ContrastStretchingLosesAsMuchAsAllowed) {
  std::vector<Quantum> ramp(256);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<Quantum>(MaxRGB / 255 * i);
  const ImagePtr image = GreyImage(16, 16, ramp);
  ASSERT_EQ(MagickPass, ContrastStretchImage(image.get(), 10, 20));
  std::size_t black = 0, white = 0;
  for (const PixelPacket& pixel : Pixels(image.get())) {
    black += pixel.red == 0;
    white += pixel.red == MaxRGB;
  }
  EXPECT_EQ(26u, black);
  EXPECT_EQ(52u, white);
}

TEST(Tones, SpacesComeBack) {
  constexpr ColorspaceType kSpaces[] = {OHTAColorspace,        XYZColorspace, Rec601YCbCrColorspace,
                                        Rec709YCbCrColorspace, YIQColorspace, YPbPrColorspace,
                                        HSLColorspace,         HWBColorspace};
  const double allowed = kMax / 100;  // their samples are rounded, and some are cut off
  for (const ColorspaceType space : kSpaces) {
    const ImagePtr image = RandomImage(31, 17, Kind::kMatte, 8);
    // Spaces with negative samples for strong colours lose those.
    QuantumOperatorImage(image.get(), AllChannels, MultiplyQuantumOp, 0.3, &image->exception);
    QuantumOperatorImage(image.get(), AllChannels, AddQuantumOp, 0.35 * kMax, &image->exception);
    const auto before = Pixels(image.get());
    ASSERT_EQ(MagickPass, TransformColorspace(image.get(), space));
    EXPECT_EQ(space, image->colorspace);
    ASSERT_EQ(MagickPass, TransformColorspace(image.get(), RGBColorspace));
    const auto after = Pixels(image.get());
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_NEAR(before[i].red, after[i].red, allowed) << space;
      ASSERT_NEAR(before[i].green, after[i].green, allowed) << space;
      ASSERT_NEAR(before[i].blue, after[i].blue, allowed) << space;
      ASSERT_EQ(before[i].opacity, after[i].opacity) << space;
    }
  }
}

// IEC 61966-2-1.
double Light(double sample) {
  const double s = sample / kMax;
  return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

double Encoded(double light) {
  return kMax * (light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055);
}

TEST(Tones, GreyByEveryMethod) {
  const auto grey_of = [](IntensityMethod method, const PixelPacket& p) -> double {
    const double r = p.red, g = p.green, b = p.blue;
    switch (method) {
      case AverageIntensity:
        return (r + g + b) / 3;
      case BrightnessIntensity:
        return std::max({r, g, b});
      case LightnessIntensity:
        return (std::max({r, g, b}) + std::min({r, g, b})) / 2;
      case Rec601LumaIntensity:
        return 0.298839 * r + 0.586811 * g + 0.11435 * b;
      case Rec709LumaIntensity:
        return 0.212656 * r + 0.715158 * g + 0.072186 * b;
      case Rec601LuminanceIntensity:
        return Encoded(0.298839 * Light(r) + 0.586811 * Light(g) + 0.11435 * Light(b));
      case Rec709LuminanceIntensity:
        return Encoded(0.212656 * Light(r) + 0.715158 * Light(g) + 0.072186 * Light(b));
      default:
        return std::sqrt((r * r + g * g + b * b) / 3);
    }
  };
  for (int method = AverageIntensity; method <= Rec709LuminanceIntensity; ++method)
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette}) {
      const ImagePtr image = RandomImage(31, 17, kind, 9);
      const auto before = Pixels(image.get());
      ASSERT_EQ(MagickPass, GrayscaleImage(image.get(), static_cast<IntensityMethod>(method)));
      EXPECT_TRUE(image->is_grayscale);
      EXPECT_EQ(kind == Kind::kOpaque, bool(HasGreyPixels(image.get())));
      const auto after = Pixels(image.get());
      for (std::size_t i = 0; i < before.size(); ++i) {
        ASSERT_NEAR(grey_of(static_cast<IntensityMethod>(method), before[i]), after[i].green,
                    method >= Rec601LuminanceIntensity ? 0.55 : 0.51)
            << method;
        ASSERT_TRUE(after[i].red == after[i].green && after[i].green == after[i].blue);
      }
    }
}

TEST(Tones, AChannelIsOneSampleAPixel) {
  const ImagePtr image = RandomImage(9, 7, Kind::kCmyk, 10);
  image->matte = MagickTrue;
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, ChannelImage(image.get(), BlackChannel));
  EXPECT_TRUE(HasGreyPixels(image.get()));
  EXPECT_FALSE(image->matte);
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].opacity, after[i].green);
}

TEST(Tones, RefuseWhatIsNoNumberOrNoFunction) {
  const ImagePtr image = RandomImage(9, 7, Kind::kOpaque, 10);
  const auto before = Pixels(image.get());
  const std::vector<std::function<MagickPassFail()>> calls = {
      [&] { return SolarizeImage(image.get(), NAN); },
      [&] { return ThresholdImage(image.get(), INFINITY); },
      [&] { return LevelImageChannel(image.get(), RedChannel, 0, NAN, 1); },
      [&] { return SigmoidalContrastImage(image.get(), 1, NAN, 0); },
      [&] { return ContrastStretchImage(image.get(), INFINITY, 0); },
      [&] { return FunctionImage(image.get(), PolynomialFunction, 0, nullptr); },
      [&] { return FunctionImage(image.get(), UndefinedMagickFunction, 0, nullptr); },
      [&] { return GrayscaleImage(image.get(), UndefinedIntensity); },
      [&] { return ColorMatrixImage(image.get(), 6, nullptr); },
      [&] {
        constexpr double kSix[36] = {};
        return ColorMatrixImage(image.get(), 6, kSix);
      },
      [&] {
        return QuantumOperatorImage(image.get(), AllChannels, UndefinedQuantumOp, 1,
                                    &image->exception);
      },
      [&] {
        return QuantumOperatorRegionImage(image.get(), 5, 0, 9, 1, AllChannels, AddQuantumOp, 1,
                                          &image->exception);
      }};
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(MagickFail, calls[i]()) << i;
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i)
    ASSERT_TRUE(before[i].red == after[i].red && before[i].blue == after[i].blue);
}

}  // namespace
}  // namespace lodestone::test
