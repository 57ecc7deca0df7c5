#include "magick/operations/compose/composite_rule.hpp"

#include "magick/enum_strings.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

using kernels::CompositeFunction;

// Of update->geometry, "AxB", where given.
struct Pair {
  double first, second;
};
Pair PairOf(const Image* update, Pair pair) {
  if (update->geometry)
    (void)GetMagickDimension(update->geometry, &pair.first, &pair.second, nullptr, nullptr);
  return pair;
}

CompositeOptions_t OptionsOf(const Image* update) {
  constexpr Pair kPercent{50, 50}, kThreshold{0.5, 0.05};
  const Pair sharpening = PairOf(update, kThreshold);
  return {PairOf(update, kPercent).first / 100.0, sharpening.first, sharpening.second * MaxRGB};
}

// In CMYK images opacity holds black, so only whole pixels, or single channels, can be copied.
bool IsPossibleInCmyk(CompositeFunction function) {
  return function == CompositeFunction::kCopy || function == CompositeFunction::kCopyRed ||
         function == CompositeFunction::kCopyGreen || function == CompositeFunction::kCopyBlue;
}

std::optional<CompositeFunction> FunctionOf(CompositeOperator compose, const Image* update,
                                            const Image* canvas) {
  const bool cmyk = update->colorspace == CMYKColorspace && canvas->colorspace == CMYKColorspace;
  const bool opaque = !update->matte && !canvas->matte;
  switch (compose) {
    case OverCompositeOp:
    case AtopCompositeOp:
      if (opaque) return CompositeFunction::kCopy;
      break;
    case CopyOpacityCompositeOp:
      if (!update->matte) return CompositeFunction::kCopyDarkness;
      break;
    case DisplaceCompositeOp:  // what was displaced
      return CompositeFunction::kCopy;
    case CopyCyanCompositeOp:
      return CompositeFunction::kCopyRed;
    case CopyMagentaCompositeOp:
      return CompositeFunction::kCopyGreen;
    case CopyYellowCompositeOp:
      return CompositeFunction::kCopyBlue;
    case CopyBlackCompositeOp:
      return cmyk ? CompositeFunction::kCopyOpacity : CompositeFunction::kCopyIntensity;
    default:
      break;
  }
  if (!kernels::IsCompositeFunction(compose)) return std::nullopt;
  return static_cast<CompositeFunction>(compose);
}

bool IsInkCopy(CompositeOperator compose) {
  return compose == CopyCyanCompositeOp || compose == CopyMagentaCompositeOp ||
         compose == CopyYellowCompositeOp || compose == CopyBlackCompositeOp;
}

}  // namespace

bool CopiesOneChannel(CompositeOperator compose) {
  return compose == CopyRedCompositeOp || compose == CopyGreenCompositeOp ||
         compose == CopyBlueCompositeOp || IsInkCopy(compose);
}

bool NeedsRgbCanvas(CompositeOperator compose, const Image* update, const Image* canvas) {
  if (canvas->colorspace != CMYKColorspace || CopiesOneChannel(compose)) return false;
  const auto function = FunctionOf(compose, update, canvas);
  return function && !IsPossibleInCmyk(*function);
}

std::optional<CompositeRule> RuleOf(CompositeOperator compose, const CompositeOptions_t* options,
                                    const Image* update, const Image* canvas,
                                    ExceptionInfo* exception) {
  const auto function = FunctionOf(compose, update, canvas);
  if (!function) {
    ThrowException(exception, OptionError, "Composition operator is not supported",
                   CompositeOperatorToString(compose));
    return std::nullopt;
  }
  const bool copies_channel = CopiesOneChannel(compose);
  const CompositeOptions_t given = options ? *options : OptionsOf(update);
  CompositeRule rule{*function, {}, true, true, IsInkCopy(compose)};
  if (*function == CompositeFunction::kModulate) {
    rule.numbers[0] = static_cast<float>(given.percent_brightness);
  } else if (*function == CompositeFunction::kThreshold) {
    rule.numbers[0] = static_cast<float>(given.amount);
    rule.numbers[1] = static_cast<float>(given.threshold);
  }
  if (!copies_channel && canvas->colorspace != CMYKColorspace) {
    rule.canvas_has_alpha = canvas->matte != MagickFalse;
    rule.update_has_alpha = update->matte != MagickFalse;
  }
  return rule;
}

}  // namespace lodestone
