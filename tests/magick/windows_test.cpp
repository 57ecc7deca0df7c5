// Functions of windows: the classes, spaces and flags of their results, and what they refuse.
// tests/kernels compares their pixels with oracles, tests/compat with GraphicsMagick.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/magick/support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

// Of two colours that differ much, or little.
ImagePtr Split(unsigned left, unsigned right) {
  Exception exception;
  ImagePtr image(
      CloneImage(RandomImage(10, 8, Kind::kOpaque, 1).get(), 0, 0, MagickTrue, exception));
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 10, 8);
  for (unsigned i = 0; i < 80; ++i) {
    const auto value = static_cast<Quantum>(i % 10 < 5 ? left : right);
    pixels[i].red = pixels[i].green = pixels[i].blue = value;
  }
  SyncImagePixels(image.get());
  return image;
}

ImagePtr InRgb(const Image* image) {
  Exception exception;
  ImagePtr clone(CloneImage(image, 0, 0, MagickTrue, exception));
  EXPECT_NE(MagickFail, TransformColorspace(clone.get(), RGBColorspace));
  return clone;
}

TEST(Windows, EnhancingKeepsEdgesAndAveragesWhatIsSimilar) {
  Exception exception;
  const ImagePtr edge = Split(0, MaxRGB), step = Split(MaxRGB / 2, MaxRGB / 2 + MaxRGB / 50);
  ExpectSameImage(edge.get(), ImagePtr(EnhanceImage(edge.get(), exception)).get(), "edge");
  const ImagePtr enhanced(EnhanceImage(step.get(), exception));
  ASSERT_NE(nullptr, enhanced) << exception.text();
  const auto before = Pixels(step.get()), after = Pixels(enhanced.get());
  EXPECT_LT(before[44].red, after[44].red);
  EXPECT_GT(before[45].red, after[45].red);
}

TEST(Windows, SmallImagesCannotBeEnhanced) {
  for (const auto& [columns, rows] : {std::pair<unsigned long, unsigned long>{4, 9}, {9, 4}}) {
    Exception exception;
    const ImagePtr image = RandomImage(columns, rows, Kind::kOpaque, 1);
    EXPECT_EQ(nullptr, ImagePtr(EnhanceImage(image.get(), exception)));
    EXPECT_EQ(OptionError, exception.severity());
    EXPECT_NE(std::string::npos, exception.text().find("5x5")) << exception.text();
  }
}

TEST(Windows, EvenPartsAreAsBrightAsTheLightIsHigh) {
  Exception exception;
  const ImagePtr even = Split(MaxRGB / 3, MaxRGB / 3);
  const std::pair<double, unsigned> cases[] = {
      {90.0, MaxRGB}, {0.0, 0}, {30.0, MaxRGB / 2}, {-30.0, 0}};
  for (const auto& [elevation, expected] : cases) {
    const ImagePtr shaded(ShadeImage(even.get(), 1, 77.0, elevation, exception));
    ASSERT_NE(nullptr, shaded) << exception.text();
    EXPECT_NE(0u, shaded->is_grayscale);
    for (const PixelPacket& pixel : Pixels(shaded.get()))
      ASSERT_NEAR(expected, pixel.red, 1.0) << elevation;
  }
}

// Light from the left on a slope that rises to the right, and from the right.
TEST(Windows, SlopesThatFaceTheLightAreBrighter) {
  Exception exception;
  const ImagePtr image = Split(0, MaxRGB);
  const ImagePtr left(ShadeImage(image.get(), 1, 180.0, 45.0, exception));
  const ImagePtr right(ShadeImage(image.get(), 1, 0.0, 45.0, exception));
  EXPECT_GT(Pixels(left.get())[44].red, Pixels(left.get())[41].red);
  EXPECT_LT(Pixels(right.get())[44].red, Pixels(right.get())[41].red);
}

TEST(Windows, ThresholdsAndPaintingsAreInRgb) {
  for (const Kind kind : kAllKinds) {
    Exception exception;
    const ImagePtr image = RandomImage(13, 11, kind, 4), rgb = InRgb(image.get());
    for (const bool paints : {false, true}) {
      const auto run = [&](const Image* source) {
        return ImagePtr(paints ? OilPaintImage(source, 1, exception)
                               : AdaptiveThresholdImage(source, 5, 4, 100, exception));
      };
      const ImagePtr result = run(image.get()), expected = run(rgb.get());
      ASSERT_NE(nullptr, result) << exception.text();
      EXPECT_EQ(DirectClass, result->storage_class);
      EXPECT_EQ(RGBColorspace, result->colorspace);
      ExpectSameImage(expected.get(), result.get(), KindName(kind));
    }
  }
}

TEST(Windows, ThresholdsOfGreyImagesAreBilevel) {
  Exception exception;
  const ImagePtr image = RandomGrey(40, 30, 3);
  EventRecorder recorder;
  const ImagePtr result(AdaptiveThresholdImage(image.get(), 3, 3, 0, exception));
  ASSERT_NE(nullptr, result) << exception.text();
  EXPECT_EQ("adaptive-threshold", recorder.operations().at(0).operation);
  EXPECT_EQ(1u, recorder.operations().at(0).raw.samples);
  EXPECT_NE(0u, result->is_monochrome);
  for (const PixelPacket& pixel : Pixels(result.get()))
    ASSERT_TRUE(pixel.red == 0 || pixel.red == MaxRGB);
  const ImagePtr again(AdaptiveThresholdImage(result.get(), 3, 3, MaxRGB, exception));
  ExpectSameImage(result.get(), again.get(), "bilevel images stay");
}

// Half steps are rounded up, and those below 0 towards 0.
TEST(Windows, OffsetsAreRounded) {
  const ImagePtr even = Split(MaxRGB / 2, MaxRGB / 2);
  const std::pair<double, unsigned> cases[] = {{0.0, 0},       {-0.4, 0},        {-1.4, 0},
                                               {-1.6, MaxRGB}, {-1e300, MaxRGB}, {1e300, 0}};
  for (const auto& [offset, expected] : cases) {
    Exception exception;
    const ImagePtr result(AdaptiveThresholdImage(even.get(), 3, 3, offset, exception));
    ASSERT_NE(nullptr, result) << exception.text();
    EXPECT_EQ(expected, Pixels(result.get())[33].red) << offset;
  }
}

TEST(Windows, CharcoalDrawingsAreGrey) {
  for (const Kind kind : kAllKinds) {
    Exception exception;
    const ImagePtr image = RandomImage(23, 19, kind, 4);
    const ImagePtr result(CharcoalImage(image.get(), 1, 1, exception));
    ASSERT_NE(nullptr, result) << KindName(kind) << exception.text();
    EXPECT_NE(0u, result->is_grayscale) << KindName(kind);
    for (const PixelPacket& pixel : Pixels(result.get())) {
      ASSERT_EQ(pixel.red, pixel.green) << KindName(kind);
      ASSERT_EQ(pixel.red, pixel.blue) << KindName(kind);
    }
  }
}

// What is white stays white, since there are no edges.
TEST(Windows, CharcoalDrawsEdges) {
  Exception exception;
  const ImagePtr edge = Split(0, MaxRGB);
  const ImagePtr drawn(CharcoalImage(edge.get(), 1, 0.5, exception));
  ASSERT_NE(nullptr, drawn) << exception.text();
  EXPECT_EQ(MaxRGB, Pixels(drawn.get())[30].red);
  EXPECT_GT(Pixels(drawn.get())[30].red, Pixels(drawn.get())[35].red + MaxRGB / 2u);
}

}  // namespace
}  // namespace lodestone::test
