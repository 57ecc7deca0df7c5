// How the agreement suite calls operations on two images.
#include <algorithm>
#include <iterator>
#include <vector>

#include "magick/core/pixels/pixel_cache.hpp"
#include "tests/agreement/runners.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

// They change single channels or opacities, which one sample a pixel cannot hold.
bool LeavesGrey(CompositeOperator compose) {
  constexpr CompositeOperator kNone[] = {
      OutCompositeOp,         XorCompositeOp,        ClearCompositeOp,       CopyRedCompositeOp,
      CopyGreenCompositeOp,   CopyBlueCompositeOp,   CopyOpacityCompositeOp, CopyCyanCompositeOp,
      CopyMagentaCompositeOp, CopyYellowCompositeOp, CopyBlackCompositeOp};
  return std::find(std::begin(kNone), std::end(kNone), compose) == std::end(kNone);
}

// In the order of their numbers; those of whole CMYK images are few.
std::vector<CompositeOperator> Composites(const Image* image) {
  if (image->colorspace == CMYKColorspace)
    return {CopyCompositeOp, CopyRedCompositeOp, CopyBlackCompositeOp};
  std::vector<CompositeOperator> all;
  for (int i = OverCompositeOp; i <= HardMixCompositeOp; ++i) {
    const auto compose = static_cast<CompositeOperator>(i);
    if (compose == DisplaceCompositeOp || compose == NoCompositeOp) continue;
    if (!HasGreyPixels(image) || LeavesGrey(compose)) all.push_back(compose);
  }
  return all;
}

ImagePtr Update(const Image* image, unsigned variety) {
  const unsigned long columns = image->columns / 2 + 2, rows = image->rows / 2 + 1;
  if (HasGreyPixels(image)) return RandomGrey(columns, rows, variety);
  constexpr Kind kKinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette};
  const bool cmyk = image->colorspace == CMYKColorspace;
  return RandomImage(columns, rows, cmyk ? Kind::kCmyk : kKinds[variety % std::size(kKinds)],
                     variety);
}

Image* Compose(const Image* image, const Case& c, ExceptionInfo* exception) {
  const ImagePtr update = Update(image, c.variety);
  const std::vector<CompositeOperator> operators = Composites(image);
  return Changed(image, exception, [&](Image* canvas) {
    const auto x = static_cast<long>(image->columns / 3), y = -static_cast<long>(image->rows / 9);
    return CompositeImage(canvas, operators[c.variety % operators.size()], update.get(), x, y);
  });
}

Image* LookUp(const Image* image, const Case& c, ExceptionInfo* exception) {
  const unsigned long edge = c.variety % 2 ? 27 : 8;
  const Kind kind = c.variety % 3 ? Kind::kOpaque : Kind::kMatte;
  const ImagePtr clut = HasGreyPixels(image) ? RandomGrey(edge, edge, c.variety)
                                             : RandomImage(edge, edge, kind, c.variety);
  return Changed(image, exception,
                 [&](Image* changed) { return HaldClutImage(changed, clut.get()); });
}

}  // namespace

Operation CompositionOnImages() {
  return {Compose, nullptr, true};
}

Operation LookingUpInCubes() {
  Operation operation{LookUp, [](const Case&) { return std::vector<std::string>{"hald-clut"}; },
                      true};
  operation.takes_palettes = false;
  return operation;
}

}  // namespace lodestone::test
