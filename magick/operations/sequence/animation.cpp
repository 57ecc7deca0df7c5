// Frames of animations: made whole, and reduced to what changes.
#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/core/pixels/row_iteration.hpp"
#include "magick/operations/sequence/frames.hpp"
#include "magick/transform.h"

namespace lodestone {
namespace {

// Clears a frame: to the transparent colour of its palette, if there is one, else its background.
bool Clear(Image* frame, ExceptionInfo* exception) {
  const PixelPacket* const colors = frame->colormap;
  const PixelPacket* const end = colors ? colors + frame->colors : colors;
  const PixelPacket* const transparent = std::find_if(
      colors, end, [](const PixelPacket& color) { return color.opacity == TransparentOpacity; });
  if (transparent == end)
    return SetImageEx(frame, frame->background_color.opacity, exception) != MagickFail;
  const PixelPacket color = *transparent;
  if (SetImageColor(frame, &color) != MagickFail) return true;
  CopyException(exception, &frame->exception);
  return false;
}

// Lays `next` over `base`, in a new image.
Image* WholeFrame(const Image* base, const Image* next, ExceptionInfo* exception) {
  ImageHolder frame(CloneImage(base, 0, 0, MagickTrue, exception));
  if (!frame.get()) return nullptr;
  if (next->dispose == BackgroundDispose && !Clear(frame.get(), exception)) return nullptr;
  frame.get()->delay = next->delay;
  frame.get()->start_loop = next->start_loop;
  const CompositeOperator compose = next->matte ? OverCompositeOp : CopyCompositeOp;
  if (!ComposeOnto(frame.get(), compose, next, next->page.x, next->page.y, exception))
    return nullptr;
  return frame.release();
}

bool Stays(DisposeType dispose) {
  return dispose == UndefinedDispose || dispose == NoneDispose;
}

Image* Coalesce(const Image* image, ExceptionInfo* exception) {
  if (!CheckSequence(image, "unable to coalesce image", exception)) return nullptr;
  NewList whole;
  Image* const first = CloneImage(image, 0, 0, MagickTrue, exception);
  if (!whole.Add(first)) return nullptr;
  first->page = RectangleInfo{};
  const Image* kept = first;  // the last frame that is not disposed of
  for (const Image* next = image->next; next; next = next->next) {
    const bool previous = !Stays(next->dispose) && next->dispose != BackgroundDispose;
    if (!whole.Add(WholeFrame(previous ? kept : whole.last(), next, exception))) return nullptr;
    if (Stays(next->dispose)) kept = whole.last();
  }
  return whole.Complete();
}

// Columns [left, right] and rows [top, bottom]; nothing at first.
struct Bounds {
  unsigned long left = ~0ul, right = 0, top = ~0ul, bottom = 0;

  void Add(const Bounds& other) {
    left = std::min(left, other.left);
    right = std::max(right, other.right);
    top = std::min(top, other.top);
    bottom = std::max(bottom, other.bottom);
  }
};

// Whether colours are no further apart than `fuzz`.
class ColorMatcher {
 public:
  explicit ColorMatcher(double fuzz) : exact_(fuzz <= kNone), most_(fuzz * fuzz) {}

  bool operator()(const PixelPacket& a, const PixelPacket& b) const {
    if (exact_) return a.red == b.red && a.green == b.green && a.blue == b.blue;
    return !(Square(a.red, b.red) + Square(a.green, b.green) + Square(a.blue, b.blue) > most_);
  }
  bool operator()(Quantum a, Quantum b) const {
    return exact_ ? a == b : !(3 * Square(a, b) > most_);
  }

 private:
  static constexpr double kNone = 1e-12;

  static double Square(double a, double b) { return (a - b) * (a - b); }

  const bool exact_;
  const double most_;
};

// Finds where rows differ, and adds that to the bounds of all.
template <class Pixel>
class BandBounds {
 public:
  BandBounds(const Pixel* before, const Pixel* after, unsigned long columns,
             const ColorMatcher& match, Bounds& all, std::mutex& mutex)
      : before_(before),
        after_(after),
        columns_(columns),
        match_(match),
        all_(all),
        mutex_(mutex) {}
  ~BandBounds() {
    const std::lock_guard lock(mutex_);
    all_.Add(own_);
  }
  BandBounds(const BandBounds&) = delete;
  BandBounds& operator=(const BandBounds&) = delete;

  bool operator()(std::size_t row, ExceptionInfo*) {
    const Pixel* const a = before_ + row * columns_;
    const Pixel* const b = after_ + row * columns_;
    // Most rows of an animation.
    if (std::memcmp(a, b, columns_ * sizeof(Pixel)) == 0) return true;
    unsigned long left = 0;
    while (left < columns_ && match_(a[left], b[left])) ++left;
    if (left == columns_) return true;
    unsigned long right = columns_ - 1;
    while (right > own_.right && match_(a[right], b[right])) --right;
    own_.Add({left, std::max(left, right), row, row});
    return true;
  }

 private:
  const Pixel* const before_;
  const Pixel* const after_;
  const unsigned long columns_;
  const ColorMatcher& match_;
  Bounds& all_;
  std::mutex& mutex_;
  Bounds own_;
};

template <class Pixel>
Bounds BoundsOf(const Pixel* before, const Pixel* after, const Image* image,
                ExceptionInfo* exception) {
  Bounds bounds;
  std::mutex mutex;
  const ColorMatcher match(image->fuzz);
  const auto make_band = [&] {
    return BandBounds<Pixel>(before, after, image->columns, match, bounds, mutex);
  };
  (void)ForEachRow({image->columns, image->rows, 0}, exception, make_band,
                   [](unsigned long, ExceptionInfo*) { return true; });
  return bounds;
}

// Where two frames of one size differ. False with *exception set if the pixels cannot be read.
bool FindChange(const Image* before, const Image* after, Bounds* bounds, ExceptionInfo* exception) {
  const GreySamples a = GreySamples::Of(before, exception);
  const GreySamples b = a ? GreySamples::Of(after, exception) : GreySamples();
  if (a && b) {
    *bounds = BoundsOf(a.Row(0), b.Row(0), after, exception);
    return true;
  }
  const auto pixels = [&](const Image* image) {
    return AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  };
  const PixelPacket* const from = pixels(before);
  const PixelPacket* const to = pixels(after);
  if (!from || !to) return false;
  *bounds = BoundsOf(from, to, after, exception);
  return true;
}

// What of a frame differs from the one before.
Image* Change(const Image* before, const Image* after, ExceptionInfo* exception) {
  Bounds bounds;
  if (!FindChange(before, after, &bounds, exception)) return nullptr;
  if (bounds.left > bounds.right) {
    Throw(exception, OptionError, "geometry does not contain image", "unable to crop image");
    return nullptr;
  }
  const RectangleInfo part{bounds.right - bounds.left + 1, bounds.bottom - bounds.top + 1,
                           static_cast<long>(bounds.left), static_cast<long>(bounds.top)};
  return CropImage(after, &part, exception);
}

Image* Deconstruct(const Image* image, ExceptionInfo* exception) {
  constexpr char kUnable[] = "unable to deconstruct image sequence";
  if (!CheckSequence(image, kUnable, exception)) return nullptr;
  const std::vector<const Image*> frames = FramesFrom(image);
  if (!HaveOneSize(frames)) {
    Throw(exception, OptionError, "images are not the same size", kUnable);
    return nullptr;
  }
  NewList parts;
  if (!parts.Add(CloneImage(image, 0, 0, MagickTrue, exception))) return nullptr;
  for (std::size_t i = 1; i < frames.size(); ++i)
    if (!parts.Add(Change(frames[i - 1], frames[i], exception))) return nullptr;
  return parts.Complete();
}

}  // namespace
}  // namespace lodestone

Image* CoalesceImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Coalesce(image, exception); });
}

Image* DeconstructImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Deconstruct(image, exception); });
}
