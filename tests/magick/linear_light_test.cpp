// Resizing and blurring in linear light: by the rule, restated slowly in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/resample/resize_plan.hpp"
#include "kernels/window/gaussian.hpp"
#include "kernels/window/separable_plan.hpp"
#include "magick/api.h"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"
#include "tests/support/separable_oracle.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using namespace test;

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

oracle::Axis AxisOf(const kernels::AxisTable& table) {
  return {table.first().data(),   table.count().data(), table.offset().data(),
          table.weights().data(), table.inputs(),       table.outputs()};
}

std::vector<Quantum> SamplesOf(const Image* image) {
  const std::vector<PixelPacket> pixels = Pixels(image);
  std::vector<Quantum> samples(4 * pixels.size());
  static_assert(sizeof(PixelPacket) == 4 * sizeof(Quantum));
  std::memcpy(samples.data(), pixels.data(), pixels.size() * sizeof(PixelPacket));
  return samples;
}

// Within one step: sums of floats may fall on either side of a half. Colours that are hardly
// visible are quotients of small numbers.
void ExpectRule(const Image* source, const Image* result, const kernels::ResamplePlan& plan,
                const oracle::Mode& mode, const std::string& what) {
  ASSERT_NE(nullptr, result) << what;
  const std::vector<Quantum> expected = oracle::Resample(
      SamplesOf(source), AxisOf(plan.horizontal), AxisOf(plan.vertical), plan.vertical_first, mode);
  const std::vector<Quantum> actual = SamplesOf(result);
  ASSERT_EQ(expected.size(), actual.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const bool faint = mode.weighted && expected[i | 3] > MaxRGB - MaxRGB / 50;
    ASSERT_LE(std::abs(int{expected[i]} - int{actual[i]}), faint ? MaxRGB / 100 : 1)
        << what << " sample " << i;
  }
}

class LinearLightTest : public testing::TestWithParam<Kind> {
 protected:
  ImagePtr Source(unsigned long columns, unsigned long rows, unsigned seed) const {
    ImagePtr image = RandomImage(columns, rows, GetParam(), seed);
    image->linear_light = MagickTrue;
    return image;
  }
  // CMYK is no light.
  bool IsLinear() const { return GetParam() != Kind::kCmyk; }
  bool HasAlpha() const { return GetParam() == Kind::kMatte || GetParam() == Kind::kPaletteMatte; }
  oracle::Mode Mode() const {
    oracle::Mode mode;
    mode.weighted = HasAlpha();
    mode.opaque = !HasAlpha() && IsLinear();
    mode.linear = IsLinear();
    return mode;
  }
  const ModeScope scope_{MagickAccelerateOff};
};

TEST_P(LinearLightTest, ResizeFollowsTheRule) {
  unsigned seed = 1;
  for (const unsigned long from : kSizes)
    for (const unsigned long to : kSizes) {
      const ImagePtr image = Source(from, 17, ++seed);
      const unsigned long rows = seed % 3 == 0 ? 7 : 40;
      Exception exception;
      const ImagePtr result(ResizeImage(image.get(), to, rows, TriangleFilter, 1.0, exception));
      const oracle::Mode mode = Mode();
      const auto plan = kernels::BuildResizePlan(from, 17, to, rows, kernels::Filter::kTriangle, 1);
      ASSERT_NO_FATAL_FAILURE(ExpectRule(image.get(), result.get(), plan, mode,
                                         std::to_string(from) + " to " + std::to_string(to)));
    }
}

TEST_P(LinearLightTest, BlurFollowsTheRule) {
  for (const unsigned long columns : kSizes)
    for (const double sigma : {0.6, 2.0}) {
      const ImagePtr image = Source(columns, 17, 3);
      Exception exception;
      const ImagePtr result(BlurImage(image.get(), 2, sigma, exception));
      oracle::Mode mode = Mode();
      mode.clamps_intermediate = false;
      const std::vector<double> taps = kernels::BlurKernel(2, sigma, 1000);
      const auto plan = kernels::BuildSeparablePlan(columns, 17, taps, taps, kernels::Fold::kCut);
      ASSERT_NO_FATAL_FAILURE(
          ExpectRule(image.get(), result.get(), plan, mode, std::to_string(columns)));
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, LinearLightTest, testing::ValuesIn(kAllKinds),
                         [](const auto& info) {
                           std::string name = KindName(info.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Every sample, through both tables of a picking filter.
TEST(LinearLight, ASampleAloneStaysAsItIs) {
  const ModeScope scope(MagickAccelerateOff);
  const ImagePtr image = BlankImage(256, 256);
  image->linear_light = MagickTrue;
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 256, 256);
  for (unsigned i = 0; i < 65536; ++i) {
    pixels[i] = PixelPacket{};
    pixels[i].red = static_cast<Quantum>(i % (MaxRGB + 1u));
    pixels[i].green = static_cast<Quantum>(MaxRGB - pixels[i].red);
  }
  SyncImagePixels(image.get());
  Exception exception;
  const ImagePtr twice(ResizeImage(image.get(), 512, 512, PointFilter, 1.0, exception));
  const std::vector<PixelPacket> before = Pixels(image.get()), after = Pixels(twice.get());
  for (unsigned i = 0; i < 65536; ++i) {
    const std::size_t at = std::size_t{i / 256} * 2 * 512 + i % 256 * 2;
    ASSERT_TRUE(SamePixel(before[i], after[at])) << i;
  }
}

// Half of the light is 73.5 per cent of the sample.
TEST(LinearLight, BlackAndWhiteMixToTheirLight) {
  const ImagePtr image = BlankImage(2, 1);
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 2, 1);
  pixels[0] = pixels[1] = PixelPacket{};
  pixels[1].red = pixels[1].green = pixels[1].blue = MaxRGB;
  SyncImagePixels(image.get());
  Exception exception;
  const ImagePtr plain(ScaleImage(image.get(), 1, 1, exception));
  image->linear_light = MagickTrue;
  const ImagePtr light(ScaleImage(image.get(), 1, 1, exception));
  EXPECT_NEAR(MaxRGB * 0.5, Pixels(plain.get())[0].green, 0.51);
  EXPECT_NEAR(MaxRGB * 0.735357, Pixels(light.get())[0].green, 0.51);
}

TEST(LinearLight, GreyImagesStayOneSampleAPixel) {
  const ImagePtr image = RandomGrey(255, 40, 9);
  const ImagePtr packets = RandomGrey(255, 40, 9);
  image->linear_light = packets->linear_light = MagickTrue;
  Exception exception;
  const ImagePtr grey(ResizeImage(image.get(), 100, 17, LanczosFilter, 1.0, exception));
  EXPECT_TRUE(HasGreyPixels(grey.get()));
  GetImagePixels(packets.get(), 0, 0, 255, 40);
  const ImagePtr expected(ResizeImage(packets.get(), 100, 17, LanczosFilter, 1.0, exception));
  ExpectSameImage(expected.get(), grey.get(), "grey");
}

TEST(LinearLight, TheEventSaysSo) {
  const ImagePtr image = RandomImage(20, 20, Kind::kOpaque, 1);
  image->linear_light = MagickTrue;
  Exception exception;
  EventRecorder recorder;
  const ImagePtr resized(ResizeImage(image.get(), 10, 10, LanczosFilter, 1.0, exception));
  const ImagePtr blurred(BlurImage(image.get(), 0, 1, exception));
  const ImagePtr sharpened(UnsharpMaskImage(image.get(), 0, 1, 1, 0, exception));
  std::vector<std::string> names;
  for (const auto& event : recorder.operations()) names.push_back(event.operation);
  EXPECT_EQ((std::vector<std::string>{"linear-resize", "linear-blur", "unsharp"}), names);
}

}  // namespace
}  // namespace lodestone
