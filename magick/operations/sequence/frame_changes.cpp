// Frames of an animation, of one size: where they differ.
#include <cstring>
#include <mutex>

#include "magick/core/calls/operation.hpp"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/core/pixels/row_iteration.hpp"
#include "magick/operations/sequence/frame_changes.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

// Whether pixels look the same: they are no further apart than `fuzz`, or both transparent.
class SamePixels {
 public:
  static constexpr bool kForEqualRows = true;

  SamePixels(const Image* before, const Image* after)
      : matte_before_(before->matte != MagickFalse),
        matte_after_(after->matte != MagickFalse),
        exact_(after->fuzz <= kNone),
        most_(after->fuzz * after->fuzz) {}

  bool operator()(const PixelPacket& a, const PixelPacket& b) const {
    const Quantum from = matte_before_ ? a.opacity : Quantum{OpaqueOpacity};
    const Quantum to = matte_after_ ? b.opacity : Quantum{OpaqueOpacity};
    if (from == TransparentOpacity && to == TransparentOpacity) return true;
    if (exact_) return a.red == b.red && a.green == b.green && a.blue == b.blue && from == to;
    return !(Square(a.red, b.red) + Square(a.green, b.green) + Square(a.blue, b.blue) > most_) &&
           !(Square(from, to) > most_);
  }
  bool operator()(Quantum a, Quantum b) const {
    return exact_ ? a == b : !(3 * Square(a, b) > most_);
  }

 private:
  static constexpr double kNone = 1e-12;

  static double Square(double a, double b) { return (a - b) * (a - b); }

  const bool matte_before_, matte_after_;
  const bool exact_;
  const double most_;
};

// Whether the pixel after can be laid over the one before: what is less than opaque would be mixed
// with it, even if they are the same.
class CanBeLaidOver {
 public:
  static constexpr bool kForEqualRows = false;

  CanBeLaidOver(const Image* before, const Image*) : matte_before_(before->matte != MagickFalse) {}

  bool operator()(const PixelPacket& a, const PixelPacket& b) const {
    return b.opacity == OpaqueOpacity || (matte_before_ && a.opacity == TransparentOpacity);
  }

 private:
  const bool matte_before_;
};

// Finds where rows differ, and adds that to the bounds of all.
template <class Pixel, class Same>
class BandBounds {
 public:
  BandBounds(const Pixel* before, const Pixel* after, unsigned long columns, const Same& same,
             Bounds& all, std::mutex& mutex)
      : before_(before), after_(after), columns_(columns), same_(same), all_(all), mutex_(mutex) {}
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
    if (Same::kForEqualRows && std::memcmp(a, b, columns_ * sizeof(Pixel)) == 0) return true;
    unsigned long left = 0;
    while (left < columns_ && same_(a[left], b[left])) ++left;
    if (left == columns_) return true;
    unsigned long right = columns_ - 1;
    while (right > own_.right && same_(a[right], b[right])) --right;
    own_.Add({left, std::max(left, right), row, row});
    return true;
  }

 private:
  const Pixel* const before_;
  const Pixel* const after_;
  const unsigned long columns_;
  const Same& same_;
  Bounds& all_;
  std::mutex& mutex_;
  Bounds own_;
};

template <class Pixel, class Same>
Bounds BoundsOf(const Pixel* before, const Pixel* after, const Image* image, const Same& same,
                ExceptionInfo* exception) {
  Bounds bounds;
  std::mutex mutex;
  const auto make_band = [&] {
    return BandBounds<Pixel, Same>(before, after, image->columns, same, bounds, mutex);
  };
  (void)ForEachRow({image->columns, image->rows, 0}, exception, make_band,
                   [](unsigned long, ExceptionInfo*) { return true; });
  return bounds;
}

template <class Same>
bool FindBounds(const Image* before, const Image* after, Bounds* bounds, ExceptionInfo* exception) {
  const auto pixels = [&](const Image* image) {
    return AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  };
  const PixelPacket* const from = pixels(before);
  const PixelPacket* const to = pixels(after);
  if (!from || !to) return false;
  *bounds = BoundsOf(from, to, after, Same(before, after), exception);
  return true;
}

}  // namespace

bool FindChange(const Image* before, const Image* after, Bounds* bounds, ExceptionInfo* exception) {
  const GreySamples a = GreySamples::Of(before, exception);
  const GreySamples b = a ? GreySamples::Of(after, exception) : GreySamples();
  if (!a || !b) return FindBounds<SamePixels>(before, after, bounds, exception);
  *bounds = BoundsOf(a.Row(0), b.Row(0), after, SamePixels(before, after), exception);
  return true;
}

bool FindCleared(const Image* before, const Image* after, Bounds* bounds,
                 ExceptionInfo* exception) {
  if (!after->matte) {
    *bounds = Bounds();
    return true;
  }
  return FindBounds<CanBeLaidOver>(before, after, bounds, exception);
}

}  // namespace lodestone
