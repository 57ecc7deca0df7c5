// Colour reduction: the library against the real GraphicsMagick and against its algorithm restated
// slowly, which is also available at 8 bits. Everything is equal, indexes and palettes too.
#include <gtest/gtest.h>

#include "tests/compat/parity.hpp"
#include "tests/support/gm_quantize.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::compat {
namespace {

#define LODESTONE_NEEDS_GM_OF_THIS_DEPTH() \
  LODESTONE_NEEDS_GM();                    \
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick here has 16 bits a sample, this build 8"

enum class Content { kNoise, kSmooth, kFlat, kGrey };
constexpr Content kContents[] = {Content::kNoise, Content::kSmooth, Content::kFlat, Content::kGrey};

Quantum Wave(double phase) {
  return static_cast<Quantum>((0.5 + 0.5 * std::sin(phase)) * MaxRGBDouble);
}

// Fills the pixels, whatever the class, with colours that are near those around.
void Fill(Image* image, Content content, unsigned seed) {
  PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  ASSERT_NE(nullptr, pixels);
  for (std::size_t i = 0; i < image->columns * image->rows; ++i) {
    const double x = static_cast<double>(i % image->columns) / 31 + seed,
                 y = static_cast<double>(i / image->columns) / 23;
    PixelPacket& pixel = pixels[i];
    pixel.red = Wave(x + y);
    pixel.green = Wave(2 * x - y);
    pixel.blue = Wave(x * y / 3);
    if (content == Content::kGrey) pixel.green = pixel.blue = pixel.red;
    if (content != Content::kFlat) continue;
    for (Quantum* sample : {&pixel.red, &pixel.green, &pixel.blue})
      *sample = static_cast<Quantum>(*sample / (MaxRGB / 5 + 1) * (MaxRGB / 4));
  }
  ASSERT_NE(MagickFail, SyncImagePixels(image));
}

ImagePtr MakeImage(unsigned long columns, unsigned long rows, Content content, bool matte,
                   unsigned seed) {
  ImagePtr image = RandomImage(columns, rows, matte ? Kind::kMatte : Kind::kOpaque, seed);
  if (content != Content::kNoise) Fill(image.get(), content, seed);
  return image;
}

struct Reduction {
  GmOperation operation = GmQuantize;
  unsigned colors = 256, depth = 0;
  bool dither = true;
  unsigned choice = RGBColorspace;  // the colorspace, the type, or the channel

  Request request() const {
    Request request;
    request.operation = operation;
    request.effect.radius = colors;
    request.effect.sigma = depth;
    request.effect.third = dither;
    request.effect.channel = static_cast<ChannelType>(choice);
    return request;
  }
};

void Quantize(const Reduction& reduction, Image* image) {
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.number_colors = reduction.colors;
  info.tree_depth = reduction.depth;
  info.dither = reduction.dither;
  info.colorspace = static_cast<ColorspaceType>(reduction.choice);
  EXPECT_NE(MagickFail, QuantizeImage(&info, image));
}

void Map(const Reduction& reduction, Image* image) {
  Exception exception;
  const ImagePtr map(SampleImage(image, image->columns / 3 + 1, image->rows / 3 + 1, exception));
  ASSERT_NE(nullptr, map);
  EXPECT_NE(MagickFail, MapImage(image, map.get(), reduction.dither));
}

void Threshold(const Reduction& reduction, Image* image) {
  Exception exception;
  const std::string order = std::to_string(reduction.colors);
  const char* channel = ChannelTypeToString(static_cast<ChannelType>(reduction.choice));
  EXPECT_NE(MagickFail,
            RandomChannelThresholdImage(image, channel, (order + "x" + order).c_str(), exception));
}

Raster RunReduction(const Reduction& reduction, const Image* source) {
  Exception exception;
  const ImagePtr image(CloneImage(source, 0, 0, MagickTrue, exception));
  image->dither = reduction.dither;
  switch (reduction.operation) {
    case GmQuantize:
      Quantize(reduction, image.get());
      break;
    case GmMap:
      Map(reduction, image.get());
      break;
    case GmGreyPalette:
      GrayscalePseudoClassImage(image.get(), reduction.colors);
      break;
    case GmType:
      EXPECT_NE(MagickFail, SetImageType(image.get(), static_cast<ImageType>(reduction.choice)));
      break;
    case GmOrderedDither:
      EXPECT_NE(MagickFail, OrderedDitherImage(image.get()));
      break;
    default:
      Threshold(reduction, image.get());
  }
  return ToRaster(image.get());
}

std::string Describe(const Reduction& r, const Image* image) {
  std::ostringstream text;
  text << "operation " << r.operation << " " << image->columns << "x" << image->rows
       << (image->matte ? " matte" : "") << (image->storage_class == PseudoClass ? " palette" : "")
       << " colors " << r.colors << " depth " << r.depth << " dither " << r.dither << " choice "
       << r.choice;
  return text.str();
}

// GraphicsMagick leaves numbers in the opacity of some palettes, and of the pixels of images
// without alpha.
void ClearOpacity(Raster* raster) {
  for (RasterPixel& color : raster->colormap) color.opacity = 0;
  if (raster->matte) return;
  for (RasterPixel& pixel : raster->pixels) pixel.opacity = 0;
}

void ExpectEqual(Raster expected, Raster actual, const std::string& what) {
  ClearOpacity(&expected);
  ClearOpacity(&actual);
  EXPECT_EQ(expected.pseudo_class, actual.pseudo_class) << what;
  EXPECT_EQ(expected.matte, actual.matte) << what;
  EXPECT_EQ(expected.colormap.size(), actual.colormap.size()) << what;
  EXPECT_TRUE(expected.colormap == actual.colormap) << what;
  EXPECT_TRUE(!expected.pseudo_class || expected.indexes == actual.indexes) << what;
  EXPECT_TRUE(expected.pixels == actual.pixels) << what;
}

void ExpectAsGm(const Reduction& reduction, const Image* image) {
  ExpectEqual(GmProcess::Get()->Run(reduction.request(), ToRaster(image)),
              RunReduction(reduction, image), Describe(reduction, image));
}

// GraphicsMagick's time grows with the square of the number of nodes: large images get flat trees.
unsigned DepthFor(const Image* image, unsigned number) {
  if (image->columns * image->rows > 2000) return 2 + number % 4;
  return number % 10 == 1 ? 0 : number % 10;
}

template <class Visit>
void ForEachReduction(Visit visit) {
  constexpr unsigned kColors[] = {1, 2, 3, 8, 16, 63, 255, 256};
  unsigned seed = 0;
  for (Content content : kContents)
    for (const auto& [columns, rows] : {std::pair{1u, 1u},
                                        {2u, 7u},
                                        {17u, 16u},
                                        {257u, 3u},
                                        {3u, 255u},
                                        {40u, 37u},
                                        {161u, 97u}}) {
      ++seed;
      const ImagePtr image = MakeImage(columns, rows, content, seed % 3 == 0, seed);
      for (unsigned colors : kColors)
        for (bool dither : {false, true})
          visit(Reduction{GmQuantize, colors, DepthFor(image.get(), seed + colors), dither},
                image.get());
    }
}

TEST(QuantizeParity, RandomCases) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  ForEachReduction(ExpectAsGm);
}

// Grey colorspaces only with grey images: the conversion of others may differ by a step.
TEST(QuantizeParity, Colorspaces) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  for (Content content : kContents)
    for (bool matte : {false, true}) {
      const ImagePtr image = MakeImage(61, 53, content, matte, 5);
      for (unsigned space : {GRAYColorspace, TransparentColorspace, Rec709LumaColorspace})
        for (unsigned colors : {2, 7, 256})
          for (bool dither : {false, true})
            if (content == Content::kGrey || space == TransparentColorspace)
              ExpectAsGm({GmQuantize, colors, 0, dither, space}, image.get());
    }
}

TEST(QuantizeParity, Palettes) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  for (Kind kind : {Kind::kPalette, Kind::kPaletteMatte}) {
    const ImagePtr image = RandomImage(61, 53, kind, 3);
    for (unsigned colors : {1, 2, 9, 36, 37, 64})
      for (bool dither : {false, true}) ExpectAsGm({GmQuantize, colors, 0, dither}, image.get());
  }
}

TEST(QuantizeParity, ManyColors) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  for (Content content : {Content::kNoise, Content::kSmooth}) {
    const ImagePtr image = MakeImage(60, 50, content, false, 6);
    for (unsigned colors : {300u, 1000u, 2000u, 0u})
      for (unsigned depth : {0u, 6u, 8u})
        ExpectAsGm({GmQuantize, colors, depth, depth == 6}, image.get());
  }
}

// So many cubes that the tree is pruned meanwhile; a regular lattice, since then many errors are
// equal, and GraphicsMagick needs few passes.
TEST(QuantizeParity, TooManyNodes) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  const ImagePtr image = test::BlankImage(512, 512);
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 512, 512);
  constexpr unsigned kStep = (MaxRGB + 1) / 64;
  const auto sample = [](std::size_t i) {
    return static_cast<Quantum>(i % 64 * kStep + kStep / 2);
  };
  for (std::size_t i = 0; i < 512 * 512; ++i) {
    pixels[i] = PixelPacket{};
    pixels[i].red = sample(i * 37);
    pixels[i].green = sample(i / 64 * 11);
    pixels[i].blue = sample(i / 4096);
  }
  SyncImagePixels(image.get());
  for (unsigned depth : {6u, 7u, 8u}) ExpectAsGm({GmQuantize, 200, depth, false}, image.get());
}

TEST(MapParity, RandomCases) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  unsigned seed = 0;
  for (Content content : kContents)
    for (const auto& [columns, rows] : {std::pair{1u, 1u}, {7u, 2u}, {16u, 17u}, {61u, 53u}})
      for (bool matte : {false, true})
        for (bool dither : {false, true})
          ExpectAsGm({GmMap, 0, 0, dither}, MakeImage(columns, rows, content, matte, ++seed).get());
}

TEST(GreyPaletteParity, RandomCases) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  for (const auto& [columns, rows] : {std::pair{1u, 1u}, {7u, 2u}, {16u, 17u}, {255u, 257u}})
    for (bool matte : {false, true}) {
      const ImagePtr image = MakeImage(columns, rows, Content::kGrey, matte, columns);
      ExpectAsGm({GmGreyPalette, 0}, image.get());
      ExpectAsGm({GmGreyPalette, 1}, image.get());
    }
}

// With shades that occur more than once, and shades that no pixel has.
TEST(GreyPaletteParity, Palettes) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  for (Kind kind : {Kind::kPalette, Kind::kPaletteMatte}) {
    const ImagePtr image = RandomImage(9, 3, kind, 4);
    for (unsigned i = 0; i < image->colors; ++i) {
      PixelPacket& color = image->colormap[i];
      color.red = color.green = color.blue = static_cast<Quantum>(i * 31 % 13 * 19);
    }
    SyncImage(image.get());
    ExpectAsGm({GmGreyPalette, 0}, image.get());
    ExpectAsGm({GmGreyPalette, 1}, image.get());
  }
}

TEST(ImageTypeParity, RandomCases) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  unsigned seed = 0;
  for (Content content : kContents)
    for (bool matte : {false, true})
      for (bool dither : {false, true}) {
        const ImagePtr image = MakeImage(61, 53, content, matte, ++seed);
        for (unsigned type : {PaletteType, PaletteMatteType, TrueColorType, TrueColorMatteType})
          ExpectAsGm({GmType, 0, 0, dither, type}, image.get());
        // The conversion of colours to grey may differ by a step, which dithering spreads.
        if (content == Content::kGrey || !dither)
          ExpectAsGm({GmType, 0, 0, dither, BilevelType}, image.get());
      }
  for (Kind kind : {Kind::kPalette, Kind::kPaletteMatte})
    for (unsigned type : {BilevelType, PaletteType, PaletteMatteType})
      ExpectAsGm({GmType, 0, 0, false, type}, RandomImage(61, 53, kind, ++seed).get());
}

TEST(OrderedDitherParity, RandomCases) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  for (const auto& [columns, rows] : {std::pair{1u, 1u}, {7u, 2u}, {16u, 17u}, {255u, 61u}})
    for (bool matte : {false, true})
      for (Content content : kContents)
        ExpectAsGm({GmOrderedDither}, MakeImage(columns, rows, content, matte, 7).get());
  ExpectAsGm({GmOrderedDither}, RandomImage(61, 53, Kind::kPalette, 7).get());
}

// Of one channel of a palette image, GraphicsMagick changes the pixels but not the palette; of all
// channels and alpha, it changes the opacity of other pixels.
TEST(RandomThresholdParity, Patterns) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  for (const auto& [columns, rows] : {std::pair{1u, 1u}, {7u, 2u}, {16u, 17u}, {61u, 53u}})
    for (bool matte : {false, true}) {
      const ImagePtr image = MakeImage(columns, rows, Content::kNoise, matte, columns);
      for (unsigned order = 2; order <= 7; ++order)
        for (unsigned channel : {RedChannel, CyanChannel, GreenChannel, BlueChannel, YellowChannel,
                                 OpacityChannel, MatteChannel, AllChannels, GrayChannel})
          if (channel != AllChannels || !matte)
            ExpectAsGm({GmRandomThreshold, order, 0, false, channel}, image.get());
    }
}

unsigned DefaultDepth(const Reduction& r) {
  unsigned depth = r.dither ? 0 : 1;
  for (unsigned colors = r.colors; colors != 0; colors /= 4) ++depth;
  return depth;
}

TEST(QuantizeRules, RandomCases) {
  ForEachReduction([](const Reduction& r, const Image* image) {
    Exception exception;
    if (IsGrayImage(image, exception)) return;
    const std::vector<PixelPacket> pixels = test::Pixels(image);
    gm_oracle::Quantizer rules(r.depth ? r.depth : DefaultDepth(r));
    rules.Classify(pixels, image->columns);
    rules.Reduce(r.colors);
    const gm_oracle::QuantizeResult expected =
        rules.Assign(pixels, static_cast<long>(image->columns), r.dither);
    const Raster actual = RunReduction(r, image);
    ASSERT_EQ(expected.colors.size(), actual.colormap.size()) << Describe(r, image);
    for (std::size_t i = 0; i < expected.colors.size(); ++i) {
      EXPECT_EQ(expected.colors[i].red, actual.colormap[i].red);
      EXPECT_EQ(expected.colors[i].green, actual.colormap[i].green);
      EXPECT_EQ(expected.colors[i].blue, actual.colormap[i].blue);
    }
    EXPECT_TRUE(std::equal(expected.indexes.begin(), expected.indexes.end(), actual.indexes.begin(),
                           actual.indexes.end()))
        << Describe(r, image);
  });
}

}  // namespace
}  // namespace lodestone::compat
