#include "tests/compat/effects.hpp"

#include "tests/support/gm_effects.hpp"

namespace lodestone::compat {
namespace {

using gm_oracle::Effects;

constexpr const char* kEffectNames[] = {"blur",     "convolve", "despeckle", "edge",   "emboss",
                                        "equalize", "gamma",    "gaussian",  "median", "motion",
                                        "negate",   "sharpen",  "unsharp"};

// All channels but the requested one are the source's.
void Keep(ChannelType channel, const Raster& source, Raster& result) {
  if (channel == AllChannels || channel == GrayChannel) return;
  const bool cmyk = source.cmyk;
  for (std::size_t i = 0; i < result.pixels.size(); ++i) {
    const RasterPixel& from = source.pixels[i];
    RasterPixel& to = result.pixels[i];
    if (channel != (cmyk ? CyanChannel : RedChannel)) to.red = from.red;
    if (channel != (cmyk ? MagentaChannel : GreenChannel)) to.green = from.green;
    if (channel != (cmyk ? YellowChannel : BlueChannel)) to.blue = from.blue;
    if (channel != (cmyk ? BlackChannel : OpacityChannel)) to.opacity = from.opacity;
  }
}

Raster RulesFor(GmOperation operation, const EffectArguments& a, const Effects& rules) {
  switch (operation) {
    case GmBlur:
      return rules.Blur(a.radius, a.sigma);
    case GmConvolve:
      return rules.Convolve(a.kernel);
    case GmDespeckle:
      return rules.Despeckle();
    case GmEdge:
      return rules.Convolve(Effects::EdgeMatrix(a.radius));
    case GmEmboss:
      return rules.Convolve(Effects::EmbossMatrix(a.radius, a.sigma));
    case GmEqualize:
      return rules.Equalize();
    case GmGamma:
      return rules.Gamma({a.radius, a.sigma, a.third});
    case GmGaussian:
      return rules.Convolve(Effects::GaussianMatrix(a.radius, a.sigma));
    case GmMedian:
      return rules.Median(a.radius);
    case GmMotionBlur:
      return rules.MotionBlur(a.radius, a.sigma, a.third);
    case GmNegate:
      return rules.Negate(a.radius != 0);
    case GmSharpen:
      return rules.Convolve(Effects::SharpenMatrix(a.radius, a.sigma));
    case GmUnsharp:
      return rules.Unsharp(a.radius, a.sigma, a.third, a.fourth);
    default:
      return {};
  }
}

template <class Change>
Image* Changed(const Image* image, ExceptionInfo* exception, Change change) {
  Image* clone = CloneImage(image, 0, 0, MagickTrue, exception);
  EXPECT_NE(MagickFail, change(clone));
  return clone;
}

}  // namespace

std::string DescribeEffect(const Case& c) {
  const EffectArguments& a = c.request.effect;
  std::ostringstream text;
  text << kEffectNames[c.request.operation - GmBlur] << " " << KindName(c.kind) << " "
       << c.image->columns << "x" << c.image->rows << " " << a.radius << "x" << a.sigma << "+"
       << a.third << "+" << a.fourth << " order " << a.order() << " outside " << a.outside
       << " channel " << a.channel;
  return text.str();
}

Image* CallEffect(const EffectArguments& a, GmOperation operation, Image* image,
                  ExceptionInfo* exception) {
  const RasterPixel& b = a.background;
  image->background_color.red = static_cast<Quantum>(b.red);
  image->background_color.green = static_cast<Quantum>(b.green);
  image->background_color.blue = static_cast<Quantum>(b.blue);
  image->background_color.opacity = static_cast<Quantum>(b.opacity);
  SetImageVirtualPixelMethod(image, a.outside);
  switch (operation) {
    case GmBlur:
      return BlurImageChannel(image, a.channel, a.radius, a.sigma, exception);
    case GmConvolve:
      return ConvolveImage(image, a.order(), a.kernel.data(), exception);
    case GmDespeckle:
      return DespeckleImage(image, exception);
    case GmEdge:
      return EdgeImage(image, a.radius, exception);
    case GmEmboss:
      return EmbossImage(image, a.radius, a.sigma, exception);
    case GmEqualize:
      return Changed(image, exception, EqualizeImage);
    case GmGamma: {
      std::ostringstream levels;
      levels.precision(17);
      levels << a.radius << "," << a.sigma << "/" << a.third;
      return Changed(image, exception,
                     [&](Image* clone) { return GammaImage(clone, levels.str().c_str()); });
    }
    case GmGaussian:
      return GaussianBlurImageChannel(image, a.channel, a.radius, a.sigma, exception);
    case GmMedian:
      return MedianFilterImage(image, a.radius, exception);
    case GmMotionBlur:
      return MotionBlurImage(image, a.radius, a.sigma, a.third, exception);
    case GmNegate:
      return Changed(image, exception,
                     [&](Image* clone) { return NegateImage(clone, a.radius != 0); });
    case GmSharpen:
      return SharpenImageChannel(image, a.channel, a.radius, a.sigma, exception);
    case GmUnsharp:
      return UnsharpMaskImageChannel(image, a.channel, a.radius, a.sigma, a.third, a.fourth,
                                     exception);
    default:
      return nullptr;
  }
}

Raster RunEffectLibrary(const Case& c, MagickAccelerateMode mode) {
  const ModeScope scope(mode);
  Exception exception;
  const ImagePtr image(CloneImage(c.image, 0, 0, MagickTrue, exception));
  image->unweighted_colors = MagickTrue;  // as GraphicsMagick
  const ImagePtr result(CallEffect(c.request.effect, c.request.operation, image.get(), exception));
  EXPECT_NE(nullptr, result) << exception.text();
  return result ? ToRaster(result.get()) : Raster{};
}

Raster RunEffectRules(const Case& c, const Raster& image) {
  const EffectArguments& a = c.request.effect;
  const Effects rules(image, {a.outside, a.background});
  Raster result = RulesFor(c.request.operation, a, rules);
  Keep(a.channel, image, result);
  return result;
}

double Gain(const Case& c) {
  return c.request.operation == GmUnsharp ? std::max(1.0, std::abs(c.request.effect.third)) : 1.0;
}

std::vector<bool> NearThreshold(const Case& c, const Raster& image, double steps) {
  const EffectArguments& a = c.request.effect;
  if (c.request.operation != GmUnsharp || a.fourth <= 0) return {};
  const Raster blurred = Effects(image, {}).Blur(a.radius, a.sigma);
  const double threshold = MaxRGB * a.fourth / 2;
  std::vector<bool> near;
  auto add = [&](double original, double blur) {
    near.push_back(std::abs(std::abs(original - blur) - threshold) <= steps);
  };
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    add(image.pixels[i].red, blurred.pixels[i].red);
    add(image.pixels[i].green, blurred.pixels[i].green);
    add(image.pixels[i].blue, blurred.pixels[i].blue);
    add(image.pixels[i].opacity, blurred.pixels[i].opacity);
  }
  return near;
}

EffectTally::~EffectTally() {
  testing::Test::RecordProperty("cases", cases_);
  testing::Test::RecordProperty("worst_steps", std::to_string(worst_));
  testing::Test::RecordProperty("worst_case", where_);
}

void EffectTally::Expect(const Raster& expected, const Raster& actual, double allowed,
                         const std::string& what, const std::vector<bool>& either) {
  ++cases_;
  ASSERT_EQ(expected.columns, actual.columns) << what;
  ASSERT_EQ(expected.rows, actual.rows) << what;
  EXPECT_EQ(expected.pseudo_class, actual.pseudo_class) << what;
  EXPECT_EQ(expected.matte, actual.matte) << what;
  EXPECT_EQ(expected.cmyk, actual.cmyk) << what;
  const int samples = expected.weights_by_opacity() ? 4 : 3;
  double worst = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < expected.pixels.size(); ++i) {
    const RasterPixel &e = expected.pixels[i], &a = actual.pixels[i];
    const double differences[] = {double(e.red) - a.red, double(e.green) - a.green,
                                  double(e.blue) - a.blue, double(e.opacity) - a.opacity};
    for (int s = 0; s < samples; ++s)
      if (std::abs(differences[s]) > worst && (either.empty() || !either[4 * i + s])) {
        worst = std::abs(differences[s]);
        at = i;
      }
  }
  if (worst > worst_) worst_ = worst, where_ = what;
  EXPECT_LE(worst, allowed) << what << ": " << PixelText(expected, at) << " expected, got "
                            << PixelText(actual, at);
}

}  // namespace lodestone::compat
