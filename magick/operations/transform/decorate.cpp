// Borders and frames.
#include "magick/decorate.h"

#include <algorithm>
#include <limits>

#include "magick/color.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/geometry/far_away.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/inks.hpp"
#include "magick/quantum.h"

namespace {

using lodestone::ImageHolder;
using lodestone::PixelMap;

constexpr char kUnable[] = "Unable to frame image";

// `color` mixed with `share` (of MaxRGB) of white.
Quantum Lighter(Quantum color, double share) {
  return static_cast<Quantum>(
      ((MaxRGBDouble - share) * color + MaxRGBDouble * share) / MaxRGBDouble + 0.5);
}

Quantum Darker(Quantum color, double share) {
  return static_cast<Quantum>(color * share / MaxRGBDouble + 0.5);
}

PixelPacket Shade(const PixelPacket& color, Quantum (*shade)(Quantum, double), int share) {
  const double scaled = ScaleCharToQuantum(share);
  PixelPacket result;
  result.red = shade(color.red, scaled);
  result.green = shade(color.green, scaled);
  result.blue = shade(color.blue, scaled);
  result.opacity = shade(color.opacity, scaled);
  return result;
}

// The colours of a frame lit from the upper left.
struct Shades {
  explicit Shades(const Image* image)
      : accentuate(Of(image, Lighter, 80)),
        highlight(Of(image, Lighter, 125)),
        shadow(Of(image, Darker, 135)),
        trough(Of(image, Darker, 110)) {}

  static PixelPacket Of(const Image* image, Quantum (*shade)(Quantum, double), int share) {
    return lodestone::PixelOf(image, Shade(image->matte_color, shade, share));
  }

  PixelPacket accentuate, highlight, shadow, trough;
};

// Columns [begin, end) of a row, as far as there are any.
void Fill(PixelPacket* row, long begin, long end, const PixelPacket& color) {
  if (begin < end) std::fill(row + begin, row + end, color);
}

class Bevels {
 public:
  Bevels(const FrameInfo& frame, const Image* image)
      : frame_(frame),
        shades_(image),
        columns_(static_cast<long>(frame.width)),
        rows_(static_cast<long>(frame.height)),
        left_(frame.x - frame.inner_bevel),
        right_(frame.x + static_cast<long>(image->columns) + frame.inner_bevel),
        top_(frame.y - frame.inner_bevel),
        bottom_(frame.y + static_cast<long>(image->rows) + frame.inner_bevel) {}

  void DrawRow(PixelPacket* row, long y) const {
    const long from_bottom = rows_ - 1 - y;
    if (y < frame_.outer_bevel) {
      Slope(row, {0, columns_}, y, {shades_.highlight, shades_.accentuate, shades_.shadow});
    } else if (from_bottom < frame_.outer_bevel) {
      FarSlope(row, {0, columns_}, from_bottom,
               {shades_.highlight, shades_.trough, shades_.shadow});
    } else {
      Sides(row, 0, columns_, frame_.outer_bevel, shades_.highlight, shades_.shadow);
      if (y >= top_ && y < bottom_) DrawInner(row, y);
    }
  }

 private:
  struct Range {
    long begin, end;
  };
  struct Colors {
    const PixelPacket &left, &middle, &right;
  };

  void DrawInner(PixelPacket* row, long y) const {
    const long from_bottom = bottom_ - 1 - y;
    if (y - top_ < frame_.inner_bevel) {
      Slope(row, {left_, right_}, y - top_, {shades_.shadow, shades_.trough, shades_.highlight});
    } else if (from_bottom < frame_.inner_bevel) {
      FarSlope(row, {left_, right_}, from_bottom,
               {shades_.shadow, shades_.accentuate, shades_.highlight});
    } else {
      Sides(row, left_, right_, frame_.inner_bevel, shades_.shadow, shades_.highlight);
    }
  }

  // `depth` columns at both ends belong to the sides. Where these meet, the left one is on top in
  // rows above the middle, and so it is in those below, but for the right one's own columns.
  static void Slope(PixelPacket* row, const Range& range, long depth, const Colors& colors) {
    const long right = std::max(range.begin, range.end - depth);
    Fill(row, range.begin, std::min(range.begin + depth, right), colors.left);
    Fill(row, range.begin + depth, right, colors.middle);
    Fill(row, right, range.end, colors.right);
  }
  static void FarSlope(PixelPacket* row, const Range& range, long depth, const Colors& colors) {
    const long left = std::min(range.begin + depth, range.end);
    const long right = std::max(left, range.end - depth);
    Fill(row, range.begin, left, colors.left);
    Fill(row, left, right, colors.middle);
    Fill(row, right, range.end, colors.right);
  }
  static void Sides(PixelPacket* row, long begin, long end, long width, const PixelPacket& left,
                    const PixelPacket& right) {
    Fill(row, begin, begin + width, left);
    Fill(row, end - width, end, right);
  }

  const FrameInfo frame_;
  const Shades shades_;
  const long columns_, rows_;
  const long left_, right_, top_, bottom_;  // of the image and the inner bevel
};

bool DrawBevels(const FrameInfo& frame, const Image* image, Image* framed,
                ExceptionInfo* exception) {
  if (frame.outer_bevel == 0 && frame.inner_bevel == 0) return true;
  const unsigned int grayscale = framed->is_grayscale;  // which shades do not change
  PixelPacket* pixels = GetImagePixelsEx(framed, 0, 0, framed->columns, framed->rows, exception);
  if (pixels == nullptr) return false;
  const Bevels bevels(frame, image);
  for (unsigned long y = 0; y < framed->rows; ++y)
    bevels.DrawRow(pixels + y * framed->columns, static_cast<long>(y));
  framed->is_grayscale = grayscale;
  return SyncImagePixelsEx(framed, exception) != MagickFail;
}

// The room of the frame and its bevels, `before` columns of which lie before the image.
bool HasRoom(unsigned long extent, long before, long bevels, unsigned long size) {
  constexpr long kMost = std::numeric_limits<long>::max() / 2;
  if (extent > static_cast<unsigned long>(kMost) || before > kMost || before < bevels) return false;
  return static_cast<long long>(extent) - before - bevels >= static_cast<long long>(size);
}

Image* Frame(const Image* image, const FrameInfo& frame, const PixelPacket& color,
             ExceptionInfo* exception) {
  const PixelMap map{lodestone::Placed(image->columns, frame.x, frame.width),
                     lodestone::Placed(image->rows, frame.y, frame.height), false,
                     lodestone::PixelOf(image, color), true};
  ImageHolder framed(lodestone::MapPixels(image, map, "[%s] Frame...", exception));
  if (framed.get() == nullptr) return nullptr;
  // Until now the opacity of its pixels had no meaning.
  if (color.opacity != OpaqueOpacity && !lodestone::HasOpacity(image))
    framed.get()->matte = MagickTrue;
  return framed.release();
}

}  // namespace

Image* BorderImage(const Image* image, const RectangleInfo* border_info, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image, border_info}, nullptr, [=]() -> Image* {
    constexpr unsigned long kMost = lodestone::kFarAway;
    const unsigned long x = std::min(border_info->width, kMost);
    const unsigned long y = std::min(border_info->height, kMost);
    const FrameInfo frame{image->columns + 2 * x,
                          image->rows + 2 * y,
                          static_cast<long>(x),
                          static_cast<long>(y),
                          0,
                          0};
    if (!lodestone::SizeIsUsable(frame.width, frame.height, "Unable to add border",
                                 "Negative or zero image size", exception))
      return nullptr;
    return Frame(image, frame, image->border_color, exception);
  });
}

Image* FrameImage(const Image* image, const FrameInfo* frame_info, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image, frame_info}, nullptr, [=]() -> Image* {
    const FrameInfo& frame = *frame_info;
    if (frame.outer_bevel < 0 || frame.inner_bevel < 0) {
      ThrowException(exception, OptionError, kUnable, "Bevel width is negative");
      return nullptr;
    }
    constexpr long kMost = lodestone::kFarAway;
    const long bevels = std::min(frame.outer_bevel, kMost) + std::min(frame.inner_bevel, kMost);
    if (!HasRoom(frame.width, frame.x, bevels, image->columns) ||
        !HasRoom(frame.height, frame.y, bevels, image->rows)) {
      ThrowException(exception, OptionError, kUnable, "frame is less than image size");
      return nullptr;
    }
    if (!lodestone::SizeIsUsable(frame.width, frame.height, kUnable, "Negative or zero image size",
                                 exception))
      return nullptr;
    ImageHolder framed(Frame(image, frame, image->matte_color, exception));
    if (framed.get() == nullptr || !DrawBevels(frame, image, framed.get(), exception))
      return nullptr;
    return framed.release();
  });
}
