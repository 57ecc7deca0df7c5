/* Samples, pixels, enumerations and small structures that images are made of. */
#ifndef LODESTONE_MAGICK_IMAGE_TYPES_H
#define LODESTONE_MAGICK_IMAGE_TYPES_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Samples run from 0 to MaxRGB. Map is the range of lookup tables, Char and Short are 8 and 16 bit.
 */
#if QuantumDepth == 8
#define MaxColormapSize 256U
#define MaxMap 255U
#define MaxMapDepth 8
#define MaxMapFloat 255.0f
#define MaxMapDouble 255.0
#define MaxRGB 255U
#define MaxRGBFloat 255.0f
#define MaxRGBDouble 255.0
#define ScaleCharToMap(value) ((unsigned char)(value))
#define ScaleCharToQuantum(value) ((Quantum)(value))
#define ScaleLongToQuantum(value) ((Quantum)((value) / 16843009UL))
#define ScaleMapToChar(value) ((unsigned int)(value))
#define ScaleMapToQuantum(value) ((Quantum)(value))
#define ScaleQuantum(quantum) ((unsigned long)(quantum))
#define ScaleQuantumToChar(quantum) ((unsigned char)(quantum))
#define ScaleQuantumToLong(quantum) ((unsigned long)(16843009UL * (quantum)))
#define ScaleQuantumToMap(quantum) ((unsigned char)(quantum))
#define ScaleQuantumToShort(quantum) ((unsigned short)(257U * (quantum)))
#define ScaleShortToQuantum(value) ((Quantum)((value) / 257U))
#define ScaleToQuantum(value) ((unsigned long)(value))
#define ScaleQuantumToIndex(value) ((unsigned char)(value))
typedef unsigned char Quantum;
#elif QuantumDepth == 16
#define MaxColormapSize 65536U
#define MaxMap 65535U
#define MaxMapDepth 16
#define MaxMapFloat 65535.0f
#define MaxMapDouble 65535.0
#define MaxRGB 65535U
#define MaxRGBFloat 65535.0f
#define MaxRGBDouble 65535.0
#define ScaleCharToMap(value) ((unsigned short)(257U * (value)))
#define ScaleCharToQuantum(value) ((Quantum)(257U * (value)))
#define ScaleLongToQuantum(value) ((Quantum)((value) / 65537UL))
#define ScaleMapToChar(value) ((unsigned int)((value) / 257U))
#define ScaleMapToQuantum(value) ((Quantum)(value))
#define ScaleQuantum(quantum) ((unsigned long)((quantum) / 257UL))
#define ScaleQuantumToChar(quantum) ((unsigned char)((quantum) / 257U))
#define ScaleQuantumToLong(quantum) ((unsigned long)(65537UL * (quantum)))
#define ScaleQuantumToMap(quantum) ((unsigned short)(quantum))
#define ScaleQuantumToShort(quantum) ((unsigned short)(quantum))
#define ScaleShortToQuantum(value) ((Quantum)(value))
#define ScaleToQuantum(value) ((unsigned long)(257UL * (value)))
#define ScaleQuantumToIndex(value) ((unsigned short)(value))
typedef unsigned short Quantum;
#else
#error "QuantumDepth must be 8 or 16"
#endif

/*
  Does nothing; its name says what the library was built for. Programs refer to the one that they
  were compiled for, so that linking or starting with another library fails at once.
*/
#if QuantumDepth == 8
extern MagickExport void MagickLibraryIsQ8(void);
#define MAGICK_LIBRARY_CHECK MagickLibraryIsQ8
#else
extern MagickExport void MagickLibraryIsQ16(void);
#define MAGICK_LIBRARY_CHECK MagickLibraryIsQ16
#endif
static void (*const magick_library_check)(void) MAGICK_ATTRIBUTE((__used__)) = MAGICK_LIBRARY_CHECK;

#define OpaqueOpacity 0UL
#define TransparentOpacity MaxRGB

/* To the nearest sample value, halves up, out-of-range values to the ends. */
#define RoundDoubleToQuantum(value) \
  ((Quantum)((value) < 0.0 ? 0U : ((value) > MaxRGBDouble) ? MaxRGB : (value) + 0.5))
#define RoundFloatToQuantum(value) \
  ((Quantum)((value) < 0.0f ? 0U : ((value) > MaxRGBFloat) ? MaxRGB : (value) + 0.5f))
#define RoundSignedToQuantum(value) RoundDoubleToQuantum(value)
#define RoundToQuantum(value) RoundDoubleToQuantum(value)
#define ConstrainToRange(min, max, value) \
  ((value) < (min) ? (min) : ((value) > (max)) ? (max) : (value))
#define ConstrainToQuantum(value) ConstrainToRange(0, MaxRGB, value)
#define ScaleAnyToQuantum(x, max_value) \
  ((Quantum)(((double)MaxRGBDouble * (x)) / (max_value) + 0.5))
#define MagickBoolToString(value) ((value) != MagickFalse ? "True" : "False")
#define MagickChannelEnabled(channels, channel) \
  (((channels) == AllChannels) || ((channels) == (channel)))
#define RunlengthEncodedCompression RLECompression

/* How stored alpha relates to the colours. */
typedef enum { UnspecifiedAlpha, AssociatedAlpha, UnassociatedAlpha } AlphaType;

/* Channels, alone or all; names of one channel in different spaces share a place. */
typedef enum {
  UndefinedChannel,
  RedChannel,
  CyanChannel,
  GreenChannel,
  MagentaChannel,
  BlueChannel,
  YellowChannel,
  OpacityChannel,
  BlackChannel,
  MatteChannel,
  AllChannels,
  GrayChannel
} ChannelType;

/* DirectClass: colours only. PseudoClass: a colour map, with the colours expanded as well. */
typedef enum { UndefinedClass, DirectClass, PseudoClass } ClassType;

/* How one image is laid over another. */
typedef enum {
  UndefinedCompositeOp = 0,
  OverCompositeOp,
  InCompositeOp,
  OutCompositeOp,
  AtopCompositeOp,
  XorCompositeOp,
  PlusCompositeOp,
  MinusCompositeOp,
  AddCompositeOp,
  SubtractCompositeOp,
  DifferenceCompositeOp,
  MultiplyCompositeOp,
  BumpmapCompositeOp,
  CopyCompositeOp,
  CopyRedCompositeOp,
  CopyGreenCompositeOp,
  CopyBlueCompositeOp,
  CopyOpacityCompositeOp,
  ClearCompositeOp,
  DissolveCompositeOp,
  DisplaceCompositeOp,
  ModulateCompositeOp,
  ThresholdCompositeOp,
  NoCompositeOp,
  DarkenCompositeOp,
  LightenCompositeOp,
  HueCompositeOp,
  SaturateCompositeOp,
  ColorizeCompositeOp,
  LuminizeCompositeOp,
  ScreenCompositeOp,
  OverlayCompositeOp,
  CopyCyanCompositeOp,
  CopyMagentaCompositeOp,
  CopyYellowCompositeOp,
  CopyBlackCompositeOp,
  DivideCompositeOp,
  HardLightCompositeOp,
  ExclusionCompositeOp,
  ColorDodgeCompositeOp,
  ColorBurnCompositeOp,
  SoftLightCompositeOp,
  LinearBurnCompositeOp,
  LinearDodgeCompositeOp,
  LinearLightCompositeOp,
  VividLightCompositeOp,
  PinLightCompositeOp,
  HardMixCompositeOp
} CompositeOperator;

/* Compression of an image file. */
typedef enum {
  UndefinedCompression,
  NoCompression,
  BZipCompression,
  FaxCompression,
  Group3Compression = FaxCompression,
  Group4Compression,
  JPEGCompression,
  LosslessJPEGCompression,
  LZWCompression,
  RLECompression,
  ZipCompression,
  LZMACompression,
  JPEG2000Compression,
  JBIG1Compression,
  JBIG2Compression,
  ZSTDCompression,
  WebPCompression
} CompressionType;

/* What an animation does with a frame before it shows the next. */
typedef enum { UndefinedDispose, NoneDispose, BackgroundDispose, PreviousDispose } DisposeType;

/* Byte order of a file. */
typedef enum { UndefinedEndian, LSBEndian, MSBEndian, NativeEndian } EndianType;

/* Resampling filters. */
typedef enum {
  UndefinedFilter,
  PointFilter,
  BoxFilter,
  TriangleFilter,
  HermiteFilter,
  HanningFilter,
  HammingFilter,
  BlackmanFilter,
  GaussianFilter,
  QuadraticFilter,
  CubicFilter,
  CatromFilter,
  MitchellFilter,
  LanczosFilter,
  BesselFilter,
  SincFilter
} FilterTypes;

/* X11 headers define some of these names as macros. */
#undef NoValue
#undef XValue
#undef YValue
#undef WidthValue
#undef HeightValue
#undef AllValues
/* What a geometry string contains. */
typedef enum {
  NoValue = 0x00000,
  XValue = 0x00001,
  YValue = 0x00002,
  WidthValue = 0x00004,
  HeightValue = 0x00008,
  AllValues = 0x0000F,
  XNegative = 0x00010,
  YNegative = 0x00020,
  PercentValue = 0x01000,
  AspectValue = 0x02000,
  LessValue = 0x04000,
  GreaterValue = 0x08000,
  AreaValue = 0x10000,
  MinimumValue = 0x20000
} GeometryFlags;

/* X11 headers define some of these names as macros. */
#undef ForgetGravity
#undef NorthWestGravity
#undef NorthGravity
#undef NorthEastGravity
#undef WestGravity
#undef CenterGravity
#undef EastGravity
#undef SouthWestGravity
#undef SouthGravity
#undef SouthEastGravity
#undef StaticGravity
/* Where something is placed within something larger. */
typedef enum {
  ForgetGravity,
  NorthWestGravity,
  NorthGravity,
  NorthEastGravity,
  WestGravity,
  CenterGravity,
  EastGravity,
  SouthWestGravity,
  SouthGravity,
  SouthEastGravity,
  StaticGravity
} GravityType;

/* Colours and alpha of an image, as a person would name it. */
typedef enum {
  UndefinedType,
  BilevelType,
  GrayscaleType,
  GrayscaleMatteType,
  PaletteType,
  PaletteMatteType,
  TrueColorType,
  TrueColorMatteType,
  ColorSeparationType,
  ColorSeparationMatteType,
  OptimizeType
} ImageType;

/* Order of the samples in a file. */
typedef enum {
  UndefinedInterlace,
  NoInterlace,
  LineInterlace,
  PlaneInterlace,
  PartitionInterlace
} InterlaceType;

/* Kinds of noise. */
typedef enum {
  UniformNoise,
  GaussianNoise,
  MultiplicativeGaussianNoise,
  ImpulseNoise,
  LaplacianNoise,
  PoissonNoise,
  RandomNoise,
  UndefinedNoise
} NoiseType;

/* Which way up the stored rows and columns are, as in EXIF. */
typedef enum {
  UndefinedOrientation,
  TopLeftOrientation,
  TopRightOrientation,
  BottomRightOrientation,
  BottomLeftOrientation,
  LeftTopOrientation,
  RightTopOrientation,
  RightBottomOrientation,
  LeftBottomOrientation
} OrientationType;

/* Effects of the preview format. */
typedef enum {
  UndefinedPreview = 0,
  RotatePreview,
  ShearPreview,
  RollPreview,
  HuePreview,
  SaturationPreview,
  BrightnessPreview,
  GammaPreview,
  SpiffPreview,
  DullPreview,
  GrayscalePreview,
  QuantizePreview,
  DespecklePreview,
  ReduceNoisePreview,
  AddNoisePreview,
  SharpenPreview,
  BlurPreview,
  ThresholdPreview,
  EdgeDetectPreview,
  SpreadPreview,
  SolarizePreview,
  ShadePreview,
  RaisePreview,
  SegmentPreview,
  SwirlPreview,
  ImplodePreview,
  WavePreview,
  OilPaintPreview,
  CharcoalDrawingPreview,
  JPEGPreview
} PreviewType;

/* How colours that do not fit an output device are treated. */
typedef enum {
  UndefinedIntent,
  SaturationIntent,
  PerceptualIntent,
  AbsoluteIntent,
  RelativeIntent
} RenderingIntent;

/* Unit of x_resolution and y_resolution. */
typedef enum {
  UndefinedResolution,
  PixelsPerInchResolution,
  PixelsPerCentimeterResolution
} ResolutionType;

/* Maps (x, y) to (sx*x + ry*y + tx, rx*x + sy*y + ty). */
typedef struct _AffineMatrix {
  double sx, rx, ry, sy, tx, ty;
} AffineMatrix;

typedef struct _PrimaryInfo {
  double x, y, z;
} PrimaryInfo;

typedef struct _ChromaticityInfo {
  PrimaryInfo red_primary, green_primary, blue_primary, white_point;
} ChromaticityInfo;

/*
  One pixel. Opacity 0 is opaque, MaxRGB fully transparent. In CMYK red, green and blue hold cyan,
  magenta and yellow, and opacity holds black.
*/
typedef struct _PixelPacket {
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && \
    __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define MAGICK_PIXELS_RGBA 1
  Quantum red, green, blue, opacity;
#else
#define MAGICK_PIXELS_BGRA 1
  Quantum blue, green, red, opacity;
#endif
} PixelPacket;

typedef struct _DoublePixelPacket {
  double red, green, blue, opacity;
} DoublePixelPacket;

typedef struct _FloatPixelPacket {
  float red, green, blue, opacity;
} FloatPixelPacket;

typedef struct _LongPixelPacket {
  unsigned long red, green, blue, opacity;
} LongPixelPacket;

/* Colour map index of a PseudoClass pixel, or alpha of a CMYK pixel. */
typedef Quantum IndexPacket;

/* How far two images are apart; see IsImagesEqual. */
typedef struct _ErrorInfo {
  double mean_error_per_pixel, normalized_mean_error, normalized_maximum_error;
} ErrorInfo;

/* An embedded profile. */
typedef struct _ProfileInfo {
  size_t length;
  char* name;
  unsigned char* info;
} ProfileInfo;

/* A rectangle in pixels. */
typedef struct _RectangleInfo {
  unsigned long width, height;
  long x, y;
} RectangleInfo;

typedef struct _SegmentInfo {
  double x1, y1, x2, y2;
} SegmentInfo;

#if defined(__cplusplus)
}
#endif

#endif
