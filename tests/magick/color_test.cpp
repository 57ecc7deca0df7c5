// Colours by name, colour counts, colormaps, and properties of pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "magick/core/color/color_table.hpp"
#include "tests/support/gm_image.hpp"

namespace lodestone {
namespace {

using namespace test;

std::string Text(const PixelPacket& pixel) {
  return std::to_string(pixel.red) + "," + std::to_string(pixel.green) + "," +
         std::to_string(pixel.blue) + "," + std::to_string(pixel.opacity);
}

PixelPacket Color(const char* name) {
  Exception exception;
  PixelPacket pixel{};
  EXPECT_EQ(1U, QueryColorDatabase(name, &pixel, exception)) << name;
  return pixel;
}

std::string Bytes(const PixelPacket& pixel) {
  return std::to_string(ScaleQuantumToChar(pixel.red)) + "," +
         std::to_string(ScaleQuantumToChar(pixel.green)) + "," +
         std::to_string(ScaleQuantumToChar(pixel.blue)) + "," +
         std::to_string(ScaleQuantumToChar(pixel.opacity));
}

TEST(QueryColorDatabaseTest, NamesAndNumbers) {
  EXPECT_EQ("255,0,0,0", Bytes(Color("red")));
  EXPECT_EQ("255,0,0,0", Bytes(Color("  RED")));
  EXPECT_EQ("0,0,0,255", Bytes(Color("none")));
  EXPECT_EQ("127,127,127,0", Bytes(Color("grey50")));
  EXPECT_EQ("255,0,0,0", Bytes(Color("#f00")));
  EXPECT_EQ("255,0,0,136", Bytes(Color("#F008")));
  EXPECT_EQ("18,52,86,0", Bytes(Color("#123456")));
  EXPECT_EQ("18,52,86,120", Bytes(Color("#12345678")));
  EXPECT_EQ("255,128,0,0", Bytes(Color("#ffff80800000")));
  EXPECT_EQ("1,2,3,0", Bytes(Color("rgb(1,2,3)")));
  EXPECT_EQ("10,20,30,0", Bytes(Color("rgb( 10 , 20 ,30 )")));
  EXPECT_EQ("255,0,12,0", Bytes(Color("rgb(300,-5,12.2)")));
  EXPECT_EQ("255,102,0,0", Bytes(Color("rgb(100%,40%,0%)")));
  EXPECT_EQ("1,2,3,128", Bytes(Color("rgba(1,2,3,128)")));
  EXPECT_EQ("128,128,128,0", Bytes(Color("gray(128)")));
  EXPECT_EQ("255,255,255,0", Bytes(Color("")));
}

TEST(QueryColorDatabaseTest, UnknownIsAWarning) {
  for (const char* name : {"nosuchcolor", "#ff", "#12345", "#gggggg", "rgb(1,2)", "rgb(1,2,3",
                           "rgb 1 2 3", "rgb(a,b,c)", "red "}) {
    Exception exception;
    PixelPacket pixel{};
    EXPECT_EQ(0U, QueryColorDatabase(name, &pixel, exception)) << name;
    EXPECT_EQ(OptionWarning, exception.severity()) << name;
    EXPECT_EQ(TransparentOpacity, pixel.opacity);
  }
}

TEST(QueryColorDatabaseTest, AgreesWithGraphicsMagick) {
  SKIP_WITHOUT_GM_LIBRARY();
  Exception exception;
  ExceptionInfo* e = exception;
  std::vector<std::string> texts;
  for (const NamedColor& named : NamedColors()) texts.emplace_back(named.name);
  std::mt19937 random(1);
  for (int i = 0; i < 2000; i++) {
    std::string hex = "#";
    for (unsigned digits = "\3\4\6\10\11\14\20"[random() % 7]; digits > 0; digits--) {
      hex += "0123456789abcdefABCDEF"[random() % 22];
    }
    texts.push_back(hex);
    texts.push_back("rgb(" + std::to_string(random() % 256) + "," + std::to_string(random() % 256) +
                    "," + std::to_string(random() % 256) + ")");
  }
  for (const std::string& text : texts) {
    PixelPacket theirs{};
    ASSERT_EQ(1U, GM(QueryColorDatabase)(text.c_str(), &theirs, e)) << text;
    const PixelPacket ours = Color(text.c_str());
    // 3 digits per sample are scaled with one rounding here and with two there.
    const int tolerance = text.size() == 10 ? 1 : 0;
    EXPECT_NEAR(theirs.red, ours.red, tolerance) << text;
    EXPECT_NEAR(theirs.green, ours.green, tolerance) << text;
    EXPECT_NEAR(theirs.blue, ours.blue, tolerance) << text;
    EXPECT_EQ(theirs.opacity, ours.opacity) << text;
  }
}

TEST(QueryColornameTest, AgreesWithGraphicsMagick) {
  SKIP_WITHOUT_GM_LIBRARY();
  Exception exception;
  ExceptionInfo* e = exception;
  const ImagePtr image = BlankImage(1, 1);
  std::mt19937 random(2);
  for (const NamedColor& named : NamedColors()) {
    PixelPacket pixel = Color(named.name);
    for (int variant = 0; variant < 4; variant++) {
      image->depth = variant % 2 == 0 ? 8 : 16;
      image->matte = variant / 2;
      if (variant == 3) pixel = RandomPixel(random, true);
      for (const ComplianceType compliance : {SVGCompliance, X11Compliance, AllCompliance}) {
        char theirs[MaxTextExtent];
        char ours[MaxTextExtent];
        const unsigned found = GM(QueryColorname)(image.get(), &pixel, compliance, theirs, e);
        EXPECT_EQ(found, QueryColorname(image.get(), &pixel, compliance, ours, e)) << Text(pixel);
        // Among the names of one colour GraphicsMagick prefers the one queried last.
        if (found == 0) {
          EXPECT_STREQ(theirs, ours) << named.name << " " << Text(pixel);
        }
      }
    }
  }
}

TEST(QueryColornameTest, PrefersTheFirstInTheAlphabet) {
  Exception exception;
  const ImagePtr image = BlankImage(1, 1);
  image->depth = 8;
  const auto name = [&](const char* color, ComplianceType compliance) {
    const PixelPacket pixel = Color(color);
    char text[MaxTextExtent];
    QueryColorname(image.get(), &pixel, compliance, text, exception);
    return std::string(text);
  };
  EXPECT_EQ("aqua", name("cyan", SVGCompliance));
  EXPECT_EQ("cyan", name("aqua", X11Compliance));
  EXPECT_EQ("black", name("black", AllCompliance));
  EXPECT_EQ("none", name("transparent", AllCompliance));
  EXPECT_EQ("#010203", name("rgb(1,2,3)", AllCompliance));
}

TEST(GetColorTupleTest, AgreesWithGraphicsMagick) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(3);
  for (int i = 0; i < 500; i++) {
    const PixelPacket pixel = RandomPixel(random, true);
    for (const unsigned depth : {9U, 16U, 32U}) {
      for (unsigned mode = 0; mode < 4; mode++) {
        char theirs[MaxTextExtent];
        char ours[MaxTextExtent];
        GM(GetColorTuple)(&pixel, depth, mode & 1, mode >> 1, theirs);
        GetColorTuple(&pixel, depth, mode & 1, mode >> 1, ours);
        ASSERT_STREQ(theirs, ours);
      }
    }
  }
}

TEST(GetColorTupleTest, RoundsToEightBits) {
  PixelPacket pixel{};
  pixel.red = static_cast<Quantum>(ScaleCharToQuantum(7) - (QuantumDepth == 16 ? 128 : 0));
  pixel.green = static_cast<Quantum>(ScaleCharToQuantum(7) + (QuantumDepth == 16 ? 128 : 0));
  pixel.blue = MaxRGB;
  char tuple[MaxTextExtent];
  for (const unsigned depth : {1U, 8U}) {
    GetColorTuple(&pixel, depth, MagickFalse, MagickFalse, tuple);
    EXPECT_STREQ("(  7,  7,255)", tuple);
  }
}

TEST(GetColorListTest, MatchesPatterns) {
  unsigned long count = 0;
  char** list = GetColorList("blue*", &count);
  ASSERT_EQ(5UL, count);
  EXPECT_STREQ("blue4", list[4]);
  for (unsigned long i = 0; i < count; i++) MagickFree(list[i]);
  MagickFree(list);
}

std::string ColorText(PixelPacket pixel) {
  pixel.opacity = 0;  // does not count
  return Text(pixel);
}

TEST(HistogramTest, CountsEveryColor) {
  Exception exception;
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette}) {
    const ImagePtr image = RandomImage(80, 60, kind, 4);
    std::map<std::string, unsigned long> expected;
    for (const PixelPacket& pixel : Pixels(image.get())) expected[ColorText(pixel)]++;
    unsigned long count = 0;
    HistogramColorPacket* histogram = GetColorHistogram(image.get(), &count, exception);
    ASSERT_NE(nullptr, histogram);
    EXPECT_EQ(expected.size(), count);
    for (unsigned long i = 0; i < count; i++) {
      EXPECT_EQ(expected[ColorText(histogram[i].pixel)], histogram[i].count);
    }
    MagickFree(histogram);
    EXPECT_EQ(count, GetNumberColors(image.get(), nullptr, exception));
    EXPECT_EQ(count <= 256 ? 1U : 0U, IsPaletteImage(image.get(), exception));
  }
}

std::string Printed(const Image* image,
                    unsigned long (*count)(const Image*, FILE*, ExceptionInfo*)) {
  Exception exception;
  std::FILE* file = std::tmpfile();
  count(image, file, exception);
  std::rewind(file);
  std::string text(1 << 20, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

// GraphicsMagick prefers the name that was queried last.
std::string WithoutNames(const std::string& text) {
  return std::regex_replace(text, std::regex("    [A-Za-z][A-Za-z0-9]*\n"), "    name\n");
}

TEST(HistogramTest, PrintsAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte}) {
    const ImagePtr image = RandomImage(12, 9, kind, 5);
    const GmImagePtr theirs = ToGm(image.get());
    image->depth = theirs->depth = 16;
    EXPECT_EQ(WithoutNames(Printed(theirs.get(), GM(GetNumberColors))),
              WithoutNames(Printed(image.get(), GetNumberColors)));
  }
}

TEST(ColormapTest, AllocatesGreysAndKeepsThemWhenGrowing) {
  const ImagePtr image = BlankImage(2, 2);
  ASSERT_EQ(MagickPass, AllocateImageColormap(image.get(), 5));
  EXPECT_EQ(PseudoClass, image->storage_class);
  EXPECT_EQ(5U, image->colors);
  EXPECT_EQ(0, image->colormap[0].red);
  EXPECT_EQ(MaxRGB / 4 * 4, image->colormap[4].red);
  ASSERT_EQ(MagickPass, ReallocateImageColormap(image.get(), 8));
  EXPECT_EQ(MaxRGB / 4 * 4, image->colormap[4].red);
  EXPECT_EQ(0, image->colormap[7].red);
  EXPECT_EQ(MagickFail, AllocateImageColormap(image.get(), 0));
  EXPECT_EQ(MagickFail, AllocateImageColormap(image.get(), 70000));
  EXPECT_EQ(OptionError, image->exception.severity);
}

TEST(ColormapTest, SortingAndReplacingKeepTheImage) {
  const ImagePtr image = RandomImage(20, 20, Kind::kPalette, 6);
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, SortColormapByIntensity(image.get()));
  const auto sorted = Pixels(image.get());
  for (size_t i = 0; i < before.size(); i++) ASSERT_TRUE(SamePixel(before[i], sorted[i]));
  std::vector<PixelPacket> reversed(image->colormap, image->colormap + image->colors);
  std::reverse(reversed.begin(), reversed.end());
  ASSERT_EQ(MagickPass, ReplaceImageColormap(image.get(), reversed.data(), image->colors));
  const auto replaced = Pixels(image.get());
  for (size_t i = 0; i < before.size(); i++) ASSERT_TRUE(SamePixel(before[i], replaced[i]));
  const ImagePtr direct = RandomImage(2, 2, Kind::kOpaque, 6);
  EXPECT_EQ(MagickFail, SortColormapByIntensity(direct.get()));
}

// Grey or not, black and white or not, opaque or not, with a palette or without.
ImagePtr Sample(unsigned seed) {
  std::mt19937 random(seed);
  ImagePtr image = BlankImage(9, 7);
  const bool gray = seed & 1, mono = seed & 2, opaque = seed & 4, palette = seed & 8;
  image->matte = (seed & 16) != 0;
  if (palette) AllocateImageColormap(image.get(), 16);
  const unsigned colors = 16;
  std::vector<PixelPacket> table(colors);
  for (PixelPacket& color : table) {
    color = RandomPixel(random, !opaque && image->matte);
    if (mono) color.red = color.red > MaxRGB / 2 ? MaxRGB : 0;
    if (gray || mono) color.green = color.blue = color.red;
  }
  if (palette) std::copy(table.begin(), table.end(), image->colormap);
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 9, 7);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  for (unsigned i = 0; i < 63; i++) {
    const unsigned index = i < colors ? i : random() % colors;
    if (indexes != nullptr) indexes[i] = static_cast<IndexPacket>(index);
    pixels[i] = table[index];
  }
  SyncImagePixels(image.get());
  return image;
}

TEST(AnalyzeTest, TypesAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  Exception exception;
  ExceptionInfo* e = exception;
  for (unsigned seed = 0; seed < 32; seed++) {
    const ImagePtr image = Sample(seed);
    const GmImagePtr theirs = ToGm(image.get());
    EXPECT_EQ(GM(IsGrayImage)(theirs.get(), e), IsGrayImage(image.get(), e)) << seed;
    EXPECT_EQ(GM(IsMonochromeImage)(theirs.get(), e), IsMonochromeImage(image.get(), e)) << seed;
    EXPECT_EQ(GM(IsOpaqueImage)(theirs.get(), e), IsOpaqueImage(image.get(), e)) << seed;
    EXPECT_EQ(GM(GetImageType)(theirs.get(), e), GetImageType(image.get(), e)) << seed;
    ImageCharacteristics expected, actual;
    GM(GetImageCharacteristics)(theirs.get(), &expected, MagickTrue, e);
    GetImageCharacteristics(image.get(), &actual, MagickTrue, e);
    EXPECT_EQ(expected.cmyk, actual.cmyk) << seed;
    EXPECT_EQ(expected.grayscale, actual.grayscale) << seed;
    EXPECT_EQ(expected.monochrome, actual.monochrome) << seed;
    EXPECT_EQ(expected.opaque, actual.opaque) << seed;
    EXPECT_EQ(expected.palette, actual.palette) << seed;
  }
}

TEST(AnalyzeTest, DepthIsTheLeastThatHoldsEverySample) {
  Exception exception;
  const ImagePtr image = BlankImage(200, 100);
  for (const unsigned depth : {1U, 2U, 4U, 8U, 16U}) {
    if (depth > QuantumDepth) continue;
    std::mt19937 random(depth);
    const unsigned long steps = (1UL << depth) - 1;
    PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 200, 100);
    for (int i = 0; i < 20000; i++) {
      const unsigned long level = i < 2 ? static_cast<unsigned long>(i) : random() % (steps + 1);
      pixels[i] = PixelPacket{};
      pixels[i].green = static_cast<Quantum>(level * (MaxRGB / steps));
    }
    SyncImagePixels(image.get());
    EXPECT_EQ(depth, GetImageDepth(image.get(), exception));
    EXPECT_EQ(depth, GetImageChannelDepth(image.get(), GreenChannel, exception));
    EXPECT_EQ(1U, GetImageChannelDepth(image.get(), RedChannel, exception));
  }
}

TEST(AnalyzeTest, DepthOfEverySampleAsGraphicsMagickHasIt) {
  SKIP_WITHOUT_GM_LIBRARY();
  Exception exception;
  ExceptionInfo* e = exception;
  const ImagePtr image = BlankImage(1, 1);
  *SetImagePixels(image.get(), 0, 0, 1, 1) = PixelPacket{};
  SyncImagePixels(image.get());
  const GmImagePtr theirs = ToGm(image.get());
  for (unsigned sample = 0; sample <= MaxRGB; sample += sample < 1000 ? 1 : 241) {
    GetImagePixels(image.get(), 0, 0, 1, 1)->red = static_cast<Quantum>(sample);
    SyncImagePixels(image.get());
    GM(GetImagePixels)(theirs.get(), 0, 0, 1UL, 1UL)->red = static_cast<Quantum>(sample);
    GM(SyncImagePixels)(theirs.get());
    ASSERT_EQ(GM(GetImageDepth)(theirs.get(), e), GetImageDepth(image.get(), e)) << sample;
  }
}

TEST(AnalyzeTest, DepthCountsAlphaOnlyWhereThereIsAny) {
  Exception exception;
  const ImagePtr image = BlankImage(1, 1);
  PixelPacket* pixel = SetImagePixels(image.get(), 0, 0, 1, 1);
  *pixel = PixelPacket{};
  pixel->opacity = 1;
  SyncImagePixels(image.get());
  EXPECT_EQ(1UL, GetImageDepth(image.get(), exception));
  image->matte = MagickTrue;
  EXPECT_EQ(static_cast<unsigned long>(QuantumDepth), GetImageDepth(image.get(), exception));
}

}  // namespace
}  // namespace lodestone
