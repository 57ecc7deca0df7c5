/* GraphicsMagick's declarations again. The including file has included <magick/api.h>. */
#ifndef LODESTONE_TESTS_COMPAT_PROTOTYPES_H
#define LODESTONE_TESTS_COMPAT_PROTOTYPES_H

#if defined(__cplusplus)
extern "C" {
#endif

/* average.h, image.h, transform.h */
Image* AverageImages(const Image*, ExceptionInfo*);
Image* AppendImages(const Image*, const unsigned int, ExceptionInfo*);
Image* CoalesceImages(const Image*, ExceptionInfo*);
Image* DeconstructImages(const Image*, ExceptionInfo*);
Image* FlattenImages(const Image*, ExceptionInfo*);
Image* MosaicImages(const Image*, ExceptionInfo*);

/* compare.h */
void InitializeDifferenceImageOptions(DifferenceImageOptions*, ExceptionInfo*);
Image* DifferenceImage(const Image*, const Image*, const DifferenceImageOptions*, ExceptionInfo*);

/* constitute.h */
MagickPassFail ExportImagePixelArea(const Image*, const QuantumType, const unsigned int,
                                    unsigned char*, const ExportPixelAreaOptions*,
                                    ExportPixelAreaInfo*);
MagickPassFail ExportViewPixelArea(const ViewInfo*, const QuantumType, const unsigned int,
                                   unsigned char*, const ExportPixelAreaOptions*,
                                   ExportPixelAreaInfo*);
MagickPassFail ImportImagePixelArea(Image*, const QuantumType, const unsigned int,
                                    const unsigned char*, const ImportPixelAreaOptions*,
                                    ImportPixelAreaInfo*);
MagickPassFail ImportViewPixelArea(ViewInfo*, const QuantumType, const unsigned int,
                                   const unsigned char*, const ImportPixelAreaOptions*,
                                   ImportPixelAreaInfo*);
void ExportPixelAreaOptionsInit(ExportPixelAreaOptions*);
void ImportPixelAreaOptionsInit(ImportPixelAreaOptions*);
MagickPassFail MagickFindRawImageMinMax(Image*, EndianType, unsigned long, unsigned long,
                                        StorageType, unsigned, void*, double*, double*);
unsigned int MagickGetQuantumSamplesPerPixel(const QuantumType);
Image* ReadInlineImage(const ImageInfo*, const char*, ExceptionInfo*);

/* channel.h */
Image* ExportImageChannel(const Image*, const ChannelType, ExceptionInfo*);
MagickPassFail ImportImageChannel(const Image*, Image*, const ChannelType);
MagickPassFail ImportImageChannelsMasked(const Image*, Image*, const ChannelType);
MagickPassFail SetImageChannelDepth(Image*, const ChannelType, const unsigned int);

/* compress.h */
unsigned int Ascii85WriteByteHook(Image*, const magick_uint8_t, void*);
unsigned int BlobWriteByteHook(Image*, const magick_uint8_t, void*);
MagickPassFail HuffmanDecodeImage(Image*);
MagickPassFail HuffmanEncodeImage(const ImageInfo*, Image*);
MagickPassFail HuffmanEncode2Image(const ImageInfo*, Image*, WriteByteHook, void*);
MagickPassFail LZWEncodeImage(Image*, const size_t, magick_uint8_t*);
MagickPassFail LZWEncode2Image(Image*, const size_t, magick_uint8_t*, WriteByteHook, void*);
MagickPassFail PackbitsEncodeImage(Image*, const size_t, magick_uint8_t*);
MagickPassFail PackbitsEncode2Image(Image*, const size_t, magick_uint8_t*, WriteByteHook, void*);
unsigned char* ImageToHuffman2DBlob(const Image*, const ImageInfo*, size_t*, ExceptionInfo*);
unsigned char* ImageToJPEGBlob(const Image*, const ImageInfo*, size_t*, ExceptionInfo*);
void Ascii85Encode(Image*, const magick_uint8_t);
void Ascii85Flush(Image*);
void Ascii85Initialize(Image*);

/* command.h */
MagickPassFail AnimateImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail ConjureImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail DisplayImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail ImportImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);

/* delegate.h */
char* GetDelegateCommand(const ImageInfo*, Image*, const char*, const char*, ExceptionInfo*);
const DelegateInfo* GetDelegateInfo(const char*, const char*, ExceptionInfo*);
const DelegateInfo* GetPostscriptDelegateInfo(const ImageInfo*, unsigned int*, ExceptionInfo*);
DelegateInfo* SetDelegateInfo(DelegateInfo*);
MagickPassFail InvokePostscriptDelegate(const unsigned int, const char*, ExceptionInfo*);
MagickPassFail InvokeDelegate(ImageInfo*, Image*, const char*, const char*, ExceptionInfo*);
MagickPassFail ListDelegateInfo(FILE*, ExceptionInfo*);

/* module.h */
MagickPassFail ExecuteModuleProcess(const char*, Image**, const int, char**);

/* describe.h */
MagickPassFail DescribeImage(Image*, FILE*, const MagickBool);

/* image.h */
Image* GetImageClipMask(const Image*, ExceptionInfo*);
Image* GetImageCompositeMask(const Image*, ExceptionInfo*);
MagickPassFail AnimateImages(const ImageInfo*, Image*);
MagickPassFail DisplayImages(const ImageInfo*, Image*);
MagickPassFail ClipImage(Image*);
MagickPassFail ClipPathImage(Image*, const char*, const MagickBool);
MagickPassFail CompositeMaskImage(Image*);
MagickPassFail CompositePathImage(Image*, const char*, const MagickBool);
MagickPassFail SetImageClipMask(Image*, const Image*);
MagickPassFail SetImageCompositeMask(Image*, const Image*);
Image** ImageGetClipMask(const Image*);
Image** ImageGetCompositeMask(const Image*);

/* deprecate.h */
unsigned int PopImagePixels(const Image*, const QuantumType, unsigned char*);
unsigned int PushImagePixels(Image*, const QuantumType, const unsigned char*);
void* AcquireMemory(const size_t);
void* CloneMemory(void*, const void*, const size_t);
void LiberateMemory(void**);
void ReacquireMemory(void**, const size_t);
const PixelPacket* AcquireCacheView(ViewInfo*, const long, const long, const unsigned long,
                                    const unsigned long, ExceptionInfo*);
PixelPacket* GetCacheView(ViewInfo*, const long, const long, const unsigned long,
                          const unsigned long);
PixelPacket* SetCacheView(ViewInfo*, const long, const long, const unsigned long,
                          const unsigned long);
MagickPassFail SyncCacheView(ViewInfo*);

/* fx.h */
Image* MorphImages(const Image*, const unsigned long, ExceptionInfo*);
Image* SteganoImage(const Image*, const Image*, ExceptionInfo*);
Image* StereoImage(const Image*, const Image*, ExceptionInfo*);

/* montage.h */
MontageInfo* CloneMontageInfo(const ImageInfo*, const MontageInfo*);
void DestroyMontageInfo(MontageInfo*);
void GetMontageInfo(const ImageInfo*, MontageInfo*);
Image* MontageImages(const Image*, const MontageInfo*, ExceptionInfo*);

/* pixel_iterator.h */
void InitializePixelIteratorOptions(PixelIteratorOptions*, ExceptionInfo*);
MagickPassFail PixelIterateMonoRead(MagickPassFail (*)(void*, const void*, const Image*,
                                                       const PixelPacket*, const IndexPacket*,
                                                       const long, ExceptionInfo*),
                                    const PixelIteratorOptions*, const char*, void*, const void*,
                                    const long, const long, const unsigned long,
                                    const unsigned long, const Image*, ExceptionInfo*);
MagickPassFail PixelIterateMonoSet(MagickPassFail (*)(void*, const void*, Image*, PixelPacket*,
                                                      IndexPacket*, const long, ExceptionInfo*),
                                   const PixelIteratorOptions*, const char*, void*, const void*,
                                   const long, const long, const unsigned long, const unsigned long,
                                   Image*, ExceptionInfo*);
MagickPassFail PixelIterateMonoModify(MagickPassFail (*)(void*, const void*, Image*, PixelPacket*,
                                                         IndexPacket*, const long, ExceptionInfo*),
                                      const PixelIteratorOptions*, const char*, void*, const void*,
                                      const long, const long, const unsigned long,
                                      const unsigned long, Image*, ExceptionInfo*);
MagickPassFail PixelIterateDualRead(
    MagickPassFail (*)(void*, const void*, const Image*, const PixelPacket*, const IndexPacket*,
                       const Image*, const PixelPacket*, const IndexPacket*, const long,
                       ExceptionInfo*),
    const PixelIteratorOptions*, const char*, void*, const void*, const unsigned long,
    const unsigned long, const Image*, const long, const long, const Image*, const long, const long,
    ExceptionInfo*);
MagickPassFail PixelIterateDualModify(
    MagickPassFail (*)(void*, const void*, const Image*, const PixelPacket*, const IndexPacket*,
                       Image*, PixelPacket*, IndexPacket*, const long, ExceptionInfo*),
    const PixelIteratorOptions*, const char*, void*, const void*, const unsigned long,
    const unsigned long, const Image*, const long, const long, Image*, const long, const long,
    ExceptionInfo*);
MagickPassFail PixelIterateDualNew(PixelIteratorDualModifyCallback, const PixelIteratorOptions*,
                                   const char*, void*, const void*, const unsigned long,
                                   const unsigned long, const Image*, const long, const long,
                                   Image*, const long, const long, ExceptionInfo*);
MagickPassFail PixelIterateTripleModify(
    MagickPassFail (*)(void*, const void*, const Image*, const PixelPacket*, const IndexPacket*,
                       const Image*, const PixelPacket*, const IndexPacket*, Image*, PixelPacket*,
                       IndexPacket*, const long, ExceptionInfo*),
    const PixelIteratorOptions*, const char*, void*, const void*, const unsigned long,
    const unsigned long, const Image*, const Image*, const long, const long, Image*, const long,
    const long, ExceptionInfo*);
MagickPassFail PixelIterateTripleNew(PixelIteratorTripleModifyCallback, const PixelIteratorOptions*,
                                     const char*, void*, const void*, const unsigned long,
                                     const unsigned long, const Image*, const Image*, const long,
                                     const long, Image*, const long, const long, ExceptionInfo*);

/* statistics.h, signature.h */
MagickPassFail GetImageStatistics(const Image*, ImageStatistics*, ExceptionInfo*);
unsigned int SignatureImage(Image*);

/* registry.h, random.h, confirm_access.h, magic.h */
long SetMagickRegistry(const RegistryType, const void*, const size_t, ExceptionInfo*);
void* GetMagickRegistry(const long, RegistryType*, size_t*, ExceptionInfo*);
MagickPassFail DeleteMagickRegistry(const long);
Image* GetImageFromMagickRegistry(const char*, long*, ExceptionInfo*);
magick_uint32_t MagickRandomInteger(void);
double MagickRandomReal(void);
MagickPassFail MagickConfirmAccess(const ConfirmAccessMode, const char*, ExceptionInfo*);
MagickPassFail (*MagickSetConfirmAccessHandler(MagickPassFail (*)(
    const ConfirmAccessMode, const char*, ExceptionInfo*)))(const ConfirmAccessMode, const char*,
                                                            ExceptionInfo*);
MagickPassFail GetMagickFileFormat(const unsigned char*, const size_t, char*, const size_t,
                                   ExceptionInfo*);
MagickPassFail ListMagicInfo(FILE*, ExceptionInfo*);

/* blob.h, attribute.h, colormap.h, enum_strings.h, magick.h */
void AttachBlob(BlobInfo*, const void*, const size_t);
void DetachBlob(BlobInfo*);
void GetBlobInfo(BlobInfo*);
void* GetConfigureBlob(const char*, char*, size_t*, ExceptionInfo*);
const ImageAttribute* GetImageClippingPathAttribute(const Image*);
const ImageAttribute* GetImageInfoAttribute(const ImageInfo*, const Image*, const char*);
MagickPassFail CycleColormapImage(Image*, const int);
const char* ConfirmAccessModeToString(const ConfirmAccessMode);
const char* StretchTypeToString(StretchType);
const char* StyleTypeToString(StyleType);
MagickPassFail ListModuleMap(FILE*, ExceptionInfo*);
void PanicDestroyMagick(void);

/* utility.h */
MagickPassFail GetExecutionPath(char*);
MagickPassFail GetExecutionPathUsingName(char*);
int MagickRandReentrant(unsigned int*);
unsigned int MagickRandNewSeed(void);
int MagickSpawnVP(const unsigned int, const char*, char* const argv[]);
int SystemCommand(const unsigned int, const char*);
int Tokenizer(TokenInfo*, unsigned, char*, size_t, char*, char*, char*, char*, char, char*, int*,
              char*);
char* TranslateText(const ImageInfo*, Image*, const char*);
char* TranslateTextEx(const ImageInfo*, Image*, const char*,
                      size_t (*)(char*, const char*, const size_t));

/* render.h, gem.h */
void GetDrawInfo(const ImageInfo*, DrawInfo*);
DrawInfo* CloneDrawInfo(const ImageInfo*, const DrawInfo*);
void DestroyDrawInfo(DrawInfo*);
char** DrawInfoGetClipPath(const DrawInfo*);
char** DrawInfoGetCompositePath(const DrawInfo*);
double ExpandAffine(const AffineMatrix*);
void IdentityAffine(AffineMatrix*);
double GenerateDifferentialNoise(const Quantum, const NoiseType, MagickRandomKernel*);
Quantum GenerateNoise(const Quantum, const NoiseType);
void Contrast(const int, Quantum*, Quantum*, Quantum*);
void Modulate(const double, const double, const double, Quantum*, Quantum*, Quantum*);
void Hull(const long, const long, const unsigned long, const unsigned long, Quantum*, Quantum*,
          const int);
void HSLTransform(const double, const double, const double, Quantum*, Quantum*, Quantum*);
void HWBTransform(const double, const double, const double, Quantum*, Quantum*, Quantum*);
void TransformHSL(const Quantum, const Quantum, const Quantum, double*, double*, double*);
void TransformHWB(const Quantum, const Quantum, const Quantum, double*, double*, double*);

/* constitute.h, texture.h, gradient.h, plasma.h, composite.h */
Image* ConstituteTextureImage(const unsigned long, const unsigned long, const Image*,
                              ExceptionInfo*);
MagickPassFail TextureImage(Image*, const Image*);
MagickPassFail GradientImage(Image*, const PixelPacket*, const PixelPacket*);
MagickPassFail PlasmaImage(Image*, const SegmentInfo*, unsigned long, unsigned long);
MagickPassFail MagickCompositeImageUnderColor(Image*, const PixelPacket*, ExceptionInfo*);

/* paint.h */
unsigned int ColorFloodfillImage(Image*, const DrawInfo*, const PixelPacket, const long, const long,
                                 const PaintMethod);
unsigned int MatteFloodfillImage(Image*, const PixelPacket, const unsigned int, const long,
                                 const long, const PaintMethod);

/* render.h, type.h */
MagickPassFail AnnotateImage(Image*, const DrawInfo*);
MagickPassFail GetTypeMetrics(Image*, const DrawInfo*, TypeMetric*);
const TypeInfo* GetTypeInfo(const char*, ExceptionInfo*);
const TypeInfo* GetTypeInfoByFamily(const char*, const StyleType, const StretchType,
                                    const unsigned long, ExceptionInfo*);
char** GetTypeList(const char*, unsigned long*);
MagickPassFail ListTypeInfo(FILE*, ExceptionInfo*);
/* render.h */
MagickPassFail DrawAffineImage(Image*, const Image*, const AffineMatrix*);
MagickPassFail DrawClipPath(Image*, const DrawInfo*, const char*);
MagickPassFail DrawImage(Image*, const DrawInfo*);
MagickPassFail DrawPatternPath(Image*, const DrawInfo*, const char*, Image**);

/* quantize.h */
MagickPassFail SegmentImage(Image*, const ColorspaceType, const unsigned int, const double,
                            const double);

#if defined(__cplusplus)
}
#endif

#endif
