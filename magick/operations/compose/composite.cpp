// Laying one image over another.
#include "magick/composite.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "accel/work.hpp"
#include "magick/colorspace.h"
#include "magick/operations/compose/composite_rule.hpp"
#include "magick/operations/compose/displace.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/enum_strings.h"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/operations/colorspace/in_place.hpp"

namespace {

using lodestone::CompositeRule;
using lodestone::ImageHolder;
using lodestone::Narrow;
using lodestone::kernels::CompositeFunction;

// The same rectangle in both images.
struct Overlap {
  unsigned long columns, rows;
  long update_x, update_y;
  long canvas_x, canvas_y;
};

// Clips one direction of the rectangle to what lies in both images.
void Clip(unsigned long* extent, long* update, unsigned long update_size, long* canvas,
          unsigned long canvas_size) {
  // Beyond all images, with room for sums.
  constexpr long kFar = std::numeric_limits<long>::max() / 4;
  *update = std::clamp(*update, -kFar, kFar);
  *canvas = std::clamp(*canvas, -kFar, kFar);
  *extent = std::min(*extent, static_cast<unsigned long>(kFar));
  const long outside = std::max({0L, -*update, -*canvas});
  *update += outside;
  *canvas += outside;
  const long room =
      std::min({static_cast<long>(*extent) - outside, static_cast<long>(update_size) - *update,
                static_cast<long>(canvas_size) - *canvas});
  *extent = room > 0 ? static_cast<unsigned long>(room) : 0;
}

Overlap Clipped(Overlap overlap, const Image* update, const Image* canvas) {
  Clip(&overlap.columns, &overlap.update_x, update->columns, &overlap.canvas_x, canvas->columns);
  Clip(&overlap.rows, &overlap.update_y, update->rows, &overlap.canvas_y, canvas->rows);
  return overlap;
}

bool IsCmyk(const Image* image) {
  return image->colorspace == CMYKColorspace;
}

// The images are in spaces of their own: the update has to follow.
bool SpacesDiffer(const Image* update, const Image* canvas) {
  if (IsRGBColorspace(canvas->colorspace)) return !IsRGBColorspace(update->colorspace);
  return canvas->colorspace != update->colorspace;
}

// The update in the canvas's colour space, apart from the canvas's pixels. Empty with *exception
// set; the holder keeps what was made for that.
const Image* Prepared(const Image* update, const Image* canvas, CompositeOperator compose,
                      std::optional<ImageHolder>& made, ExceptionInfo* exception) {
  const bool convert = !lodestone::CopiesOneChannel(compose) && SpacesDiffer(update, canvas);
  if (!convert && update != canvas) return update;
  made.emplace(CloneImage(update, 0, 0, MagickTrue, exception));
  Image* const clone = made->get();
  if (!clone || !convert || TransformColorspace(clone, canvas->colorspace) != MagickFail)
    return clone;
  CopyException(exception, &clone->exception);
  return nullptr;
}

MagickAccelerateWork WorkOf(const CompositeRule& rule, const Overlap& overlap) {
  MagickAccelerateWork work = lodestone::accel::PlainWorkRecord(MagickAccelerateComposite);
  MagickAccelerateComposition& composition = work.composition;
  composition.function = static_cast<uint32_t>(rule.function);
  std::copy(std::begin(rule.numbers), std::end(rule.numbers), composition.numbers);
  composition.source_has_alpha = rule.canvas_has_alpha;
  composition.second_has_alpha = rule.update_has_alpha;
  composition.columns = Narrow(overlap.columns);
  composition.rows = Narrow(overlap.rows);
  composition.column = Narrow(static_cast<unsigned long>(overlap.canvas_x));
  composition.row = Narrow(static_cast<unsigned long>(overlap.canvas_y));
  composition.second_column = Narrow(static_cast<unsigned long>(overlap.update_x));
  composition.second_row = Narrow(static_cast<unsigned long>(overlap.update_y));
  return work;
}

// The alpha of CMYK images, which is in their indexes.
bool CopyAlpha(const Image* update, Image* canvas, const Overlap& overlap,
               ExceptionInfo* exception) {
  for (unsigned long row = 0; row < overlap.rows; ++row) {
    const long from = overlap.update_y + static_cast<long>(row);
    const long to = overlap.canvas_y + static_cast<long>(row);
    if (!AcquireImagePixels(update, overlap.update_x, from, overlap.columns, 1, exception) ||
        !GetImagePixelsEx(canvas, overlap.canvas_x, to, overlap.columns, 1, exception))
      return false;
    const IndexPacket* const alphas = AccessImmutableIndexes(update);
    IndexPacket* const indexes = AccessMutableIndexes(canvas);
    if (alphas && indexes) std::copy_n(alphas, overlap.columns, indexes);
    if (SyncImagePixelsEx(canvas, exception) == MagickFail) return false;
  }
  return true;
}

// The canvas becomes CMYK, opaque: its indexes, which hold alpha from now on, were those of a
// palette if there were any.
bool MakeCmyk(Image* canvas, ExceptionInfo* exception) {
  if (IsCmyk(canvas)) return true;
  canvas->colorspace = CMYKColorspace;
  if (!GetImagePixelsEx(canvas, 0, 0, canvas->columns, canvas->rows, exception)) return false;
  std::fill_n(AccessMutableIndexes(canvas), canvas->columns * canvas->rows, IndexPacket{0});
  return SyncImagePixelsEx(canvas, exception) != MagickFail;
}

// `update` is in the canvas's colour space.
bool Compose(CompositeOperator compose, const CompositeOptions_t* options, const Image* update,
             Image* canvas, const Overlap& overlap, ExceptionInfo* exception) {
  if (compose == CopyOpacityCompositeOp && canvas->matte == MagickFalse && !IsCmyk(canvas) &&
      SetImageOpacity(canvas, OpaqueOpacity) == MagickFail)
    return false;
  const auto rule = lodestone::RuleOf(compose, options, update, canvas, exception);
  if (!rule) return false;
  if (overlap.columns == 0 || overlap.rows == 0) return true;
  canvas->storage_class = DirectClass;
  const std::string text =
      std::string("[%s] Composite ") + CompositeOperatorToString(compose) + " image pixels ...";
  if (lodestone::RunOnTwo(canvas, WorkOf(*rule, overlap), update, text.c_str()) == MagickFail) {
    if (exception != &canvas->exception) CopyException(exception, &canvas->exception);
    return false;
  }
  const bool whole_cmyk = IsCmyk(canvas) && rule->function == CompositeFunction::kCopy;
  if (whole_cmyk && !CopyAlpha(update, canvas, overlap, exception)) return false;
  return !rule->makes_cmyk || MakeCmyk(canvas, exception);
}

bool ComposeRegion(CompositeOperator compose, const CompositeOptions_t* options,
                   const Image* update, Image* canvas, const Overlap& wanted,
                   ExceptionInfo* exception) {
  if (compose == NoCompositeOp) return true;
  if (lodestone::NeedsRgbCanvas(compose, update, canvas) &&
      TransformColorspace(canvas, RGBColorspace) == MagickFail) {
    if (exception != &canvas->exception) CopyException(exception, &canvas->exception);
    return false;
  }
  std::optional<ImageHolder> made;
  const Image* const prepared = Prepared(update, canvas, compose, made, exception);
  return prepared &&
         Compose(compose, options, prepared, canvas, Clipped(wanted, prepared, canvas), exception);
}

bool Displace(const Image* map, Image* canvas, const Overlap& overlap, ExceptionInfo* exception) {
  if (overlap.columns == 0 || overlap.rows == 0) return true;
  const ImageHolder displaced(lodestone::DisplacedPart(
      canvas, {overlap.columns, overlap.rows, overlap.canvas_x, overlap.canvas_y}, map,
      overlap.update_x, overlap.update_y, exception));
  const Overlap part{overlap.columns, overlap.rows, 0, 0, overlap.canvas_x, overlap.canvas_y};
  return displaced.get() &&
         ComposeRegion(DisplaceCompositeOp, nullptr, displaced.get(), canvas, part, exception);
}

}  // namespace

MagickPassFail CompositeImage(Image* canvas_image, const CompositeOperator compose,
                              const Image* update_image, const long x_offset, const long y_offset) {
  ExceptionInfo* exception = lodestone::ExceptionOf(canvas_image);
  return lodestone::Guard(exception, {canvas_image, update_image}, MagickFail, [=] {
    const Overlap whole{update_image->columns, update_image->rows, 0, 0, x_offset, y_offset};
    const bool composed =
        compose == DisplaceCompositeOp
            ? Displace(update_image, canvas_image, Clipped(whole, update_image, canvas_image),
                       exception)
            : ComposeRegion(compose, nullptr, update_image, canvas_image, whole, exception);
    return composed ? MagickPass : MagickFail;
  });
}

MagickPassFail CompositeImageRegion(const CompositeOperator compose,
                                    const CompositeOptions_t* options, const unsigned long columns,
                                    const unsigned long rows, const Image* update_image,
                                    const long update_x, const long update_y, Image* canvas_image,
                                    const long canvas_x, const long canvas_y,
                                    ExceptionInfo* exception) {
  return lodestone::Guard(exception, {canvas_image, update_image}, MagickFail, [=] {
    const Overlap region{columns, rows, update_x, update_y, canvas_x, canvas_y};
    const bool composed =
        ComposeRegion(compose, options, update_image, canvas_image, region, exception);
    return composed ? MagickPass : MagickFail;
  });
}
