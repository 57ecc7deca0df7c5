/*
  GraphicsMagick's declarations of magick wands again. The including file has included
  <wand/wand_api.h>.
*/
#ifndef LODESTONE_TESTS_WAND_MAGICK_WAND_PROTOTYPES_H
#define LODESTONE_TESTS_WAND_MAGICK_WAND_PROTOTYPES_H

#if defined(__cplusplus)
extern "C" {
#endif

MagickWand* CloneMagickWand(const MagickWand*);
size_t CopyMagickString(char*, const char*, const size_t);
unsigned int DestroyMagickWand(MagickWand*);
int FormatMagickString(char*, const size_t, const char*, ...);
unsigned int MagickAddImage(MagickWand*, const MagickWand*);
void MagickClearException(MagickWand*);
char* MagickGetConfigureInfo(MagickWand*, const char*);
const char* MagickGetCopyright(void);
char* MagickGetException(const MagickWand*, ExceptionType*);
const char* MagickGetHomeURL(void);
MagickWand* MagickGetImage(MagickWand*);
long MagickGetImageIndex(MagickWand*);
unsigned long MagickGetNumberImages(MagickWand*);
const char* MagickGetPackageName(void);
const char* MagickGetQuantumDepth(unsigned long*);
const char* MagickGetReleaseDate(void);
unsigned long MagickGetResourceLimit(const ResourceType);
const char* MagickGetVersion(unsigned long*);
unsigned int MagickHasNextImage(MagickWand*);
unsigned int MagickHasPreviousImage(MagickWand*);
unsigned int MagickNextImage(MagickWand*);
unsigned int MagickPreviousImage(MagickWand*);
char** MagickQueryFonts(const char*, unsigned long*);
char** MagickQueryFormats(const char*, unsigned long*);
unsigned int MagickRelinquishMemory(void*);
unsigned int MagickRemoveImage(MagickWand*);
void MagickResetIterator(MagickWand*);
unsigned int MagickSetImage(MagickWand*, const MagickWand*);
unsigned int MagickSetImageIndex(MagickWand*, const long);
unsigned int MagickSetResourceLimit(const ResourceType, const unsigned long);
MagickWand* NewMagickWand(void);

unsigned int MagickColorFloodfillImage(MagickWand*, const PixelWand*, const double,
                                       const PixelWand*, const long, const long);
unsigned int MagickColorizeImage(MagickWand*, const PixelWand*, const PixelWand*);
unsigned int MagickCycleColormapImage(MagickWand*, const long);
unsigned int MagickGetImageBackgroundColor(MagickWand*, PixelWand*);
unsigned int MagickGetImageBluePrimary(MagickWand*, double*, double*);
unsigned int MagickGetImageBorderColor(MagickWand*, PixelWand*);
unsigned int MagickGetImageChannelExtrema(MagickWand*, const ChannelType, unsigned long*,
                                          unsigned long*);
unsigned int MagickGetImageChannelMean(MagickWand*, const ChannelType, double*, double*);
unsigned int MagickGetImageColormapColor(MagickWand*, const unsigned long, PixelWand*);
unsigned long MagickGetImageColors(MagickWand*);
ColorspaceType MagickGetImageColorspace(MagickWand*);
unsigned int MagickGetImageExtrema(MagickWand*, unsigned long*, unsigned long*);
double MagickGetImageFuzz(MagickWand*);
double MagickGetImageGamma(MagickWand*);
unsigned int MagickGetImageGreenPrimary(MagickWand*, double*, double*);
PixelWand** MagickGetImageHistogram(MagickWand*, unsigned long*);
unsigned int MagickGetImageMatteColor(MagickWand*, PixelWand*);
unsigned int MagickGetImageRedPrimary(MagickWand*, double*, double*);
RenderingIntent MagickGetImageRenderingIntent(MagickWand*);
unsigned int MagickGetImageWhitePoint(MagickWand*, double*, double*);
unsigned int MagickHasColormap(MagickWand*, unsigned int*);
unsigned int MagickMapImage(MagickWand*, const MagickWand*, const unsigned int);
unsigned int MagickMatteFloodfillImage(MagickWand*, const Quantum, const double, const PixelWand*,
                                       const long, const long);
unsigned int MagickOpaqueImage(MagickWand*, const PixelWand*, const PixelWand*, const double);
unsigned int MagickQuantizeImage(MagickWand*, const unsigned long, const ColorspaceType,
                                 const unsigned long, const unsigned int, const unsigned int);
unsigned int MagickQuantizeImages(MagickWand*, const unsigned long, const ColorspaceType,
                                  const unsigned long, const unsigned int, const unsigned int);
unsigned int MagickSetImageBackgroundColor(MagickWand*, const PixelWand*);
unsigned int MagickSetImageBluePrimary(MagickWand*, const double, const double);
unsigned int MagickSetImageBorderColor(MagickWand*, const PixelWand*);
unsigned int MagickSetImageColormapColor(MagickWand*, const unsigned long, const PixelWand*);
unsigned int MagickSetImageColorspace(MagickWand*, const ColorspaceType);
unsigned int MagickSetImageFuzz(MagickWand*, const double);
unsigned int MagickSetImageGamma(MagickWand*, const double);
unsigned int MagickSetImageGreenPrimary(MagickWand*, const double, const double);
unsigned int MagickSetImageMatteColor(MagickWand*, const PixelWand*);
unsigned int MagickSetImageRedPrimary(MagickWand*, const double, const double);
unsigned int MagickSetImageRenderingIntent(MagickWand*, const RenderingIntent);
unsigned int MagickSetImageWhitePoint(MagickWand*, const double, const double);
unsigned int MagickTintImage(MagickWand*, const PixelWand*, const PixelWand*);
unsigned int MagickTransparentImage(MagickWand*, const PixelWand*, const Quantum, const double);

unsigned int MagickAdaptiveThresholdImage(MagickWand*, const unsigned long, const unsigned long,
                                          const long);
unsigned int MagickAddNoiseImage(MagickWand*, const NoiseType);
unsigned int MagickAnnotateImage(MagickWand*, const DrawingWand*, const double, const double,
                                 const double, const char*);
unsigned int MagickBlackThresholdImage(MagickWand*, const PixelWand*);
unsigned int MagickBlurImage(MagickWand*, const double, const double);
unsigned int MagickCdlImage(MagickWand*, const char*);
unsigned int MagickCharcoalImage(MagickWand*, const double, const double);
unsigned int MagickClipImage(MagickWand*);
unsigned int MagickClipPathImage(MagickWand*, const char*, const unsigned int);
unsigned int MagickCompositeImage(MagickWand*, const MagickWand*, const CompositeOperator,
                                  const long, const long);
unsigned int MagickContrastImage(MagickWand*, const unsigned int);
unsigned int MagickConvolveImage(MagickWand*, const unsigned long, const double*);
unsigned int MagickDespeckleImage(MagickWand*);
unsigned int MagickDrawImage(MagickWand*, const DrawingWand*);
unsigned int MagickEdgeImage(MagickWand*, const double);
unsigned int MagickEmbossImage(MagickWand*, const double, const double);
unsigned int MagickEnhanceImage(MagickWand*);
unsigned int MagickEqualizeImage(MagickWand*);
unsigned int MagickGammaImage(MagickWand*, const double);
unsigned int MagickGammaImageChannel(MagickWand*, const ChannelType, const double);
unsigned int MagickHaldClutImage(MagickWand*, const MagickWand*);
unsigned int MagickImplodeImage(MagickWand*, const double);
unsigned int MagickLevelImage(MagickWand*, const double, const double, const double);
unsigned int MagickLevelImageChannel(MagickWand*, const ChannelType, const double, const double,
                                     const double);
unsigned int MagickMedianFilterImage(MagickWand*, const double);
unsigned int MagickModulateImage(MagickWand*, const double, const double, const double);
unsigned int MagickMotionBlurImage(MagickWand*, const double, const double, const double);
unsigned int MagickNegateImage(MagickWand*, const unsigned int);
unsigned int MagickNegateImageChannel(MagickWand*, const ChannelType, const unsigned int);
unsigned int MagickNormalizeImage(MagickWand*);
unsigned int MagickOilPaintImage(MagickWand*, const double);
unsigned int MagickOperatorImageChannel(MagickWand*, const ChannelType, const QuantumOperator,
                                        const double);
double* MagickQueryFontMetrics(MagickWand*, const DrawingWand*, const char*);
unsigned int MagickRadialBlurImage(MagickWand*, const double);
unsigned int MagickRaiseImage(MagickWand*, const unsigned long, const unsigned long, const long,
                              const long, const unsigned int);
unsigned int MagickReduceNoiseImage(MagickWand*, const double);
unsigned int MagickSeparateImageChannel(MagickWand*, const ChannelType);
unsigned int MagickSharpenImage(MagickWand*, const double, const double);
unsigned int MagickSolarizeImage(MagickWand*, const double);
unsigned int MagickSpreadImage(MagickWand*, const double);
unsigned int MagickSwirlImage(MagickWand*, const double);
unsigned int MagickThresholdImage(MagickWand*, const double);
unsigned int MagickThresholdImageChannel(MagickWand*, const ChannelType, const double);
unsigned int MagickUnsharpMaskImage(MagickWand*, const double, const double, const double,
                                    const double);
unsigned int MagickWaveImage(MagickWand*, const double, const double);
unsigned int MagickWhiteThresholdImage(MagickWand*, const PixelWand*);

unsigned int MagickAnimateImages(MagickWand*, const char*);
unsigned int MagickDisplayImage(MagickWand*, const char*);
unsigned int MagickDisplayImages(MagickWand*, const char*);
unsigned int MagickGetImagePixels(MagickWand*, const long, const long, const unsigned long,
                                  const unsigned long, const char*, const StorageType,
                                  unsigned char*);
unsigned int MagickPingImage(MagickWand*, const char*);
unsigned int MagickReadImage(MagickWand*, const char*);
unsigned int MagickReadImageBlob(MagickWand*, const unsigned char*, const size_t);
unsigned int MagickReadImageFile(MagickWand*, FILE*);
unsigned int MagickSetImagePixels(MagickWand*, const long, const long, const unsigned long,
                                  const unsigned long, const char*, const StorageType,
                                  unsigned char*);
unsigned int MagickWriteImage(MagickWand*, const char*);
unsigned char* MagickWriteImageBlob(MagickWand*, size_t*);
unsigned int MagickWriteImageFile(MagickWand*, FILE*);
unsigned int MagickWriteImages(MagickWand*, const char*, const unsigned int);
unsigned int MagickWriteImagesFile(MagickWand*, FILE*, const unsigned int);

unsigned int MagickAffineTransformImage(MagickWand*, const DrawingWand*);
unsigned int MagickAutoOrientImage(MagickWand*, const OrientationType);
unsigned int MagickBorderImage(MagickWand*, const PixelWand*, const unsigned long,
                               const unsigned long);
unsigned int MagickChopImage(MagickWand*, const unsigned long, const unsigned long, const long,
                             const long);
unsigned int MagickCropImage(MagickWand*, const unsigned long, const unsigned long, const long,
                             const long);
unsigned int MagickExtentImage(MagickWand*, const size_t, const size_t, const ssize_t,
                               const ssize_t);
unsigned int MagickFlipImage(MagickWand*);
unsigned int MagickFlopImage(MagickWand*);
unsigned int MagickFrameImage(MagickWand*, const PixelWand*, const unsigned long,
                              const unsigned long, const long, const long);
unsigned int MagickGetImageBoundingBox(MagickWand*, const double, unsigned long*, unsigned long*,
                                       long*, long*);
unsigned int MagickMagnifyImage(MagickWand*);
unsigned int MagickMinifyImage(MagickWand*);
unsigned int MagickResampleImage(MagickWand*, const double, const double, const FilterTypes,
                                 const double);
unsigned int MagickResizeImage(MagickWand*, const unsigned long, const unsigned long,
                               const FilterTypes, const double);
unsigned int MagickRollImage(MagickWand*, const long, const long);
unsigned int MagickRotateImage(MagickWand*, const PixelWand*, const double);
unsigned int MagickSampleImage(MagickWand*, const unsigned long, const unsigned long);
unsigned int MagickScaleImage(MagickWand*, const unsigned long, const unsigned long);
unsigned int MagickShaveImage(MagickWand*, const unsigned long, const unsigned long);
unsigned int MagickShearImage(MagickWand*, const PixelWand*, const double, const double);
unsigned int MagickTrimImage(MagickWand*, const double);

unsigned int MagickCommentImage(MagickWand*, const char*);
char* MagickDescribeImage(MagickWand*);
char* MagickGetImageAttribute(MagickWand*, const char*);
unsigned long MagickGetImageChannelDepth(MagickWand*, const ChannelType);
CompositeOperator MagickGetImageCompose(MagickWand*);
CompressionType MagickGetImageCompression(MagickWand*);
unsigned long MagickGetImageDelay(MagickWand*);
unsigned long MagickGetImageDepth(MagickWand*);
DisposeType MagickGetImageDispose(MagickWand*);
char* MagickGetImageFilename(MagickWand*);
char* MagickGetImageFormat(MagickWand*);
const char* MagickGetImageGeometry(MagickWand*);
GravityType MagickGetImageGravity(MagickWand*);
unsigned long MagickGetImageHeight(MagickWand*);
InterlaceType MagickGetImageInterlaceScheme(MagickWand*);
unsigned long MagickGetImageIterations(MagickWand*);
MagickBool MagickGetImageMatte(MagickWand*);
OrientationType MagickGetImageOrientation(MagickWand*);
unsigned int MagickGetImagePage(MagickWand*, unsigned long*, unsigned long*, long*, long*);
unsigned char* MagickGetImageProfile(MagickWand*, const char*, unsigned long*);
unsigned int MagickGetImageResolution(MagickWand*, double*, double*);
unsigned long MagickGetImageScene(MagickWand*);
char* MagickGetImageSignature(MagickWand*);
MagickSizeType MagickGetImageSize(MagickWand*);
ImageType MagickGetImageType(MagickWand*);
ResolutionType MagickGetImageUnits(MagickWand*);
VirtualPixelMethod MagickGetImageVirtualPixelMethod(MagickWand*);
unsigned long MagickGetImageWidth(MagickWand*);
unsigned int MagickIsGrayImage(MagickWand*, unsigned int*);
unsigned int MagickIsMonochromeImage(MagickWand*, unsigned int*);
unsigned int MagickIsOpaqueImage(MagickWand*, unsigned int*);
unsigned int MagickIsPaletteImage(MagickWand*, unsigned int*);
unsigned int MagickLabelImage(MagickWand*, const char*);
unsigned int MagickProfileImage(MagickWand*, const char*, const unsigned char*,
                                const unsigned long);
unsigned char* MagickRemoveImageProfile(MagickWand*, const char*, unsigned long*);
unsigned int MagickSetImageAttribute(MagickWand*, const char*, const char*);
unsigned int MagickSetImageChannelDepth(MagickWand*, const ChannelType, const unsigned long);
unsigned int MagickSetImageCompose(MagickWand*, const CompositeOperator);
unsigned int MagickSetImageCompression(MagickWand*, const CompressionType);
unsigned int MagickSetImageDelay(MagickWand*, const unsigned long);
unsigned int MagickSetImageDepth(MagickWand*, const unsigned long);
unsigned int MagickSetImageDispose(MagickWand*, const DisposeType);
unsigned int MagickSetImageFilename(MagickWand*, const char*);
unsigned int MagickSetImageFormat(MagickWand*, const char*);
unsigned int MagickSetImageGeometry(MagickWand*, const char*);
unsigned int MagickSetImageGravity(MagickWand*, const GravityType);
unsigned int MagickSetImageInterlaceScheme(MagickWand*, const InterlaceType);
unsigned int MagickSetImageIterations(MagickWand*, const unsigned long);
unsigned int MagickSetImageMatte(MagickWand*, const unsigned int);
unsigned int MagickSetImageOrientation(MagickWand*, const OrientationType);
unsigned int MagickSetImagePage(MagickWand*, const unsigned long, const unsigned long, const long,
                                const long);
unsigned int MagickSetImageProfile(MagickWand*, const char*, const unsigned char*,
                                   const unsigned long);
unsigned int MagickSetImageResolution(MagickWand*, const double, const double);
unsigned int MagickSetImageScene(MagickWand*, const unsigned long);
unsigned int MagickSetImageType(MagickWand*, const ImageType);
unsigned int MagickSetImageUnits(MagickWand*, const ResolutionType);
unsigned int MagickSetImageVirtualPixelMethod(MagickWand*, const VirtualPixelMethod);
unsigned int MagickStripImage(MagickWand*);

MagickWand* MagickAppendImages(MagickWand*, const unsigned int);
MagickWand* MagickAverageImages(MagickWand*);
MagickWand* MagickCoalesceImages(MagickWand*);
MagickWand* MagickCompareImageChannels(MagickWand*, const MagickWand*, const ChannelType,
                                       const MetricType, double*);
MagickWand* MagickCompareImages(MagickWand*, const MagickWand*, const MetricType, double*);
MagickWand* MagickDeconstructImages(MagickWand*);
MagickWand* MagickFlattenImages(MagickWand*);
MagickWand* MagickFxImage(MagickWand*, const char*);
MagickWand* MagickFxImageChannel(MagickWand*, const ChannelType, const char*);
MagickWand* MagickMontageImage(MagickWand*, const DrawingWand*, const char*, const char*,
                               const MontageMode, const char*);
MagickWand* MagickMorphImages(MagickWand*, const unsigned long);
MagickWand* MagickMosaicImages(MagickWand*);
MagickWand* MagickPreviewImages(MagickWand*, const PreviewType);
MagickWand* MagickSteganoImage(MagickWand*, const MagickWand*, const long);
MagickWand* MagickStereoImage(MagickWand*, const MagickWand*);
MagickWand* MagickTextureImage(MagickWand*, const MagickWand*);
MagickWand* MagickTransformImage(MagickWand*, const char*, const char*);

char* MagickGetFilename(const MagickWand*);
ImageType MagickGetImageSavedType(MagickWand*);
double* MagickGetSamplingFactors(MagickWand*, unsigned long*);
unsigned int MagickGetSize(const MagickWand*, unsigned long*, unsigned long*);
unsigned int MagickRemoveImageOption(MagickWand*, const char*, const char*);
unsigned int MagickSetCompressionQuality(MagickWand*, const unsigned long);
unsigned int MagickSetFilename(MagickWand*, const char*);
unsigned int MagickSetFormat(MagickWand*, const char*);
unsigned int MagickSetImageOption(MagickWand*, const char*, const char*, const char*);
unsigned int MagickSetImageSavedType(MagickWand*, const ImageType);
unsigned int MagickSetInterlaceScheme(MagickWand*, const InterlaceType);
unsigned int MagickSetPassphrase(MagickWand*, const char*);
unsigned int MagickSetResolution(MagickWand*, const double, const double);
unsigned int MagickSetResolutionUnits(MagickWand*, const ResolutionType);
unsigned int MagickSetSamplingFactors(MagickWand*, const unsigned long, const double*);
unsigned int MagickSetSize(MagickWand*, const unsigned long, const unsigned long);

#if defined(__cplusplus)
}
#endif

#endif
