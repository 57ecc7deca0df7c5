// Names of image properties: type, gravity, orientation, filter and the like.
#include <bit>

#include "magick/enum_strings.h"
#include "magick/core/enums/enum_table.hpp"

namespace {

using lodestone::EnumName;
using lodestone::NameOf;
using lodestone::NamesAll;
using lodestone::ValueOf;

constexpr EnumName kDisposes[] = {
    {"Undefined", UndefinedDispose}, {"None", NoneDispose},   {"Background", BackgroundDispose},
    {"Previous", PreviousDispose},   {"0", UndefinedDispose}, {"1", NoneDispose},
    {"2", BackgroundDispose},        {"3", PreviousDispose},
};
static_assert(NamesAll<DisposeType>(kDisposes));

constexpr EnumName kEndians[] = {
    {"Undefined", UndefinedEndian},
    {"LSB", LSBEndian},
    {"MSB", MSBEndian},
    {"Native", NativeEndian},
};
static_assert(NamesAll<EndianType>(kEndians));

constexpr EnumName kFilters[] = {
    {"Undefined", UndefinedFilter}, {"Point", PointFilter},       {"Box", BoxFilter},
    {"Triangle", TriangleFilter},   {"Hermite", HermiteFilter},   {"Hanning", HanningFilter},
    {"Hamming", HammingFilter},     {"Blackman", BlackmanFilter}, {"Gaussian", GaussianFilter},
    {"Quadratic", QuadraticFilter}, {"Cubic", CubicFilter},       {"Catrom", CatromFilter},
    {"Mitchell", MitchellFilter},   {"Lanczos", LanczosFilter},   {"Bessel", BesselFilter},
    {"Sinc", SincFilter},
};
static_assert(NamesAll<FilterTypes>(kFilters));

constexpr EnumName kFontStretches[] = {
    {"normal", NormalStretch},
    {"ultra-condensed", UltraCondensedStretch},
    {"extra-condensed", ExtraCondensedStretch},
    {"condensed", CondensedStretch},
    {"semi-condensed", SemiCondensedStretch},
    {"semi-expanded", SemiExpandedStretch},
    {"expanded", ExpandedStretch},
    {"extra-expanded", ExtraExpandedStretch},
    {"ultra-expanded", UltraExpandedStretch},
    {"any", AnyStretch},
};
static_assert(NamesAll<StretchType>(kFontStretches));

constexpr EnumName kFontStyles[] = {
    {"normal", NormalStyle},
    {"italic", ItalicStyle},
    {"oblique", ObliqueStyle},
    {"any", AnyStyle},
};
static_assert(NamesAll<StyleType>(kFontStyles));

constexpr EnumName kGravities[] = {
    {"Forget", ForgetGravity},       {"NorthWest", NorthWestGravity}, {"North", NorthGravity},
    {"NorthEast", NorthEastGravity}, {"West", WestGravity},           {"Center", CenterGravity},
    {"East", EastGravity},           {"SouthWest", SouthWestGravity}, {"South", SouthGravity},
    {"SouthEast", SouthEastGravity}, {"Static", StaticGravity},
};
static_assert(NamesAll<GravityType>(kGravities));

constexpr EnumName kHighlights[] = {
    {"Undefined", UndefinedHighlightStyle},
    {"Assign", AssignHighlightStyle},
    {"Threshold", ThresholdHighlightStyle},
    {"Tint", TintHighlightStyle},
    {"XOR", XorHighlightStyle},
};
static_assert(NamesAll<HighlightStyle>(kHighlights));

constexpr EnumName kImageTypes[] = {
    {"Undefined", UndefinedType},
    {"Bilevel", BilevelType},
    {"Grayscale", GrayscaleType},
    {"GrayscaleMatte", GrayscaleMatteType},
    {"Palette", PaletteType},
    {"PaletteMatte", PaletteMatteType},
    {"TrueColor", TrueColorType},
    {"TrueColorMatte", TrueColorMatteType},
    {"ColorSeparation", ColorSeparationType},
    {"ColorSeparationMatte", ColorSeparationMatteType},
    {"Optimize", OptimizeType},
};
static_assert(NamesAll<ImageType>(kImageTypes));

constexpr EnumName kInterlaces[] = {
    {"Undefined", UndefinedInterlace}, {"No", NoInterlace},
    {"Line", LineInterlace},           {"Plane", PlaneInterlace},
    {"Partition", PartitionInterlace}, {"None", NoInterlace},
};
static_assert(NamesAll<InterlaceType>(kInterlaces));

constexpr EnumName kMetrics[] = {
    {"Undefined", UndefinedMetric},
    {"MeanAbsoluteError", MeanAbsoluteErrorMetric},
    {"MeanSquaredError", MeanSquaredErrorMetric},
    {"PeakAbsoluteError", PeakAbsoluteErrorMetric},
    {"PeakSignalToNoiseRatio", PeakSignalToNoiseRatioMetric},
    {"RootMeanSquaredError", RootMeanSquaredErrorMetric},
    {"MAE", MeanAbsoluteErrorMetric},
    {"MSE", MeanSquaredErrorMetric},
    {"PAE", PeakAbsoluteErrorMetric},
    {"PSNR", PeakSignalToNoiseRatioMetric},
    {"RMSE", RootMeanSquaredErrorMetric},
};
static_assert(NamesAll<MetricType>(kMetrics));

constexpr EnumName kNoises[] = {
    {"Uniform", UniformNoise},
    {"Gaussian", GaussianNoise},
    {"Multiplicative", MultiplicativeGaussianNoise},
    {"Impulse", ImpulseNoise},
    {"Laplacian", LaplacianNoise},
    {"Poisson", PoissonNoise},
    {"Random", RandomNoise},
    {"Undefined", UndefinedNoise},
};
static_assert(NamesAll<NoiseType>(kNoises));

constexpr EnumName kOrientations[] = {
    {"Unknown", UndefinedOrientation},     {"TopLeft", TopLeftOrientation},
    {"TopRight", TopRightOrientation},     {"BottomRight", BottomRightOrientation},
    {"BottomLeft", BottomLeftOrientation}, {"LeftTop", LeftTopOrientation},
    {"RightTop", RightTopOrientation},     {"RightBottom", RightBottomOrientation},
    {"LeftBottom", LeftBottomOrientation},
};
static_assert(NamesAll<OrientationType>(kOrientations));

constexpr EnumName kPreviews[] = {
    {"Undefined", UndefinedPreview},
    {"Rotate", RotatePreview},
    {"Shear", ShearPreview},
    {"Roll", RollPreview},
    {"Hue", HuePreview},
    {"Saturation", SaturationPreview},
    {"Brightness", BrightnessPreview},
    {"Gamma", GammaPreview},
    {"Spiff", SpiffPreview},
    {"Dull", DullPreview},
    {"Grayscale", GrayscalePreview},
    {"Quantize", QuantizePreview},
    {"Despeckle", DespecklePreview},
    {"ReduceNoise", ReduceNoisePreview},
    {"AddNoise", AddNoisePreview},
    {"Sharpen", SharpenPreview},
    {"Blur", BlurPreview},
    {"Threshold", ThresholdPreview},
    {"EdgeDetect", EdgeDetectPreview},
    {"Spread", SpreadPreview},
    {"Solarize", SolarizePreview},
    {"Shade", ShadePreview},
    {"Raise", RaisePreview},
    {"Segment", SegmentPreview},
    {"Swirl", SwirlPreview},
    {"Implode", ImplodePreview},
    {"Wave", WavePreview},
    {"OilPaint", OilPaintPreview},
    {"CharcoalDrawing", CharcoalDrawingPreview},
    {"JPEG", JPEGPreview},
};
static_assert(NamesAll<PreviewType>(kPreviews));

constexpr EnumName kResolutions[] = {
    {"Undefined", UndefinedResolution},
    {"PixelsPerInch", PixelsPerInchResolution},
    {"PixelsPerCentimeter", PixelsPerCentimeterResolution},
};
static_assert(NamesAll<ResolutionType>(kResolutions));

}  // namespace

DisposeType StringToDisposeType(const char* option) {
  return ValueOf(kDisposes, option, UndefinedDispose);
}

const char* DisposeTypeToString(const DisposeType dispose_type) {
  return NameOf(kDisposes, dispose_type);
}

EndianType StringToEndianType(const char* option) {
  const EndianType endian = ValueOf(kEndians, option, UndefinedEndian);
  if (endian != NativeEndian) return endian;
  return std::endian::native == std::endian::little ? LSBEndian : MSBEndian;
}

const char* EndianTypeToString(const EndianType endian_type) {
  return NameOf(kEndians, endian_type);
}

FilterTypes StringToFilterTypes(const char* option) {
  return ValueOf(kFilters, option, UndefinedFilter);
}

const char* ResizeFilterToString(const FilterTypes filter) {
  return NameOf(kFilters, filter);
}

GravityType StringToGravityType(const char* option) {
  return ValueOf(kGravities, option, ForgetGravity);
}

const char* GravityTypeToString(const GravityType gravity_type) {
  return NameOf(kGravities, gravity_type);
}

HighlightStyle StringToHighlightStyle(const char* option) {
  return ValueOf(kHighlights, option, UndefinedHighlightStyle);
}

const char* HighlightStyleToString(const HighlightStyle highlight_style) {
  return NameOf(kHighlights, highlight_style);
}

ImageType StringToImageType(const char* option) {
  return ValueOf(kImageTypes, option, UndefinedType);
}

const char* ImageTypeToString(const ImageType image_type) {
  return NameOf(kImageTypes, image_type);
}

InterlaceType StringToInterlaceType(const char* option) {
  return ValueOf(kInterlaces, option, UndefinedInterlace);
}

const char* InterlaceTypeToString(const InterlaceType interlace_type) {
  return NameOf(kInterlaces, interlace_type);
}

MetricType StringToMetricType(const char* option) {
  return ValueOf(kMetrics, option, UndefinedMetric);
}

const char* MetricTypeToString(MetricType metric) {
  return NameOf(kMetrics, metric, "Undefined");
}

NoiseType StringToNoiseType(const char* option) {
  return ValueOf(kNoises, option, UndefinedNoise);
}

const char* NoiseTypeToString(NoiseType noise_type) {
  return NameOf(kNoises, noise_type, "Undefined");
}

OrientationType StringToOrientationType(const char* option) {
  return ValueOf(kOrientations, option, UndefinedOrientation);
}

const char* OrientationTypeToString(const OrientationType orientation_type) {
  return NameOf(kOrientations, orientation_type);
}

PreviewType StringToPreviewType(const char* option) {
  return ValueOf(kPreviews, option, UndefinedPreview);
}

ResolutionType StringToResolutionType(const char* option) {
  return ValueOf(kResolutions, option, UndefinedResolution);
}

const char* ResolutionTypeToString(const ResolutionType resolution_type) {
  return NameOf(kResolutions, resolution_type, "unknown");
}

const char* StretchTypeToString(StretchType stretch) {
  return NameOf(kFontStretches, stretch, "unknown");
}

const char* StyleTypeToString(StyleType style) {
  return NameOf(kFontStyles, style, "unknown");
}
