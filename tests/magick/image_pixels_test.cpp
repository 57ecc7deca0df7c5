// Filling, depth, opacity, types and colour spaces.
#include <tuple>

#include "magick/colorspace.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

// Samples given at 16 bits.
Quantum Q(unsigned int value) {
  return ScaleShortToQuantum(value);
}

ImagePtr Rgba() {
  const unsigned short samples[] = {1000, 33000, 65000, 30000, 100, 50000, 20, 60000};
  Exception exception;
  return ImagePtr(ConstituteImage(2, 1, "RGBA", ShortPixel, samples, exception));
}

PixelPacket At(const ImagePtr& image, long x) {
  Exception exception;
  return AcquireOnePixel(image.get(), x, 0, exception);
}

TEST(SetImage, FillsAndMarks) {
  const ImagePtr image(AllocateImage(nullptr));
  image->columns = 3;
  image->rows = 2;
  image->background_color.red = 7;
  EXPECT_EQ(SetImage(image.get(), 0), static_cast<unsigned>(MagickPass));
  EXPECT_FALSE(image->matte);
  EXPECT_EQ(At(image, 2).red, 7);
  EXPECT_EQ(SetImage(image.get(), 9), static_cast<unsigned>(MagickPass));
  EXPECT_TRUE(image->matte);
  EXPECT_EQ(At(image, 2).opacity, 9);
  const ImagePtr empty(AllocateImage(nullptr));
  EXPECT_EQ(SetImage(empty.get(), 0), static_cast<unsigned>(MagickFail));
}

TEST(SetImageColorRegion, StaysInside) {
  const ImagePtr image = Counting(4, 4);
  PixelPacket color{};
  color.red = 99;
  EXPECT_EQ(SetImageColorRegion(image.get(), 1, 1, 2, 2, &color),
            static_cast<unsigned>(MagickPass));
  EXPECT_EQ(RedAt(image.get(), 2, 2), 99);
  EXPECT_EQ(RedAt(image.get(), 3, 2), 12);
  EXPECT_EQ(SetImageColorRegion(image.get(), 3, 3, 2, 2, &color),
            static_cast<unsigned>(MagickFail));
}

TEST(SetImageDepth, KeepsTheLevelsOfTheDepth) {
  for (unsigned int depth = 1; depth <= QuantumDepth; ++depth) {
    const ImagePtr image = Rgba();
    EXPECT_EQ(SetImageDepth(image.get(), depth), static_cast<unsigned>(MagickPass));
    EXPECT_EQ(image->depth, depth);
    const int levels = (1 << depth) - 1, step = static_cast<int>(MaxRGB) / levels;
    for (const auto& [sample, rounded] : {std::pair<int, int>{Q(33000), At(image, 0).green},
                                          {Q(65000), At(image, 0).blue},
                                          {Q(100), At(image, 1).red}}) {
      EXPECT_EQ(rounded % step, 0) << depth;
      EXPECT_LE(rounded, levels * step) << depth;
      EXPECT_LE(std::abs(rounded - std::min(sample, levels * step)), step / 2) << depth;
    }
    Exception exception;
    EXPECT_LE(GetImageDepth(image.get(), exception), depth);
  }
  const ImagePtr image = Rgba();
  EXPECT_EQ(SetImageDepth(image.get(), 0), static_cast<unsigned>(MagickFail));
  EXPECT_EQ(SetImageDepth(image.get(), 99), static_cast<unsigned>(MagickPass));
  EXPECT_EQ(image->depth, static_cast<unsigned>(QuantumDepth));
}

TEST(SetImageOpacity, SetsOrWeakens) {
  const ImagePtr image = Rgba();
  SetImageOpacity(image.get(), Q(20000));
  const double alpha = (MaxRGBDouble - Q(20000)) / MaxRGBDouble;
  const double expected = MaxRGBDouble - (MaxRGBDouble - (MaxRGB - Q(30000))) * alpha;
  EXPECT_EQ(At(image, 0).opacity, static_cast<Quantum>(expected + 0.5));
  const ImagePtr opaque = Counting(2, 1);
  SetImageOpacity(opaque.get(), Q(20000));
  EXPECT_TRUE(opaque->matte);
  EXPECT_EQ(At(opaque, 1).opacity, Q(20000));
}

TEST(TransformColorspace, RgbToCmykAndBack) {
  const ImagePtr image = Rgba();
  ASSERT_NE(TransformColorspace(image.get(), CMYKColorspace), static_cast<unsigned>(MagickFail));
  Exception exception;
  const PixelPacket ink = *AcquireImagePixels(image.get(), 0, 0, 2, 1, exception);
  EXPECT_EQ(ink.red, MaxRGB - Q(1000));
  EXPECT_EQ(ink.opacity, MaxRGB - Q(65000));
  EXPECT_EQ(AccessImmutableIndexes(image.get())[0], MaxRGB - Q(30000));
  ASSERT_NE(TransformColorspace(image.get(), RGBColorspace), static_cast<unsigned>(MagickFail));
  EXPECT_EQ(At(image, 0).opacity, MaxRGB - Q(30000));
  const double light = MaxRGBDouble - ink.opacity;
  EXPECT_EQ(At(image, 0).green,
            static_cast<Quantum>((MaxRGBDouble - ink.green) * light / MaxRGBDouble + 0.5));
}

TEST(TransformColorspace, GreyIsLuma) {
  const ImagePtr image = Rgba();
  TransformColorspace(image.get(), GRAYColorspace);
  const double luma = 0.299 * Q(1000) + 0.587 * Q(33000) + 0.114 * Q(65000);
  EXPECT_EQ(At(image, 0).blue, static_cast<Quantum>(luma + 0.5));
  EXPECT_TRUE(image->is_grayscale);
  EXPECT_EQ(At(image, 0).opacity, MaxRGB - Q(30000));
}

TEST(TransformColorspace, RefusesOthers) {
  const ImagePtr image = Rgba();
  EXPECT_EQ(TransformColorspace(image.get(), LABColorspace), static_cast<unsigned>(MagickFail));
  EXPECT_EQ(image->exception.severity, OptionError);
  EXPECT_EQ(image->colorspace, RGBColorspace);
}

TEST(SetImageType, Table) {
  const std::tuple<ImageType, ColorspaceType, ClassType> cases[] = {
      {BilevelType, GRAYColorspace, PseudoClass},
      {GrayscaleType, GRAYColorspace, DirectClass},
      {GrayscaleMatteType, GRAYColorspace, DirectClass},
      {PaletteType, RGBColorspace, PseudoClass},
      {PaletteMatteType, TransparentColorspace, DirectClass},
      {TrueColorType, RGBColorspace, DirectClass},
      {TrueColorMatteType, RGBColorspace, DirectClass},
      {ColorSeparationType, CMYKColorspace, DirectClass},
      {OptimizeType, RGBColorspace, DirectClass}};
  for (const auto& [type, colorspace, storage_class] : cases) {
    const ImagePtr image = Rgba();
    EXPECT_EQ(SetImageType(image.get(), type), static_cast<unsigned>(MagickPass)) << type;
    EXPECT_EQ(image->colorspace, colorspace) << type;
    EXPECT_EQ(image->storage_class, storage_class) << type;
  }
}

TEST(SetImageType, AddsAlpha) {
  for (const ImageType type : {GrayscaleMatteType, PaletteMatteType, TrueColorMatteType}) {
    const ImagePtr image = Counting(3, 2);
    EXPECT_EQ(SetImageType(image.get(), type), static_cast<unsigned>(MagickPass));
    EXPECT_TRUE(image->matte) << type;
    EXPECT_EQ(At(image, 0).opacity, OpaqueOpacity) << type;
  }
}

TEST(SyncImage, ExpandsIndexesAndReportsBadOnes) {
  const ImagePtr image = Counting(3, 1);
  ASSERT_NE(AllocateImageColormap(image.get(), 4), static_cast<unsigned>(MagickFail));
  GetImagePixels(image.get(), 0, 0, 3, 1);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  indexes[0] = 1;
  indexes[1] = 3;
  indexes[2] = 9;
  SyncImage(image.get());
  EXPECT_EQ(image->exception.severity, CorruptImageError);
  EXPECT_EQ(At(image, 0).red, image->colormap[1].red);
  EXPECT_EQ(At(image, 1).red, MaxRGB);
  EXPECT_EQ(At(image, 2).red, 0);
}

}  // namespace
}  // namespace lodestone::test
