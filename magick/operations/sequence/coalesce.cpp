// The frames of an animation made whole: what is seen while each is shown.
#include <algorithm>

#include "magick/analyze.h"
#include "magick/composite.h"
#include "magick/core/calls/operation.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/image/frame_time.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/operations/sequence/frame_changes.hpp"
#include "magick/operations/sequence/frames.hpp"
#include "magick/pixel_cache.h"
#include "magick/transform.h"

namespace lodestone {
namespace {

constexpr PixelPacket kClear = [] {
  PixelPacket clear{};
  clear.opacity = TransparentOpacity;
  return clear;
}();

bool IsCanvas(const Image* frame, const Image* canvas) {
  return frame->columns == canvas->columns && frame->rows == canvas->rows && frame->page.x == 0 &&
         frame->page.y == 0;
}

// One side of the canvas: that of the page, or what the first frame needs.
unsigned long CanvasSide(unsigned long size, long offset, unsigned long page) {
  if (page != 0) return page;
  unsigned long side = 0;
  return __builtin_add_overflow(size, std::max(offset, 0l), &side) ? ~0ul : side;
}

// A transparent image of the animation's size, with the attributes of its first frame.
Image* EmptyCanvas(const Image* first, ExceptionInfo* exception) {
  const RectangleInfo& page = first->page;
  ImageHolder canvas(CloneImage(first, CanvasSide(first->columns, page.x, page.width),
                                CanvasSide(first->rows, page.y, page.height), MagickTrue,
                                exception));
  Image* const image = canvas.get();
  if (!image || CheckImagePixelLimits(image, exception) == MagickFail) return nullptr;
  image->page = RectangleInfo{};
  image->background_color = kClear;
  image->matte = MagickTrue;
  if (SetImageEx(image, TransparentOpacity, exception) == MagickFail) return nullptr;
  return canvas.release();
}

// Makes the part of a canvas where a frame was transparent.
bool ClearPart(Image* canvas, const Image* frame, ExceptionInfo* exception) {
  const auto inside = [](long at, unsigned long end) {
    return std::clamp(at, 0l, static_cast<long>(end));
  };
  const auto end = [&](long at, unsigned long size, unsigned long most) {
    long sum = 0;
    return __builtin_add_overflow(at, size, &sum) ? static_cast<long>(most) : inside(sum, most);
  };
  const long left = inside(frame->page.x, canvas->columns);
  const long top = inside(frame->page.y, canvas->rows);
  const long right = end(frame->page.x, frame->columns, canvas->columns);
  const long bottom = end(frame->page.y, frame->rows, canvas->rows);
  if (left >= right || top >= bottom) return true;
  const auto columns = static_cast<unsigned long>(right - left);
  const auto rows = static_cast<unsigned long>(bottom - top);
  // Opacities of an image without alpha have no meaning.
  if (!canvas->matte && SetImageOpacity(canvas, OpaqueOpacity) == MagickFail) {
    CopyException(exception, &canvas->exception);
    return false;
  }
  canvas->storage_class = DirectClass;
  PixelPacket* const pixels = SetImagePixelsEx(canvas, left, top, columns, rows, exception);
  if (!pixels) return false;
  std::fill_n(pixels, columns * rows, kClear);
  return SyncImagePixelsEx(canvas, exception) != MagickFail;
}

// The canvas as a frame leaves it to the next one. `before`: as it was before that frame.
Image* Disposed(const Image* before, const Image* whole, const Image* frame,
                ExceptionInfo* exception) {
  const bool restored = frame->dispose == PreviousDispose;
  ImageHolder canvas(CloneImage(restored ? before : whole, 0, 0, MagickTrue, exception));
  if (!canvas.get()) return nullptr;
  if (frame->dispose == BackgroundDispose && !ClearPart(canvas.get(), frame, exception))
    return nullptr;
  return canvas.release();
}

// A frame that is the whole canvas.
Image* Whole(const Image* frame, ExceptionInfo* exception) {
  Image* const whole = CloneImage(frame, 0, 0, MagickTrue, exception);
  if (!whole) return nullptr;
  whole->page = RectangleInfo{};
  whole->dispose = UndefinedDispose;
  return whole;
}

// Lays a frame over the canvas, in a new image.
Image* WholeFrame(const Image* canvas, const Image* frame, ExceptionInfo* exception) {
  if (!frame->matte && IsCanvas(frame, canvas)) return Whole(frame, exception);
  ImageHolder whole(CloneImage(canvas, 0, 0, MagickTrue, exception));
  Image* const image = whole.get();
  if (!image) return nullptr;
  const CompositeOperator compose = frame->matte ? OverCompositeOp : CopyCompositeOp;
  if (!ComposeOnto(image, compose, frame, frame->page.x, frame->page.y, exception)) return nullptr;
  CopyFrameTime(frame, image);
  image->start_loop = frame->start_loop;
  image->scene = frame->scene;
  image->dispose = UndefinedDispose;
  return whole.release();
}

// Whole frames whose disposal makes what is written of them look the same, also after a resizing,
// which makes edges partly transparent: what is not opaque must not be laid over what was there.
void SetDisposal(Image* frames, ExceptionInfo* exception) {
  for (Image* frame = frames; frame->next; frame = frame->next)
    if (IsOpaqueImage(frame->next, exception) == MagickFalse) frame->dispose = BackgroundDispose;
}

Image* Coalesce(const Image* first, ExceptionInfo* exception) {
  if (!CheckSequence(first, "unable to coalesce image", exception)) return nullptr;
  NewList frames;
  ImageHolder canvas(EmptyCanvas(first, exception));
  if (!canvas.get() ||
      !frames.Add(IsCanvas(first, canvas.get()) ? Whole(first, exception)
                                                : WholeFrame(canvas.get(), first, exception)))
    return nullptr;
  for (const Image* frame = first; frame->next; frame = frame->next) {
    canvas.reset(Disposed(canvas.get(), frames.last(), frame, exception));
    if (!canvas.get() || !frames.Add(WholeFrame(canvas.get(), frame->next, exception)))
      return nullptr;
  }
  SetDisposal(frames.first(), exception);
  return frames.Complete();
}

}  // namespace
}  // namespace lodestone

Image* CoalesceImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Coalesce(image, exception); });
}
