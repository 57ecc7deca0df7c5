/* Pixels, enumerations and small structures that images are made of. */
#ifndef LODESTONE_MAGICK_IMAGE_TYPES_H
#define LODESTONE_MAGICK_IMAGE_TYPES_H

#include "magick/common.h"
#include "magick/quantum.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MagickBoolToString(value) ((value) != MagickFalse ? "True" : "False")
#define MagickChannelEnabled(channels, channel) \
  (((channels) == AllChannels) || ((channels) == (channel)))
#define RunlengthEncodedCompression RLECompression

/* Relation of stored alpha to the colours. */
typedef enum { UnspecifiedAlpha, AssociatedAlpha, UnassociatedAlpha } AlphaType;

/* Channels. Names in different colour spaces denote the same position of a pixel. */
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

/* DirectClass: colours only. PseudoClass: a colormap and indexes, with the colours expanded too. */
typedef enum { UndefinedClass, DirectClass, PseudoClass } ClassType;

/* How one image is composited onto another. */
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

/* What an animation does with a frame before showing the next. */
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
/* Contents of a geometry string. */
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
/* Placement within something larger. */
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

/* Type of an image by its colours and alpha. */
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

/* What montage puts around images: a frame, nothing, or nothing and no space either. */
typedef enum { UndefinedMode, FrameMode, UnframeMode, ConcatenateMode } MontageMode;

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

/* Orientation of the stored rows and columns, as in EXIF. */
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

/* How out-of-gamut colours are treated. */
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
/* An ornamental frame: its size, where the image is in it, and the widths of its bevels. */
typedef struct _FrameInfo {
  unsigned long width, height;
  long x, y, inner_bevel, outer_bevel;
} FrameInfo;

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

/* Colormap index of a PseudoClass pixel, or alpha of a CMYK pixel. */
typedef Quantum IndexPacket;

/* Difference of two images; see IsImagesEqual. */
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
