/*
  The size in bytes of every public structure, with 64-bit pointers and longs: at 16, and at 8 bits
  per sample. Compiled by scripts/abi, which also says if one is missing here. A structure with
  struct_size may grow at its end; any other size that changes breaks programs
  (docs/versioning.md).
*/
#include "all_headers.h"

#define SIZE(type, bytes_q16, bytes_q8) \
  _Static_assert(sizeof(type) == (QuantumDepth == 16 ? bytes_q16 : bytes_q8), "size of " #type)

SIZE(ImageCharacteristics, 20, 20);
SIZE(ImageAttribute, 40, 40);
SIZE(HistogramColorPacket, 16, 16);
SIZE(DifferenceStatistics, 40, 40);
SIZE(DifferenceImageOptions, 16, 12);
SIZE(CompositeOptions_t, 24, 24);
SIZE(ExportPixelAreaOptions, 56, 56);
SIZE(ExportPixelAreaInfo, 8, 8);
SIZE(ImportPixelAreaOptions, 40, 40);
SIZE(ImportPixelAreaInfo, 8, 8);
SIZE(DelegateInfo, 64, 64);
SIZE(ConvolveTaps, 24, 24);
SIZE(ExceptionInfo, 64, 64);
SIZE(Image, 6872, 6864);
SIZE(ImageInfo, 8536, 8520);
SIZE(MontageInfo, 2176, 2160);
SIZE(FrameInfo, 48, 48);
SIZE(AffineMatrix, 48, 48);
SIZE(PrimaryInfo, 24, 24);
SIZE(ChromaticityInfo, 96, 96);
SIZE(PixelPacket, 8, 4);
SIZE(DoublePixelPacket, 32, 32);
SIZE(FloatPixelPacket, 16, 16);
SIZE(LongPixelPacket, 32, 32);
SIZE(ErrorInfo, 24, 24);
SIZE(ProfileInfo, 24, 24);
SIZE(RectangleInfo, 32, 32);
SIZE(SegmentInfo, 32, 32);
SIZE(MagickInfo, 128, 128);
SIZE(PixelIteratorOptions, 16, 16);
SIZE(QuantizeInfo, 32, 32);
SIZE(MagickRandomKernel, 8, 8);
SIZE(GradientInfo, 88, 80);
SIZE(ElementReference, 128, 120);
SIZE(DrawInfo, 552, 520);
SIZE(PointInfo, 16, 16);
SIZE(TypeMetric, 104, 104);
SIZE(ResizeSpec, 32, 32);
SIZE(ImageChannelStatistics, 40, 40);
SIZE(ImageStatistics, 160, 160);
SIZE(Timer, 24, 24);
SIZE(TimerInfo, 64, 64);
SIZE(TypeInfo, 120, 120);
SIZE(TokenInfo, 24, 24);
SIZE(MagickAccelerateEvent, 272, 272);
SIZE(MagickAccelerateDeviceInfo, 2048, 2048);
SIZE(MagickAccelerateConformance, 32, 32);
SIZE(MagickAccelerateCandidate, 112, 112);
SIZE(MagickAccelerateTuneStep, 96, 96);
SIZE(MagickAcceleratePixels, 48, 48);
SIZE(MagickAccelerateWork, 1008, 1008);
SIZE(MagickAccelerateParts, 488, 488);
SIZE(MagickAccelerateEstimate, 40, 40);
SIZE(MagickAccelerateHost, 48, 48);
SIZE(MagickAcceleratePlugin, 104, 104);
SIZE(MagickAcceleratePlan, 64, 64);
SIZE(MagickAcceleratePreparation, 32, 32);
SIZE(MagickAccelerateAxis, 48, 48);
SIZE(MagickAccelerateTaps, 40, 40);
SIZE(MagickAccelerateBorder, 40, 40);
SIZE(MagickAccelerateFinish, 16, 16);
SIZE(MagickAcceleratePoint, 48, 48);
SIZE(MagickAccelerateColor, 92, 92);
SIZE(MagickAccelerateMaps, 24, 24);
SIZE(MagickAccelerateComposition, 44, 44);
SIZE(MagickAccelerateNeighborhood, 68, 68);
SIZE(MagickAccelerateTable, 16, 16);
SIZE(MagickAccelerateWarp, 112, 112);
SIZE(MagickAccelerateNoiseRule, 36, 36);
SIZE(MagickAccelerateBorderColors, 56, 56);
SIZE(MagickAccelerateShearRule, 36, 36);
SIZE(MagickAccelerateWaveletRule, 24, 24);
SIZE(MagickAccelerateSeriesRule, 12, 12);
SIZE(GMPrivateGeometryInfo, 32, 32);
SIZE(MagickPixelPacket, 20, 16);
