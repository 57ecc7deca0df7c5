// Names of channels, colour spaces, composition operators, compressions, limits.
#include "magick/enum_strings.h"
#include "magick/core/enums/enum_table.hpp"

namespace {

using lodestone::EnumName;
using lodestone::NameOf;
using lodestone::NamesAll;
using lodestone::ValueOf;

constexpr EnumName kChannels[] = {
    {"undefined", UndefinedChannel}, {"red", RedChannel},         {"cyan", CyanChannel},
    {"green", GreenChannel},         {"magenta", MagentaChannel}, {"blue", BlueChannel},
    {"yellow", YellowChannel},       {"opacity", OpacityChannel}, {"black", BlackChannel},
    {"matte", MatteChannel},         {"all", AllChannels},        {"gray", GrayChannel},
    {"intensity", GrayChannel},
};
static_assert(NamesAll<ChannelType>(kChannels));

constexpr EnumName kColorspaces[] = {
    {"Undefined", UndefinedColorspace},
    {"RGB", RGBColorspace},
    {"Gray", GRAYColorspace},
    {"Transparent", TransparentColorspace},
    {"OHTA", OHTAColorspace},
    {"XYZ", XYZColorspace},
    {"PhotoCD YCC", YCCColorspace},
    {"YIQ", YIQColorspace},
    {"YPbPr", YPbPrColorspace},
    {"YUV", YUVColorspace},
    {"CMYK", CMYKColorspace},
    {"PhotoCD sRGB", sRGBColorspace},
    {"HSL", HSLColorspace},
    {"HWB", HWBColorspace},
    {"LAB", LABColorspace},
    {"CineonLogRGB", CineonLogRGBColorspace},
    {"Rec601Luma", Rec601LumaColorspace},
    {"Rec601YCbCr", Rec601YCbCrColorspace},
    {"Rec709Luma", Rec709LumaColorspace},
    {"Rec709YCbCr", Rec709YCbCrColorspace},
    {"YCC", YCCColorspace},
    {"sRGB", sRGBColorspace},
    {"CineonLog", CineonLogRGBColorspace},
    {"YCbCr", Rec601YCbCrColorspace},
};
static_assert(NamesAll<ColorspaceType>(kColorspaces));

constexpr EnumName kComposites[] = {
    {"Undefined", UndefinedCompositeOp},
    {"Over", OverCompositeOp},
    {"In", InCompositeOp},
    {"Out", OutCompositeOp},
    {"Atop", AtopCompositeOp},
    {"Xor", XorCompositeOp},
    {"Plus", PlusCompositeOp},
    {"Minus", MinusCompositeOp},
    {"Add", AddCompositeOp},
    {"Subtract", SubtractCompositeOp},
    {"Difference", DifferenceCompositeOp},
    {"Multiply", MultiplyCompositeOp},
    {"Bumpmap", BumpmapCompositeOp},
    {"Copy", CopyCompositeOp},
    {"CopyRed", CopyRedCompositeOp},
    {"CopyGreen", CopyGreenCompositeOp},
    {"CopyBlue", CopyBlueCompositeOp},
    {"CopyOpacity", CopyOpacityCompositeOp},
    {"Clear", ClearCompositeOp},
    {"Dissolve", DissolveCompositeOp},
    {"Displace", DisplaceCompositeOp},
    {"Modulate", ModulateCompositeOp},
    {"Threshold", ThresholdCompositeOp},
    {"No", NoCompositeOp},
    {"Darken", DarkenCompositeOp},
    {"Lighten", LightenCompositeOp},
    {"Hue", HueCompositeOp},
    {"Saturate", SaturateCompositeOp},
    {"Colorize", ColorizeCompositeOp},
    {"Luminize", LuminizeCompositeOp},
    {"Screen", ScreenCompositeOp},
    {"Overlay", OverlayCompositeOp},
    {"CopyCyan", CopyCyanCompositeOp},
    {"CopyMagenta", CopyMagentaCompositeOp},
    {"CopyYellow", CopyYellowCompositeOp},
    {"CopyBlack", CopyBlackCompositeOp},
    {"Divide", DivideCompositeOp},
    {"HardLight", HardLightCompositeOp},
    {"Exclusion", ExclusionCompositeOp},
    {"ColorDodge", ColorDodgeCompositeOp},
    {"ColorBurn", ColorBurnCompositeOp},
    {"SoftLight", SoftLightCompositeOp},
    {"LinearBurn", LinearBurnCompositeOp},
    {"LinearDodge", LinearDodgeCompositeOp},
    {"LinearLight", LinearLightCompositeOp},
    {"VividLight", VividLightCompositeOp},
    {"PinLight", PinLightCompositeOp},
    {"HardMix", HardMixCompositeOp},
    {"None", NoCompositeOp},
    {"SrcOver", OverCompositeOp},
    {"SrcIn", InCompositeOp},
    {"SrcOut", OutCompositeOp},
    {"SrcAtop", AtopCompositeOp},
};
static_assert(NamesAll<CompositeOperator>(kComposites));

constexpr EnumName kCompressions[] = {
    {"Undefined", UndefinedCompression},
    {"No", NoCompression},
    {"BZip", BZipCompression},
    {"Fax", FaxCompression},
    {"Group4", Group4Compression},
    {"JPEG", JPEGCompression},
    {"Lossless JPEG", LosslessJPEGCompression},
    {"LZW", LZWCompression},
    {"RLE", RLECompression},
    {"Zip", ZipCompression},
    {"LZMA", LZMACompression},
    {"JPEG2000", JPEG2000Compression},
    {"JBIG1", JBIG1Compression},
    {"JBIG2", JBIG2Compression},
    {"ZSTD", ZSTDCompression},
    {"WebP", WebPCompression},
    {"None", NoCompression},
    {"BZip2", BZipCompression},
    {"BZ2", BZipCompression},
    {"Group3", FaxCompression},
    {"JBIG", JBIG1Compression},
    {"Lossless", LosslessJPEGCompression},
    {"LZMA2", LZMACompression},
    {"GZip", ZipCompression},
    {"Zstandard", ZSTDCompression},
};
static_assert(NamesAll<CompressionType>(kCompressions));

constexpr EnumName kResources[] = {
    {"disk", DiskResource},       {"files", FileResource},    {"file", FileResource},
    {"map", MapResource},         {"memory", MemoryResource}, {"pixels", PixelsResource},
    {"threads", ThreadsResource}, {"width", WidthResource},   {"height", HeightResource},
    {"read", ReadResource},       {"write", WriteResource},
};

constexpr EnumName kVirtualPixels[] = {
    {"Undefined", UndefinedVirtualPixelMethod}, {"Constant", ConstantVirtualPixelMethod},
    {"Edge", EdgeVirtualPixelMethod},           {"Mirror", MirrorVirtualPixelMethod},
    {"Tile", TileVirtualPixelMethod},
};
static_assert(NamesAll<VirtualPixelMethod>(kVirtualPixels));

}  // namespace

ChannelType StringToChannelType(const char* option) {
  return ValueOf(kChannels, option, UndefinedChannel);
}

const char* ChannelTypeToString(const ChannelType channel) {
  return NameOf(kChannels, channel);
}

ColorspaceType StringToColorspaceType(const char* colorspace_string) {
  return ValueOf(kColorspaces, colorspace_string, UndefinedColorspace);
}

const char* ColorspaceTypeToString(const ColorspaceType colorspace) {
  return NameOf(kColorspaces, colorspace);
}

CompositeOperator StringToCompositeOperator(const char* option) {
  return ValueOf(kComposites, option, UndefinedCompositeOp);
}

const char* CompositeOperatorToString(const CompositeOperator composite_op) {
  return NameOf(kComposites, composite_op);
}

CompressionType StringToCompressionType(const char* option) {
  return ValueOf(kCompressions, option, UndefinedCompression);
}

const char* CompressionTypeToString(const CompressionType compression_type) {
  return NameOf(kCompressions, compression_type);
}

ResourceType StringToResourceType(const char* option) {
  return ValueOf(kResources, option, UndefinedResource);
}

VirtualPixelMethod StringToVirtualPixelMethod(const char* option) {
  return ValueOf(kVirtualPixels, option, UndefinedVirtualPixelMethod);
}
