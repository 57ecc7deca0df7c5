/* GraphicsMagick's declarations of wands again. The including file has included <wand/wand_api.h>.
 */
#ifndef LODESTONE_TESTS_WAND_WAND_PROTOTYPES_H
#define LODESTONE_TESTS_WAND_WAND_PROTOTYPES_H

#if defined(__cplusplus)
extern "C" {
#endif

/* pixel_wand.h */
char* PixelGetColorAsString(const PixelWand*);
double PixelGetBlack(const PixelWand*);
double PixelGetBlue(const PixelWand*);
double PixelGetCyan(const PixelWand*);
double PixelGetGreen(const PixelWand*);
double PixelGetMagenta(const PixelWand*);
double PixelGetOpacity(const PixelWand*);
double PixelGetRed(const PixelWand*);
double PixelGetYellow(const PixelWand*);
PixelWand* ClonePixelWand(const PixelWand*);
PixelWand** ClonePixelWands(const PixelWand**, const unsigned long);
PixelWand* NewPixelWand(void);
PixelWand** NewPixelWands(const unsigned long);
Quantum PixelGetBlackQuantum(const PixelWand*);
Quantum PixelGetBlueQuantum(const PixelWand*);
Quantum PixelGetCyanQuantum(const PixelWand*);
Quantum PixelGetGreenQuantum(const PixelWand*);
Quantum PixelGetMagentaQuantum(const PixelWand*);
Quantum PixelGetOpacityQuantum(const PixelWand*);
Quantum PixelGetRedQuantum(const PixelWand*);
Quantum PixelGetYellowQuantum(const PixelWand*);
unsigned int PixelSetColor(PixelWand*, const char*);
unsigned long PixelGetColorCount(const PixelWand*);
void DestroyPixelWand(PixelWand*);
void PixelGetQuantumColor(const PixelWand*, PixelPacket*);
void PixelSetBlack(PixelWand*, const double);
void PixelSetBlackQuantum(PixelWand*, const Quantum);
void PixelSetBlue(PixelWand*, const double);
void PixelSetBlueQuantum(PixelWand*, const Quantum);
void PixelSetColorCount(PixelWand*, const unsigned long);
void PixelSetCyan(PixelWand*, const double);
void PixelSetCyanQuantum(PixelWand*, const Quantum);
void PixelSetGreen(PixelWand*, const double);
void PixelSetGreenQuantum(PixelWand*, const Quantum);
void PixelSetMagenta(PixelWand*, const double);
void PixelSetMagentaQuantum(PixelWand*, const Quantum);
void PixelSetOpacity(PixelWand*, const double);
void PixelSetOpacityQuantum(PixelWand*, const Quantum);
/* PixelSetQuantumColor is const here, as since 1.3.45. */
void PixelSetRed(PixelWand*, const double);
void PixelSetRedQuantum(PixelWand*, const Quantum);
void PixelSetYellow(PixelWand*, const double);
void PixelSetYellowQuantum(PixelWand*, const Quantum);

/* drawing_wand.h */
char* DrawGetClipPath(const DrawingWand*);
char* DrawGetException(const DrawingWand*, ExceptionType*);
char* DrawGetFont(const DrawingWand*);
char* DrawGetFontFamily(const DrawingWand*);
char* DrawGetTextEncoding(const DrawingWand*);
ClipPathUnits DrawGetClipUnits(const DrawingWand*);
DecorationType DrawGetTextDecoration(const DrawingWand*);
double DrawGetFillOpacity(const DrawingWand*);
double DrawGetFontSize(const DrawingWand*);
double* DrawGetStrokeDashArray(const DrawingWand*, unsigned long*);
double DrawGetStrokeDashOffset(const DrawingWand*);
double DrawGetStrokeOpacity(const DrawingWand*);
double DrawGetStrokeWidth(const DrawingWand*);
DrawInfo* DrawPeekGraphicContext(const DrawingWand*);
DrawingWand* CloneDrawingWand(const DrawingWand*);
DrawingWand* DrawAllocateWand(const DrawInfo*, Image*);
DrawingWand* NewDrawingWand(void);
FillRule DrawGetClipRule(const DrawingWand*);
FillRule DrawGetFillRule(const DrawingWand*);
GravityType DrawGetGravity(const DrawingWand*);
LineCap DrawGetStrokeLineCap(const DrawingWand*);
LineJoin DrawGetStrokeLineJoin(const DrawingWand*);
StretchType DrawGetFontStretch(const DrawingWand*);
StyleType DrawGetFontStyle(const DrawingWand*);
unsigned int DrawClearException(DrawingWand*);
unsigned int DrawGetStrokeAntialias(const DrawingWand*);
unsigned int DrawGetTextAntialias(const DrawingWand*);
unsigned int DrawRender(const DrawingWand*);
unsigned long DrawGetFontWeight(const DrawingWand*);
unsigned long DrawGetStrokeMiterLimit(const DrawingWand*);
void DrawAffine(DrawingWand*, const AffineMatrix*);
void DrawAnnotation(DrawingWand*, const double, const double, const unsigned char*);
void DrawArc(DrawingWand*, const double, const double, const double, const double, const double,
             const double);
void DrawBezier(DrawingWand*, const unsigned long, const PointInfo*);
void DrawCircle(DrawingWand*, const double, const double, const double, const double);
void DrawColor(DrawingWand*, const double, const double, const PaintMethod);
void DrawComment(DrawingWand*, const char*);
void DestroyDrawingWand(DrawingWand*);
void DrawEllipse(DrawingWand*, const double, const double, const double, const double, const double,
                 const double);
void DrawComposite(DrawingWand*, const CompositeOperator, const double, const double, const double,
                   const double, const Image*);
void DrawGetFillColor(const DrawingWand*, PixelWand*);
void DrawGetStrokeColor(const DrawingWand*, PixelWand*);
void DrawGetTextUnderColor(const DrawingWand*, PixelWand*);
void DrawLine(DrawingWand*, const double, const double, const double, const double);
void DrawMatte(DrawingWand*, const double, const double, const PaintMethod);
void DrawPathClose(DrawingWand*);
void DrawPathCurveToAbsolute(DrawingWand*, const double, const double, const double, const double,
                             const double, const double);
void DrawPathCurveToRelative(DrawingWand*, const double, const double, const double, const double,
                             const double, const double);
void DrawPathCurveToQuadraticBezierAbsolute(DrawingWand*, const double, const double, const double,
                                            const double);
void DrawPathCurveToQuadraticBezierRelative(DrawingWand*, const double, const double, const double,
                                            const double);
void DrawPathCurveToQuadraticBezierSmoothAbsolute(DrawingWand*, const double, const double);
void DrawPathCurveToQuadraticBezierSmoothRelative(DrawingWand*, const double, const double);
void DrawPathCurveToSmoothAbsolute(DrawingWand*, const double, const double, const double,
                                   const double);
void DrawPathCurveToSmoothRelative(DrawingWand*, const double, const double, const double,
                                   const double);
void DrawPathEllipticArcAbsolute(DrawingWand*, const double, const double, const double,
                                 unsigned int, unsigned int, const double, const double);
void DrawPathEllipticArcRelative(DrawingWand*, const double, const double, const double,
                                 unsigned int, unsigned int, const double, const double);
void DrawPathFinish(DrawingWand*);
void DrawPathLineToAbsolute(DrawingWand*, const double, const double);
void DrawPathLineToRelative(DrawingWand*, const double, const double);
void DrawPathLineToHorizontalAbsolute(DrawingWand*, const double);
void DrawPathLineToHorizontalRelative(DrawingWand*, const double);
void DrawPathLineToVerticalAbsolute(DrawingWand*, const double);
void DrawPathLineToVerticalRelative(DrawingWand*, const double);
void DrawPathMoveToAbsolute(DrawingWand*, const double, const double);
void DrawPathMoveToRelative(DrawingWand*, const double, const double);
void DrawPathStart(DrawingWand*);
void DrawPoint(DrawingWand*, const double, const double);
void DrawPolygon(DrawingWand*, const unsigned long, const PointInfo*);
void DrawPolyline(DrawingWand*, const unsigned long, const PointInfo*);
void DrawPopClipPath(DrawingWand*);
void DrawPopDefs(DrawingWand*);
void DrawPopGraphicContext(DrawingWand*);
void DrawPopPattern(DrawingWand*);
void DrawPushClipPath(DrawingWand*, const char*);
void DrawPushDefs(DrawingWand*);
void DrawPushGraphicContext(DrawingWand*);
void DrawPushPattern(DrawingWand*, const char*, const double, const double, const double,
                     const double);
void DrawRectangle(DrawingWand*, const double, const double, const double, const double);
void DrawRotate(DrawingWand*, const double);
void DrawRoundRectangle(DrawingWand*, double, double, double, double, double, double);
void DrawScale(DrawingWand*, const double, const double);
void DrawSetClipPath(DrawingWand*, const char*);
void DrawSetClipRule(DrawingWand*, const FillRule);
void DrawSetClipUnits(DrawingWand*, const ClipPathUnits);
void DrawSetFillColor(DrawingWand*, const PixelWand*);
void DrawSetFillOpacity(DrawingWand*, const double);
void DrawSetFillRule(DrawingWand*, const FillRule);
void DrawSetFillPatternURL(DrawingWand*, const char*);
void DrawSetFont(DrawingWand*, const char*);
void DrawSetFontFamily(DrawingWand*, const char*);
void DrawSetFontSize(DrawingWand*, const double);
void DrawSetFontStretch(DrawingWand*, const StretchType);
void DrawSetFontStyle(DrawingWand*, const StyleType);
void DrawSetFontWeight(DrawingWand*, const unsigned long);
void DrawSetGravity(DrawingWand*, const GravityType);
void DrawSkewX(DrawingWand*, const double);
void DrawSkewY(DrawingWand*, const double);
void DrawSetStrokeAntialias(DrawingWand*, const unsigned int);
void DrawSetStrokeColor(DrawingWand*, const PixelWand*);
void DrawSetStrokeDashArray(DrawingWand*, const unsigned long, const double*);
void DrawSetStrokeDashOffset(DrawingWand*, const double);
void DrawSetStrokeLineCap(DrawingWand*, const LineCap);
void DrawSetStrokeLineJoin(DrawingWand*, const LineJoin);
void DrawSetStrokeMiterLimit(DrawingWand*, const unsigned long);
void DrawSetStrokeOpacity(DrawingWand*, const double);
void DrawSetStrokePatternURL(DrawingWand*, const char*);
void DrawSetStrokeWidth(DrawingWand*, const double);
void DrawSetTextAntialias(DrawingWand*, const unsigned int);
void DrawSetTextDecoration(DrawingWand*, const DecorationType);
void DrawSetTextEncoding(DrawingWand*, const char*);
void DrawSetTextUnderColor(DrawingWand*, const PixelWand*);
void DrawSetViewbox(DrawingWand*, unsigned long, unsigned long, unsigned long, unsigned long);
void DrawTranslate(DrawingWand*, const double, const double);

#if defined(__cplusplus)
}
#endif

#endif
