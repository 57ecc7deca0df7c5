// Fractal clouds.
#include "magick/plasma.h"

#include <algorithm>
#include <cstdlib>
#include <random>

#include "magick/core/errors/barrier.hpp"
#include "magick/core/random/random.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

// Pixels of one direction, from one to another.
struct Range {
  long begin, end;

  long middle() const { return (begin + end) / 2; }
  long length() const { return std::labs(end - begin); }
  // Halves meet at the pixel in the middle; two neighbours are not divided.
  bool IsDivisible() const { return length() > 1; }
  Range Half(bool second) const { return second ? Range{middle(), end} : Range{begin, middle()}; }
};

class Plasma {
 public:
  Plasma(Image* image, PixelPacket* pixels) : columns_(image->columns), pixels_(pixels) {
    const RandomKey key = NextRandomKey();
    std::seed_seq seed(key.begin(), key.end());
    random_.seed(seed);
  }

  // False if the last of the segments could still be divided.
  bool Divide(const Range& x, const Range& y, double attenuation, unsigned long depth) {
    if (depth == 0 || (!x.IsDivisible() && !y.IsDivisible())) {
      FillIn(x, y, MaxRGBDouble / (2.0 * std::max(attenuation, 1.0)));
      return x.length() < 3 && y.length() < 3;
    }
    bool done = true;
    for (const bool right : {false, true})
      for (const bool lower : {false, true})
        if ((!right || x.IsDivisible()) && (!lower || y.IsDivisible()))
          done = Divide(x.IsDivisible() ? x.Half(right) : x, y.IsDivisible() ? y.Half(lower) : y,
                        attenuation + 1.0, depth - 1);
    return done;
  }

 private:
  PixelPacket& At(long x, long y) {
    return pixels_[static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x)];
  }
  Quantum Between(Quantum a, Quantum b, double noise) {
    const double share = random_() / 4294967295.0 - 0.5;
    return RoundDoubleToQuantum((a + b) / 2.0 + noise * share);
  }
  void Set(PixelPacket& pixel, const PixelPacket& a, const PixelPacket& b, double noise) {
    const Quantum red = Between(a.red, b.red, noise), green = Between(a.green, b.green, noise);
    pixel.blue = Between(a.blue, b.blue, noise);
    pixel.red = red;
    pixel.green = green;
  }

  // The middles of the edges, and the middle.
  void FillIn(const Range& x, const Range& y, double noise) {
    if (x.length() == 0 && y.length() == 0) return;
    const long x_middle = x.middle(), y_middle = y.middle();
    if (x.length() != 0) {
      Set(At(x.begin, y_middle), At(x.begin, y.begin), At(x.begin, y.end), noise);
      Set(At(x.end, y_middle), At(x.end, y.begin), At(x.end, y.end), noise);
    }
    if (y.length() != 0) {
      Set(At(x_middle, y.end), At(x.begin, y.end), At(x.end, y.end), noise);
      Set(At(x_middle, y.begin), At(x.begin, y.begin), At(x.end, y.begin), noise);
    }
    Set(At(x_middle, y_middle), At(x.begin, y.begin), At(x.end, y.end), noise);
  }

  const std::size_t columns_;
  PixelPacket* const pixels_;
  std::mt19937 random_;
};

// To the nearest pixels; false if one is outside.
bool ToRange(double begin, double end, unsigned long size, Range* range) {
  const auto is_inside = [=](double place) {
    return place >= -0.5 && place + 0.5 < static_cast<double>(size);
  };
  if (!is_inside(begin) || !is_inside(end)) return false;
  *range = {static_cast<long>(begin + 0.5), static_cast<long>(end + 0.5)};
  return true;
}

MagickPassFail Fill(Image* image, const SegmentInfo& segment, unsigned long attenuate,
                    unsigned long depth) {
  ExceptionInfo* const exception = &image->exception;
  Range x, y;
  if (!ToRange(segment.x1, segment.x2, image->columns, &x) ||
      !ToRange(segment.y1, segment.y2, image->rows, &y)) {
    Throw(exception, OptionError, "Segment is not inside the image", image->filename);
    return MagickPass;
  }
  const bool is_plain = image->colorspace == RGBColorspace && image->storage_class == DirectClass;
  if (!is_plain && SetImageType(image, TrueColorType) == MagickFail) return MagickPass;
  PixelPacket* const pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (!pixels) return MagickPass;
  const bool done = Plasma(image, pixels).Divide(x, y, static_cast<double>(attenuate), depth);
  if (SyncImagePixelsEx(image, exception) == MagickFail) return MagickPass;
  return done ? MagickPass : MagickFail;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail PlasmaImage(Image* image, const SegmentInfo* segment, unsigned long attenuate,
                           unsigned long depth) {
  if (!image || !segment) return MagickPass;
  return Guard(&image->exception, MagickPass,
               [&] { return Fill(image, *segment, attenuate, depth); });
}
