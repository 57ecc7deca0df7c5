// Several images in one: on top of one another, where their pages place them, side by side.
#include <algorithm>
#include <vector>

#include "base/checked_size.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/operations/sequence/frames.hpp"
#include "magick/operations/colorspace/point.hpp"
#include "magick/transform.h"

namespace lodestone {
namespace {

bool SetOpaque(Image* image, ExceptionInfo* exception) {
  const PointTable opaque = MakePointTable([](Quantum) { return OpaqueOpacity; });
  PointRule rule;
  rule.opacity = &opaque;
  if (ChangeSamples(image, "flatten", rule, "[%s] Applying undercolor...") == MagickFail) {
    CopyException(exception, &image->exception);
    return false;
  }
  image->matte = MagickFalse;
  return true;
}

// A clone of an image with alpha, over its background colour: as opaque as that is.
Image* OverBackground(const Image* image, ExceptionInfo* exception) {
  ImageHolder flat(CloneImage(image, 0, 0, MagickTrue, exception));
  const ImageHolder under(CloneImage(image, image->columns, image->rows, MagickTrue, exception));
  if (!flat.get() || !under.get()) return nullptr;
  const bool opaque = image->background_color.opacity == OpaqueOpacity;
  under.get()->matte = opaque ? MagickFalse : MagickTrue;
  if (SetImageEx(under.get(), image->background_color.opacity, exception) == MagickFail ||
      !ComposeOnto(under.get(), OverCompositeOp, image, 0, 0, exception))
    return nullptr;
  if (opaque && under.get()->matte && !SetOpaque(under.get(), exception)) return nullptr;
  flat.get()->matte = under.get()->matte;
  flat.get()->storage_class = DirectClass;
  flat.get()->cache->Take(under.get()->cache->Hold());
  RecordPixelChange(flat.get());
  return flat.release();
}

Image* Flatten(const Image* image, ExceptionInfo* exception) {
  if (!CheckImage(image, "unable to flatten image", exception)) return nullptr;
  ImageHolder canvas(image->matte ? OverBackground(image, exception)
                                  : CloneImage(image, 0, 0, MagickTrue, exception));
  if (!canvas.get()) return nullptr;
  for (const Image* next = image->next; next; next = next->next) {
    if (!ComposeOnto(canvas.get(), next->compose, next, next->page.x, next->page.y, exception))
      return nullptr;
  }
  return canvas.release();
}

// How far a frame reaches that begins at `offset`; its page may be larger.
unsigned long Reach(unsigned long size, long offset, unsigned long page) {
  constexpr unsigned long kBeyond = ~0ul;  // no image is that large
  unsigned long end = 0;
  if (__builtin_add_overflow(size, offset, &end)) end = offset < 0 ? 0 : kBeyond;
  return std::max(end, page);
}

Image* MosaicCanvas(const std::vector<const Image*>& frames, ExceptionInfo* exception) {
  ImageHolder canvas(AllocateImage(nullptr));
  Image* const image = canvas.get();
  if (!image) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", frames[0]->filename);
    return nullptr;
  }
  image->columns = frames[0]->columns;
  image->rows = frames[0]->rows;
  image->matte = MagickTrue;
  for (const Image* frame : frames) {
    const RectangleInfo& page = frame->page;
    image->columns = std::max(image->columns, Reach(frame->columns, page.x, page.width));
    image->rows = std::max(image->rows, Reach(frame->rows, page.y, page.height));
    image->matte = image->matte && frame->matte;
  }
  image->background_color = frames[0]->background_color;
  if (CheckImagePixelLimits(image, exception) == MagickFail ||
      SetImageEx(image, image->background_color.opacity, exception) == MagickFail)
    return nullptr;
  return canvas.release();
}

Image* Mosaic(const Image* image, ExceptionInfo* exception) {
  if (!CheckImage(image, "unable to create image mosaic", exception)) return nullptr;
  const std::vector<const Image*> frames = FramesFrom(image);
  ImageHolder mosaic(MosaicCanvas(frames, exception));
  if (!mosaic.get()) return nullptr;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Image* const frame = frames[i];
    if (!ComposeOnto(mosaic.get(), frame->compose, frame, frame->page.x, frame->page.y,
                     exception) ||
        !ReportFrame(image, i, frames.size(), "[%s] Create mosaic...", exception))
      return nullptr;
  }
  return mosaic.release();
}

// The sides of images appended to one another; false with *exception set if there are no such.
bool AppendedSize(const std::vector<const Image*>& frames, bool stack, RectangleInfo* size,
                  ExceptionInfo* exception) {
  CheckedSize length(0);
  unsigned long breadth = 0;
  for (const Image* frame : frames) {
    length = length + (stack ? frame->rows : frame->columns);
    breadth = std::max(breadth, stack ? frame->columns : frame->rows);
  }
  if (!length.valid()) {
    Throw(exception, ResourceLimitError, "Image pixel width or height limit exceeded",
          frames[0]->filename);
    return false;
  }
  *size = stack ? RectangleInfo{breadth, length.value(), 0, 0}
                : RectangleInfo{length.value(), breadth, 0, 0};
  return true;
}

bool LeavesRoom(const std::vector<const Image*>& frames, const RectangleInfo& size, bool stack) {
  return std::any_of(frames.begin(), frames.end(), [&](const Image* frame) {
    return stack ? frame->columns < size.width : frame->rows < size.height;
  });
}

// The first image in its place, and the background colour elsewhere.
Image* AppendCanvas(const std::vector<const Image*>& frames, const RectangleInfo& size, bool stack,
                    ExceptionInfo* exception) {
  const Image* const first = frames[0];
  const ImageHolder sized(CloneImage(first, size.width, size.height, MagickTrue, exception));
  if (!sized.get() || CheckImagePixelLimits(sized.get(), exception) == MagickFail) return nullptr;
  const PixelMap map{Placed(first->columns, 0, size.width), Placed(first->rows, 0, size.height),
                     false, first->background_color, true};
  Image* const canvas = MapPixels(first, map, "[%s] Append sequence...", exception);
  if (canvas && first->background_color.opacity != OpaqueOpacity && LeavesRoom(frames, size, stack))
    canvas->matte = MagickTrue;
  return canvas;
}

Image* Append(const Image* image, bool stack, ExceptionInfo* exception) {
  if (!CheckImage(image, "unable to append image sequence", exception)) return nullptr;
  if (!image->next) return CloneImage(image, 0, 0, MagickTrue, exception);
  const std::vector<const Image*> frames = FramesFrom(image);
  RectangleInfo place;
  if (!AppendedSize(frames, stack, &place, exception)) return nullptr;
  ImageHolder canvas(AppendCanvas(frames, place, stack, exception));
  if (!canvas.get()) return nullptr;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i != 0 &&
        !ComposeOnto(canvas.get(), CopyCompositeOp, frames[i], place.x, place.y, exception))
      return nullptr;
    (stack ? place.y : place.x) += static_cast<long>(stack ? frames[i]->rows : frames[i]->columns);
    if (!ReportFrame(image, i, frames.size(), "[%s] Append sequence...", exception)) return nullptr;
  }
  return canvas.release();
}

}  // namespace
}  // namespace lodestone

Image* AppendImages(const Image* image, const unsigned int stack, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Append(image, stack != 0, exception); });
}

Image* FlattenImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr, [=] { return lodestone::Flatten(image, exception); });
}

Image* MosaicImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr, [=] { return lodestone::Mosaic(image, exception); });
}
