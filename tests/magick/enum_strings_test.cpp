// Names of enumerations against GraphicsMagick's.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/gm_library.hpp"

namespace lodestone {
namespace {

using namespace test;

// GraphicsMagick's text, but for its misspelling of one filter.
std::string Corrected(const char* text) {
  return std::string(text) == "Cubi" ? "Cubic" : text;
}

template <typename Enum>
void ExpectSameNames(const char* (*theirs)(Enum), const char* (*ours)(Enum), int count) {
  for (int value = 0; value < count; value++) {
    EXPECT_EQ(Corrected(theirs(static_cast<Enum>(value))), ours(static_cast<Enum>(value)));
  }
}

#define EXPECT_SAME_NAMES(function, count) ExpectSameNames(GM(function), function, count)

TEST(EnumStringsTest, NamesAsGraphicsMagickGivesThem) {
  SKIP_WITHOUT_GM_LIBRARY();
  EXPECT_SAME_NAMES(BlobModeToString, 6);
  EXPECT_SAME_NAMES(ChannelTypeToString, 13);
  EXPECT_SAME_NAMES(ClassTypeToString, 4);
  EXPECT_SAME_NAMES(ColorspaceTypeToString, 21);
  EXPECT_SAME_NAMES(CompositeOperatorToString, 49);
  EXPECT_SAME_NAMES(CompressionTypeToString, 17);
  EXPECT_SAME_NAMES(DisposeTypeToString, 5);
  EXPECT_SAME_NAMES(EndianTypeToString, 5);
  EXPECT_SAME_NAMES(GravityTypeToString, 12);
  EXPECT_SAME_NAMES(HighlightStyleToString, 6);
  EXPECT_SAME_NAMES(ImageTypeToString, 12);
  EXPECT_SAME_NAMES(InterlaceTypeToString, 6);
  EXPECT_SAME_NAMES(MapModeToString, 4);
  EXPECT_SAME_NAMES(MetricTypeToString, 7);
  EXPECT_SAME_NAMES(NoiseTypeToString, 9);
  EXPECT_SAME_NAMES(OrientationTypeToString, 10);
  EXPECT_SAME_NAMES(QuantumOperatorToString, 31);
  EXPECT_SAME_NAMES(QuantumSampleTypeToString, 4);
  EXPECT_SAME_NAMES(QuantumTypeToString, 17);
  EXPECT_SAME_NAMES(ResizeFilterToString, 17);
  EXPECT_SAME_NAMES(ResolutionTypeToString, 4);
  EXPECT_SAME_NAMES(StorageTypeToString, 7);
}

template <typename Enum>
void ExpectSameValues(Enum (*theirs)(const char*), Enum (*ours)(const char*),
                      const std::vector<const char*>& names) {
  for (const char* name : names) EXPECT_EQ(theirs(name), ours(name)) << name;
  EXPECT_EQ(theirs("no such name"), ours("no such name"));
}

#define EXPECT_SAME_VALUES(function, ...) \
  ExpectSameValues(GM(function), function, std::vector<const char*> __VA_ARGS__)

TEST(EnumStringsTest, ValuesAsGraphicsMagickReadsThem) {
  SKIP_WITHOUT_GM_LIBRARY();
  EXPECT_SAME_VALUES(StringToChannelType,
                     {"all", "black", "Blue", "cyan", "gray", "intensity", "green", "magenta",
                      "matte", "opacity", "red", "yellow"});
  EXPECT_SAME_VALUES(
      StringToColorspaceType,
      {"cineonlog", "cmyk", "gray", "hsl", "hwb", "ohta", "rec601luma", "rec601ycbcr", "rec709luma",
       "rec709ycbcr", "RGB", "srgb", "transparent", "xyz", "ycbcr", "ycc", "yiq", "ypbpr", "yuv"});
  EXPECT_SAME_VALUES(StringToCompositeOperator,
                     {"over", "Copy-Opacity", "copy_opacity", "srcover", "xor", "hardmix", "clear",
                      "multiply", "lineardodge"});
  EXPECT_SAME_VALUES(StringToCompressionType,
                     {"none", "bzip", "bzip2", "bz2", "fax", "group3", "group4", "jpeg", "lossless",
                      "lzw", "rle", "zip", "gzip", "lzma", "zstd", "webp", "jbig", "jbig2"});
  EXPECT_SAME_VALUES(StringToDisposeType, {"none", "background", "previous"});
  EXPECT_SAME_VALUES(StringToEndianType, {"lsb", "msb", "native"});
  EXPECT_SAME_VALUES(StringToFilterTypes, {"point", "box", "triangle", "hermite", "hanning",
                                           "hamming", "blackman", "gaussian", "quadratic", "cubic",
                                           "catrom", "mitchell", "Lanczos", "bessel", "sinc"});
  EXPECT_SAME_VALUES(StringToGravityType, {"center", "north", "NorthEast", "northwest", "south",
                                           "southeast", "southwest", "static", "east", "west"});
  EXPECT_SAME_VALUES(StringToHighlightStyle, {"assign", "threshold", "tint", "xor"});
  EXPECT_SAME_VALUES(StringToImageType,
                     {"bilevel", "grayscale", "grayscalematte", "palette", "palettematte",
                      "truecolor", "truecolormatte", "colorseparation", "optimize"});
  EXPECT_SAME_VALUES(StringToInterlaceType, {"none", "line", "plane", "partition"});
  EXPECT_SAME_VALUES(StringToMetricType,
                     {"mae", "MSE", "pae", "psnr", "rmse", "meanabsoluteerror"});
  EXPECT_SAME_VALUES(StringToNoiseType, {"uniform", "gaussian", "impulse", "poisson", "random"});
  EXPECT_SAME_VALUES(StringToOrientationType, {"topleft", "top-right", "LeftBottom", "righttop"});
  EXPECT_SAME_VALUES(StringToPreviewType, {"rotate", "gamma", "jpeg", "edgedetect"});
  EXPECT_SAME_VALUES(StringToResolutionType, {"pixelsperinch", "PixelsPerCentimeter"});
  EXPECT_SAME_VALUES(StringToResourceType, {"disk", "file", "files", "map", "memory", "pixels",
                                            "threads", "width", "height", "read"});
  EXPECT_SAME_VALUES(StringToVirtualPixelMethod, {"constant", "edge", "mirror", "tile"});
}

TEST(EnumStringsTest, NullIsUndefined) {
  EXPECT_EQ(UndefinedFilter, StringToFilterTypes(nullptr));
  EXPECT_EQ(UndefinedResource, StringToResourceType(""));
}

}  // namespace
}  // namespace lodestone
