// Neighbourhood filters at their limits: taps that reach beyond the image, sizes and sums that are
// too large, images whose fields do not match their pixels.
#include <algorithm>
#include <cmath>

#include "kernels/window/border.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

using kernels::Border;

std::vector<double> FarTaps(std::size_t order) {
  std::vector<double> taps(order);
  for (std::size_t k = 0; k < order; ++k) taps[k] = double(k * 5 % 11) + (k % 3 == 0 ? -4.0 : 1.5);
  return taps;
}

// The weight of each sample of one axis for an output; the last element is the constant colour's.
std::vector<double> SlowWeights(Border border, const std::vector<double>& taps, long size,
                                long output) {
  std::vector<double> weights(static_cast<std::size_t>(size) + 1);
  const long half = static_cast<long>(taps.size() / 2);
  double sum = 0.0;
  for (double tap : taps) sum += tap;
  for (long k = -half; k <= half; ++k) {
    const long source = kernels::BorderIndex(border, output + k, size);
    weights[static_cast<std::size_t>(source < 0 ? size : source)] += taps[k + half] / sum;
  }
  return weights;
}

void ExpectConvolved(const Image* source, const Image* result, Border border,
                     const std::vector<double>& taps, const PixelPacket& color) {
  const long columns = static_cast<long>(source->columns), rows = static_cast<long>(source->rows);
  Exception exception;
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < columns; ++x) {
      const std::vector<double> across = SlowWeights(border, taps, columns, x);
      const std::vector<double> down = SlowWeights(border, taps, rows, y);
      double sum = 0.0;
      for (long v = 0; v <= rows; ++v)
        for (long u = 0; u <= columns; ++u) {
          const bool outside = v == rows || u == columns;
          sum += across[u] * down[v] * (outside ? color.red : RedAt(source, u, v));
        }
      const double expected = std::clamp(sum, 0.0, MaxRGBDouble);
      EXPECT_NEAR(expected, AcquireOnePixel(result, x, y, exception).red, QuantumDepth == 8 ? 1 : 2)
          << "border " << int(border) << " at " << x << "," << y;
    }
}

// The result is no larger than the source, and within every limit.
TEST(EffectLimits, TapsMayReachFarBeyondAnImageAtTheLimits) {
  const std::pair<ConvolveBorder, Border> kBorders[] = {
      {EdgeConvolveBorder, Border::kEdge},
      {MirrorConvolveBorder, Border::kMirror},
      {Reflect101ConvolveBorder, Border::kReflect101},
      {TileConvolveBorder, Border::kTile},
      {ConstantConvolveBorder, Border::kConstant}};
  for (const auto& [columns, rows] : {std::pair(9ul, 9ul), {1ul, 7ul}, {16ul, 3ul}}) {
    const ImagePtr image = RandomImage(columns, rows, Kind::kOpaque, 1);
    const LimitScope width(WidthResource, columns), height(HeightResource, rows),
        area(PixelsResource, columns * rows);
    for (std::size_t order : {5u, 35u, 20001u}) {
      const std::vector<double> taps = FarTaps(order);
      const ConvolveTaps both{static_cast<unsigned>(order), taps.data(), 0.0};
      PixelPacket color{};
      color.red = MaxRGB / 5;
      for (const auto& [border, meaning] : kBorders) {
        Exception exception;
        const ImagePtr result(
            SeparableConvolveImage(image.get(), &both, &both, border, &color, exception));
        ASSERT_NE(nullptr, result) << exception.text();
        ExpectConvolved(image.get(), result.get(), meaning, taps, color);
      }
    }
  }
}

TEST(EffectLimits, TablesThatAreTooLargeLackResources) {
  Exception exception;
  const ImagePtr image = Counting(70000, 1);
  EXPECT_EQ(nullptr, ImagePtr(BlurImage(image.get(), 35000.0, 60000.0, exception)));
  EXPECT_EQ(ResourceLimitError, exception.severity());
  EXPECT_NE(std::string::npos, exception.text().find("256 MiB")) << exception.text();
}

TEST(EffectLimits, SumsOfBothDirectionsAreFinite) {
  const ImagePtr image = RandomImage(17, 7, Kind::kOpaque, 2);
  const double huge[] = {-1e25, 1e25, 1e25}, small[] = {1e-25, 1e-25, 1e-25};
  const ConvolveTaps across{3, huge, 1.0}, down{3, huge, 1.0}, tiny{3, small, 1.0};
  Exception exception;
  EXPECT_EQ(nullptr, ImagePtr(SeparableConvolveImage(image.get(), &across, &down,
                                                     EdgeConvolveBorder, nullptr, exception)));
  EXPECT_EQ(OptionError, exception.severity());
  EXPECT_NE(nullptr, ImagePtr(SeparableConvolveImage(image.get(), &across, &tiny,
                                                     EdgeConvolveBorder, nullptr, exception)));
  const double endless[] = {0.0, HUGE_VAL, 0.0};
  const ConvolveTaps infinite{3, endless, 1.0};
  EXPECT_EQ(nullptr, ImagePtr(SeparableConvolveImage(image.get(), &tiny, &infinite,
                                                     EdgeConvolveBorder, nullptr, exception)));
}

TEST(EffectLimits, CmykWithoutIndexesIsOpaque) {
  const ImagePtr image = RandomImage(17, 7, Kind::kOpaque, 2);
  image->colorspace = CMYKColorspace;
  image->matte = MagickTrue;
  Exception exception;
  const ImagePtr result(BlurImage(image.get(), 0.0, 1.0, exception));
  ASSERT_NE(nullptr, result) << exception.text();
  EXPECT_EQ(UndefinedException, exception.severity());
  ASSERT_NE(nullptr, AcquireImagePixels(result.get(), 0, 0, 17, 7, exception));
  const IndexPacket* alpha = AccessImmutableIndexes(result.get());
  ASSERT_NE(nullptr, alpha);
  EXPECT_TRUE(std::all_of(alpha, alpha + 17 * 7, [](IndexPacket index) { return index == 0; }));
}

std::vector<std::string> heard;
magick_int64_t cancel_at = -1;

MagickPassFail Listen(const char* text, magick_int64_t quantum, magick_uint64_t, ExceptionInfo*) {
  if (heard.empty() || heard.back() != text) heard.push_back(text);
  return quantum == cancel_at ? MagickFail : MagickPass;
}

class Equalizing : public testing::Test {
 protected:
  void SetUp() override {
    heard.clear();
    cancel_at = -1;
    before_ = SetMonitorHandler(Listen);
  }
  void TearDown() override { SetMonitorHandler(before_); }

 private:
  MonitorHandler before_ = nullptr;
};

TEST_F(Equalizing, TellsTheMonitorAndStops) {
  const ImagePtr image = RandomImage(17, 7, Kind::kOpaque, 3);
  EXPECT_EQ(MagickPass, EqualizeImage(image.get()));
  EXPECT_EQ((std::vector<std::string>{"[test] Building histogram...",
                                      "[test] Applying histogram equalization..."}),
            heard);
  cancel_at = 6;
  EXPECT_EQ(MagickFail, EqualizeImage(image.get()));
  EXPECT_EQ(MonitorError, image->exception.severity);
}

TEST_F(Equalizing, SharedPixelsStaySharedWhereNothingChanges) {
  Exception exception;
  for (const Kind kind : {Kind::kOpaque, Kind::kPalette}) {
    const ImagePtr image = RandomImage(17, 7, kind, 4);
    for (unsigned i = 0; i < image->colors; ++i) image->colormap[i] = PixelPacket{};
    PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 17, 7);
    std::fill(pixels, pixels + 17 * 7, PixelPacket{});
    SyncImagePixels(image.get());
    const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    EXPECT_EQ(MagickPass, EqualizeImage(clone.get()));
    EXPECT_EQ(AcquireImagePixels(image.get(), 0, 0, 17, 7, exception),
              AcquireImagePixels(clone.get(), 0, 0, 17, 7, exception));
  }
}

TEST_F(Equalizing, GreyPixelsAreEqualisedAsTheyAre) {
  for (const ClassType storage_class : {DirectClass, PseudoClass}) {
    const auto samples = RandomSamples(17 * 7, 5);
    const ImagePtr grey = GreyImage(17, 7, samples, storage_class);
    const ImagePtr packets = AsPackets(grey.get(), samples);
    EXPECT_EQ(MagickPass, EqualizeImage(grey.get()));
    EXPECT_EQ(MagickPass, EqualizeImage(packets.get()));
    EXPECT_EQ(storage_class == DirectClass, HasGreyPixels(grey.get()));
    EXPECT_EQ(packets->is_grayscale, grey->is_grayscale);
    ExpectSameImage(packets.get(), grey.get(), "equalised");
  }
  const ImagePtr black = GreyImage(17, 7, std::vector<Quantum>(17 * 7));
  EXPECT_EQ(MagickPass, EqualizeImage(black.get()));
  EXPECT_TRUE(HasGreyPixels(black.get()));
}

}  // namespace
}  // namespace lodestone::test
