/* GraphicsMagick's declarations again. The including file has included <magick/api.h>. */
#ifndef LODESTONE_TESTS_COMPAT_PROTOTYPES_H
#define LODESTONE_TESTS_COMPAT_PROTOTYPES_H

#include "command_prototypes.h"

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

/* draw.h */
ClipPathUnits DrawGetClipUnits(DrawContext);
DrawInfo* DrawPeekGraphicContext(const DrawContext);
DecorationType DrawGetTextDecoration(DrawContext);
DrawContext DrawAllocateContext(const DrawInfo*, Image*);
FillRule DrawGetClipRule(DrawContext);
FillRule DrawGetFillRule(DrawContext);
GravityType DrawGetGravity(DrawContext);
LineCap DrawGetStrokeLineCap(DrawContext);
LineJoin DrawGetStrokeLineJoin(DrawContext);
PixelPacket DrawGetFillColor(DrawContext);
PixelPacket DrawGetStrokeColor(DrawContext);
PixelPacket DrawGetTextUnderColor(DrawContext);
StretchType DrawGetFontStretch(DrawContext);
StyleType DrawGetFontStyle(DrawContext);
char* DrawGetClipPath(DrawContext);
char* DrawGetFont(DrawContext);
char* DrawGetFontFamily(DrawContext);
char* DrawGetTextEncoding(DrawContext);
int DrawRender(const DrawContext);
unsigned int DrawGetStrokeAntialias(DrawContext);
unsigned int DrawGetTextAntialias(DrawContext);
unsigned long DrawGetFontWeight(DrawContext);
unsigned long DrawGetStrokeMiterLimit(DrawContext);
double DrawGetFillOpacity(DrawContext);
double DrawGetFontSize(DrawContext);
double* DrawGetStrokeDashArray(DrawContext, unsigned long*);
double DrawGetStrokeDashOffset(DrawContext);
double DrawGetStrokeOpacity(DrawContext);
double DrawGetStrokeWidth(DrawContext);
void DrawAffine(DrawContext, const AffineMatrix*);
void DrawAnnotation(DrawContext, const double, const double, const unsigned char*);
void DrawArc(DrawContext, const double, const double, const double, const double, const double,
             const double);
void DrawBezier(DrawContext, const unsigned long, const PointInfo*);
void DrawCircle(DrawContext, const double, const double, const double, const double);
void DrawColor(DrawContext, const double, const double, const PaintMethod);
void DrawComment(DrawContext, const char*);
void DrawDestroyContext(DrawContext);
void DrawEllipse(DrawContext, const double, const double, const double, const double, const double,
                 const double);
void DrawComposite(DrawContext, const CompositeOperator, const double, const double, const double,
                   const double, const Image*);
void DrawLine(DrawContext, const double, const double, const double, const double);
void DrawMatte(DrawContext, const double, const double, const PaintMethod);
void DrawPathClose(DrawContext);
void DrawPathCurveToAbsolute(DrawContext, const double, const double, const double, const double,
                             const double, const double);
void DrawPathCurveToRelative(DrawContext, const double, const double, const double, const double,
                             const double, const double);
void DrawPathCurveToQuadraticBezierAbsolute(DrawContext, const double, const double, const double,
                                            const double);
void DrawPathCurveToQuadraticBezierRelative(DrawContext, const double, const double, const double,
                                            const double);
void DrawPathCurveToQuadraticBezierSmoothAbsolute(DrawContext, const double, const double);
void DrawPathCurveToQuadraticBezierSmoothRelative(DrawContext, const double, const double);
void DrawPathCurveToSmoothAbsolute(DrawContext, const double, const double, const double,
                                   const double);
void DrawPathCurveToSmoothRelative(DrawContext, const double, const double, const double,
                                   const double);
void DrawPathEllipticArcAbsolute(DrawContext, const double, const double, const double,
                                 unsigned int, unsigned int, const double, const double);
void DrawPathEllipticArcRelative(DrawContext, const double, const double, const double,
                                 unsigned int, unsigned int, const double, const double);
void DrawPathFinish(DrawContext);
void DrawPathLineToAbsolute(DrawContext, const double, const double);
void DrawPathLineToRelative(DrawContext, const double, const double);
void DrawPathLineToHorizontalAbsolute(DrawContext, const double);
void DrawPathLineToHorizontalRelative(DrawContext, const double);
void DrawPathLineToVerticalAbsolute(DrawContext, const double);
void DrawPathLineToVerticalRelative(DrawContext, const double);
void DrawPathMoveToAbsolute(DrawContext, const double, const double);
void DrawPathMoveToRelative(DrawContext, const double, const double);
void DrawPathStart(DrawContext);
void DrawPoint(DrawContext, const double, const double);
void DrawPolygon(DrawContext, const unsigned long, const PointInfo*);
void DrawPolyline(DrawContext, const unsigned long, const PointInfo*);
void DrawPopClipPath(DrawContext);
void DrawPopDefs(DrawContext);
void DrawPopGraphicContext(DrawContext);
void DrawPopPattern(DrawContext);
void DrawPushClipPath(DrawContext, const char*);
void DrawPushDefs(DrawContext);
void DrawPushGraphicContext(DrawContext);
void DrawPushPattern(DrawContext, const char*, const double, const double, const double,
                     const double);
void DrawRectangle(DrawContext, const double, const double, const double, const double);
void DrawRoundRectangle(DrawContext, double, double, double, double, double, double);
void DrawScale(DrawContext, const double, const double);
void DrawSetClipPath(DrawContext, const char*);
void DrawSetClipRule(DrawContext, const FillRule);
void DrawSetClipUnits(DrawContext, const ClipPathUnits);
void DrawSetFillColor(DrawContext, const PixelPacket*);
void DrawSetFillColorString(DrawContext, const char*);
void DrawSetFillOpacity(DrawContext, const double);
void DrawSetFillRule(DrawContext, const FillRule);
void DrawSetFillPatternURL(DrawContext, const char*);
void DrawSetFont(DrawContext, const char*);
void DrawSetFontFamily(DrawContext, const char*);
void DrawSetFontSize(DrawContext, const double);
void DrawSetFontStretch(DrawContext, const StretchType);
void DrawSetFontStyle(DrawContext, const StyleType);
void DrawSetFontWeight(DrawContext, const unsigned long);
void DrawSetGravity(DrawContext, const GravityType);
void DrawRotate(DrawContext, const double);
void DrawSkewX(DrawContext, const double);
void DrawSkewY(DrawContext, const double);
void DrawSetStrokeAntialias(DrawContext, const unsigned int);
void DrawSetStrokeColor(DrawContext, const PixelPacket*);
void DrawSetStrokeColorString(DrawContext, const char*);
void DrawSetStrokeDashArray(DrawContext, const unsigned long, const double*);
void DrawSetStrokeDashOffset(DrawContext, const double);
void DrawSetStrokeLineCap(DrawContext, const LineCap);
void DrawSetStrokeLineJoin(DrawContext, const LineJoin);
void DrawSetStrokeMiterLimit(DrawContext, const unsigned long);
void DrawSetStrokeOpacity(DrawContext, const double);
void DrawSetStrokePatternURL(DrawContext, const char*);
void DrawSetStrokeWidth(DrawContext, const double);
void DrawSetTextAntialias(DrawContext, const unsigned int);
void DrawSetTextDecoration(DrawContext, const DecorationType);
void DrawSetTextEncoding(DrawContext, const char*);
void DrawSetTextUnderColor(DrawContext, const PixelPacket*);
void DrawSetTextUnderColorString(DrawContext, const char*);
void DrawSetViewbox(DrawContext, unsigned long, unsigned long, unsigned long, unsigned long);
void DrawTranslate(DrawContext, const double, const double);

#if defined(__cplusplus)
}
#endif

#endif
