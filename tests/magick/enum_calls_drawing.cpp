// Functions that add to a drawing.
#include "tests/magick/enum_calls.hpp"

namespace lodestone::test {
namespace {

// Nothing is added, and the image has the exception.
template <class Enum>
Call AddsNothing(const char* function, Enum last, std::function<void(DrawContext, Enum)> call) {
  return {function, last, [call](int value) {
            const ImagePtr image = Source();
            const DrawContext context = DrawAllocateContext(nullptr, image.get());
            call(context, static_cast<Enum>(value));
            EXPECT_EQ(OptionError, image->exception.severity);
            DrawInfo* const info = DrawPeekGraphicContext(context);
            EXPECT_EQ(nullptr, info->primitive);
            DestroyDrawInfo(info);
            DrawDestroyContext(context);
          }};
}

#define ADDS_NOTHING(last, function) AddsNothing<decltype(last)>(#function, last, function)

}  // namespace

std::vector<Call> CallsThatDraw() {
  return {
      ADDS_NOTHING(NonZeroRule, DrawSetClipRule),
      ADDS_NOTHING(ObjectBoundingBox, DrawSetClipUnits),
      ADDS_NOTHING(NonZeroRule, DrawSetFillRule),
      ADDS_NOTHING(AnyStretch, DrawSetFontStretch),
      ADDS_NOTHING(AnyStyle, DrawSetFontStyle),
      ADDS_NOTHING(StaticGravity, DrawSetGravity),
      ADDS_NOTHING(SquareCap, DrawSetStrokeLineCap),
      ADDS_NOTHING(BevelJoin, DrawSetStrokeLineJoin),
      ADDS_NOTHING(LineThroughDecoration, DrawSetTextDecoration),
      AddsNothing<PaintMethod>("DrawColor", ResetMethod,
                               [](auto context, auto method) { DrawColor(context, 1, 2, method); }),
      AddsNothing<PaintMethod>("DrawMatte", ResetMethod,
                               [](auto context, auto method) { DrawMatte(context, 1, 2, method); }),
      AddsNothing<CompositeOperator>("DrawComposite", HardMixCompositeOp,
                                     [](auto context, auto compose) {
                                       const ImagePtr part = Source();
                                       DrawComposite(context, compose, 0, 0, 0, 0, part.get());
                                     }),
  };
}

}  // namespace lodestone::test
