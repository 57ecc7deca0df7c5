// The valid values of the public enumerations, defined only here. Callers written in C may pass
// anything.
#pragma once

#include "magick/blob.h"
#include "magick/color_lookup.h"
#include "magick/colorspace.h"
#include "magick/compare.h"
#include "magick/confirm_access.h"
#include "magick/constitute.h"
#include "magick/effect.h"
#include "magick/image_types.h"
#include "magick/log.h"
#include "magick/operator.h"
#include "magick/pixel_cache.h"
#include "magick/registry.h"
#include "magick/render.h"
#include "magick/resource.h"
#include "magick/tone.h"
#include "magick/type.h"
#include "magick/utility.h"

namespace lodestone {

// The values are 0 to `last`, without gaps, or all combinations of the bits of `last`.
struct EnumRange {
  const char* refusal;  // what an exception says about any other value
  unsigned last;
};

constexpr EnumRange RangeOf(BlobMode) {
  return {"Unrecognized blob mode", WriteBinaryBlobMode};
}
constexpr EnumRange RangeOf(ChannelType) {
  return {"Unrecognized channel type", GrayChannel};
}
constexpr EnumRange RangeOf(ClassType) {
  return {"Unrecognized storage class", PseudoClass};
}
constexpr EnumRange RangeOf(ClipPathUnits) {
  return {"Unrecognized clipping path units", ObjectBoundingBox};
}
constexpr EnumRange RangeOf(ColorspaceType) {
  return {"Unrecognized colorspace", Rec709YCbCrColorspace};
}
constexpr EnumRange RangeOf(ComplianceType) {
  return {"Unrecognized color compliance", AllCompliance};
}
constexpr EnumRange RangeOf(CompositeOperator) {
  return {"Unrecognized composition operator", HardMixCompositeOp};
}
constexpr EnumRange RangeOf(CompressionType) {
  return {"Unrecognized image compression", WebPCompression};
}
constexpr EnumRange RangeOf(ConfirmAccessMode) {
  return {"Unrecognized access mode", URLGetHTTPConfirmAccessMode};
}
constexpr EnumRange RangeOf(DecorationType) {
  return {"Unrecognized text decoration", LineThroughDecoration};
}
constexpr EnumRange RangeOf(DisposeType) {
  return {"Unrecognized dispose method", PreviousDispose};
}
constexpr EnumRange RangeOf(EndianType) {
  return {"Unrecognized endian type", NativeEndian};
}
constexpr EnumRange RangeOf(FillRule) {
  return {"Unrecognized fill rule", NonZeroRule};
}
constexpr EnumRange RangeOf(FilterTypes) {
  return {"Unrecognized image filter", SincFilter};
}
constexpr EnumRange RangeOf(GravityType) {
  return {"Unrecognized gravity type", StaticGravity};
}
constexpr EnumRange RangeOf(HighlightStyle) {
  return {"Unrecognized highlight style", XorHighlightStyle};
}
constexpr EnumRange RangeOf(ImageType) {
  return {"Unrecognized image type", OptimizeType};
}
constexpr EnumRange RangeOf(InterlaceType) {
  return {"Unrecognized interlace type", PartitionInterlace};
}
constexpr EnumRange RangeOf(LineCap) {
  return {"Unrecognized line cap", SquareCap};
}
constexpr EnumRange RangeOf(LineJoin) {
  return {"Unrecognized line join", BevelJoin};
}
constexpr EnumRange RangeOf(LogOutputType) {
  return {"Unrecognized log output", 2 * MethodOutput - 1};
}
constexpr EnumRange RangeOf(MapMode) {
  return {"Unrecognized map mode", IOMode};
}
constexpr EnumRange RangeOf(MetricType) {
  return {"Unrecognized error metric", RootMeanSquaredErrorMetric};
}
constexpr EnumRange RangeOf(NoiseType) {
  return {"Unrecognized noise type", UndefinedNoise};
}
constexpr EnumRange RangeOf(OrientationType) {
  return {"Unrecognized orientation type", LeftBottomOrientation};
}
constexpr EnumRange RangeOf(PaintMethod) {
  return {"Unrecognized paint method", ResetMethod};
}
constexpr EnumRange RangeOf(PathType) {
  return {"Unrecognized path component", FullPath};
}
constexpr EnumRange RangeOf(PreviewType) {
  return {"Unrecognized preview type", JPEGPreview};
}
constexpr EnumRange RangeOf(QuantumSampleType) {
  return {"Unrecognized quantum sample type", FloatQuantumSampleType};
}
constexpr EnumRange RangeOf(QuantumType) {
  return {"Unrecognized quantum type", CIEXYZQuantum};
}
constexpr EnumRange RangeOf(RenderingIntent) {
  return {"Unrecognized rendering intent", RelativeIntent};
}
constexpr EnumRange RangeOf(IntensityMethod) {
  return {"Unrecognized intensity method", Rec709LuminanceIntensity};
}
constexpr EnumRange RangeOf(MagickFunction) {
  return {"Unrecognized function", ArctanFunction};
}
constexpr EnumRange RangeOf(QuantumOperator) {
  return {"Unrecognized quantum operator", ThresholdWhiteNegateQuantumOp};
}
constexpr EnumRange RangeOf(RegistryType) {
  return {"Unrecognized registry type", ImageInfoRegistryType};
}
constexpr EnumRange RangeOf(ResolutionType) {
  return {"Unrecognized resolution type", PixelsPerCentimeterResolution};
}
constexpr EnumRange RangeOf(ResourceType) {
  return {"Unrecognized resource type", WriteResource};
}
constexpr EnumRange RangeOf(StorageType) {
  return {"Unrecognized storage type", DoublePixel};
}
constexpr EnumRange RangeOf(StretchType) {
  return {"Unrecognized font stretch", AnyStretch};
}
constexpr EnumRange RangeOf(StyleType) {
  return {"Unrecognized font style", AnyStyle};
}
constexpr EnumRange RangeOf(VirtualPixelMethod) {
  return {"Unrecognized virtual pixel method", TileVirtualPixelMethod};
}

template <class Enum>
constexpr bool IsKnown(Enum value) {
  return static_cast<unsigned>(value) <= RangeOf(value).last;
}

}  // namespace lodestone
