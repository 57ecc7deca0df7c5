// Laying one image over another.
#include "magick/composite.h"

#include <algorithm>
#include <atomic>

#include "base/thread_pool.hpp"
#include "magick/core/barrier.hpp"
#include "magick/compose/composite_ops.hpp"
#include "magick/enum_strings.h"
#include "magick/monitor.h"
#include "magick/pixel_cache.h"
#include "magick/core/progress.hpp"

namespace {

using lodestone::CompositeFunction;
using lodestone::CompositeFunctionOf;
using lodestone::CompositeRow;

// The same rectangle in both images.
struct Overlap {
  unsigned long columns, rows;
  long update_x, update_y;
  long canvas_x, canvas_y;
};

// Clips one direction of the rectangle to what lies in both images.
void Clip(unsigned long* extent, long* update, unsigned long update_size, long* canvas,
          unsigned long canvas_size) {
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

// In CMYK images opacity holds black, so only whole pixels can be copied.
bool IsCopyInCmyk(CompositeOperator compose, const Image* update) {
  return compose == CopyCompositeOp || compose == NoCompositeOp ||
         (compose == OverCompositeOp && update->matte == MagickFalse);
}

// The function for the operator; nullptr with *exception set if these images cannot be composed so.
CompositeFunction Choose(CompositeOperator compose, const Image* update, const Image* canvas,
                         ExceptionInfo* exception) {
  if (IsCmyk(update) != IsCmyk(canvas)) {
    ThrowException(exception, OptionError, "Images of different colorspaces cannot be composed",
                   update->filename);
    return nullptr;
  }
  if (IsCmyk(canvas) && !IsCopyInCmyk(compose, update)) {
    ThrowException(exception, OptionError, "Composition operator is not supported for CMYK images",
                   CompositeOperatorToString(compose));
    return nullptr;
  }
  // An opaque image over another is a copy.
  const bool is_copy = compose == OverCompositeOp && update->matte == MagickFalse;
  const CompositeFunction function = CompositeFunctionOf(is_copy ? CopyCompositeOp : compose);
  if (function == nullptr) {
    ThrowException(exception, OptionError, "Composition operator is not supported",
                   CompositeOperatorToString(compose));
  }
  return function;
}

// Both images from their first pixels on, and the indexes of CMYK images (their alpha).
struct Pixels {
  const PixelPacket* update;
  const IndexPacket* update_indexes;
  PixelPacket* canvas;
  IndexPacket* canvas_indexes;
};

bool Open(const Image* update, Image* canvas, Pixels* pixels, ExceptionInfo* exception) {
  pixels->update = AcquireImagePixels(update, 0, 0, update->columns, update->rows, exception);
  if (pixels->update == nullptr) return false;
  pixels->update_indexes = IsCmyk(update) ? AccessImmutableIndexes(update) : nullptr;
  pixels->canvas = GetImagePixelsEx(canvas, 0, 0, canvas->columns, canvas->rows, exception);
  if (pixels->canvas == nullptr) return false;
  pixels->canvas_indexes = IsCmyk(canvas) ? AccessMutableIndexes(canvas) : nullptr;
  return true;
}

void ComposeRow(const Pixels& pixels, const Image* update, const Image* canvas,
                const Overlap& overlap, unsigned long y, CompositeFunction function) {
  const size_t from = (static_cast<size_t>(overlap.update_y) + y) * update->columns +
                      static_cast<size_t>(overlap.update_x);
  const size_t to = (static_cast<size_t>(overlap.canvas_y) + y) * canvas->columns +
                    static_cast<size_t>(overlap.canvas_x);
  if (IsCmyk(canvas)) {
    std::copy_n(pixels.update + from, overlap.columns, pixels.canvas + to);
    if (pixels.update_indexes != nullptr && pixels.canvas_indexes != nullptr) {
      std::copy_n(pixels.update_indexes + from, overlap.columns, pixels.canvas_indexes + to);
    }
    return;
  }
  function(CompositeRow{pixels.canvas + to, pixels.update + from, overlap.columns,
                        canvas->matte != MagickFalse, update->matte != MagickFalse});
}

bool Compose(const Image* update, Image* canvas, const Overlap& overlap, CompositeFunction function,
             ExceptionInfo* exception) {
  Pixels pixels;
  if (!Open(update, canvas, &pixels, exception)) return false;
  std::atomic<unsigned long> done{0};
  std::atomic<bool> keep_going{true};
  const size_t grain = lodestone::accel::RowsPerTask(overlap.columns);
  lodestone::accel::ParallelBands(overlap.rows, grain, [&](size_t begin, size_t end) {
    for (size_t y = begin; y < end && keep_going.load(std::memory_order_relaxed); y++) {
      ComposeRow(pixels, update, canvas, overlap, y, function);
      const auto step = static_cast<magick_int64_t>(done.fetch_add(1));
      if (lodestone::QuantumTick(step, overlap.rows) &&
          MagickMonitorFormatted(step, overlap.rows, exception, "[%s] Composite...",
                                 canvas->filename) == MagickFail) {
        keep_going.store(false);
      }
    }
  });
  return keep_going.load() && SyncImagePixelsEx(canvas, exception) != MagickFail;
}

bool ComposeRegion(CompositeOperator compose, const Image* update, Image* canvas,
                   const Overlap& wanted, ExceptionInfo* exception) {
  const CompositeFunction function = Choose(compose, update, canvas, exception);
  if (function == nullptr) return false;
  if (compose == NoCompositeOp) return true;
  if (compose == CopyOpacityCompositeOp && canvas->matte == MagickFalse) {
    if (SetImageOpacity(canvas, OpaqueOpacity) == MagickFail) return false;
  }
  const Overlap overlap = Clipped(wanted, update, canvas);
  if (overlap.columns == 0 || overlap.rows == 0) return true;
  canvas->storage_class = DirectClass;
  return Compose(update, canvas, overlap, function, exception);
}

}  // namespace

MagickPassFail CompositeImage(Image* canvas_image, const CompositeOperator compose,
                              const Image* update_image, const long x_offset, const long y_offset) {
  ExceptionInfo* exception = &canvas_image->exception;
  return lodestone::Guard(exception, MagickFail, [=] {
    const Overlap whole{update_image->columns, update_image->rows, 0, 0, x_offset, y_offset};
    const bool composed = ComposeRegion(compose, update_image, canvas_image, whole, exception);
    return composed ? MagickPass : MagickFail;
  });
}

MagickPassFail CompositeImageRegion(const CompositeOperator compose,
                                    const CompositeOptions_t* options, const unsigned long columns,
                                    const unsigned long rows, const Image* update_image,
                                    const long update_x, const long update_y, Image* canvas_image,
                                    const long canvas_x, const long canvas_y,
                                    ExceptionInfo* exception) {
  (void)options;  // for operators that are not supported
  return lodestone::Guard(exception, MagickFail, [=] {
    const Overlap region{columns, rows, update_x, update_y, canvas_x, canvas_y};
    const bool composed = ComposeRegion(compose, update_image, canvas_image, region, exception);
    return composed ? MagickPass : MagickFail;
  });
}
