// Images between others, and two of them seen through two colours.
#include <optional>

#include "magick/core/errors/barrier.hpp"
#include "magick/fx.h"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/resize.h"
#include "magick/operations/sequence/frames.hpp"
#include "magick/operations/sequence/rows.hpp"

namespace lodestone {
namespace {

constexpr unsigned long kMostFrames = 1ul << 20;
constexpr char kMorphText[] = "[%s] Morph sequence...";

const PixelPacket* AllPixels(const Image* image, ExceptionInfo* exception) {
  return AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
}

PixelPacket* ChangePixels(Image* image, ExceptionInfo* exception) {
  return GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
}

bool MakeTrueColor(Image* image, ExceptionInfo* exception) {
  if (SetImageType(image, TrueColorType) != MagickFail) return true;
  CopyException(exception, &image->exception);
  return false;
}

// `share` of `to`, the rest of `from`: of their sizes or samples.
double Between(double from, double to, double share) {
  return (1.0 - share) * from + share * to + 0.5;
}

// Each pixel of `from` becomes one between it and that of `to`.
bool Blend(Image* from, const Image* to, double share, ExceptionInfo* exception) {
  PixelPacket* const pixels = ChangePixels(from, exception);
  const PixelPacket* const others = AllPixels(to, exception);
  if (!pixels || !others) return false;
  const auto mix = [share](Quantum a, Quantum b) {
    return static_cast<Quantum>(Between(a, b, share));
  };
  return ForRows(from, kMorphText, exception, [&](std::size_t y) {
    PixelPacket* pixel = pixels + y * from->columns;
    const PixelPacket* other = others + y * from->columns;
    for (const PixelPacket* const end = pixel + from->columns; pixel != end; ++pixel, ++other) {
      pixel->red = mix(pixel->red, other->red);
      pixel->green = mix(pixel->green, other->green);
      pixel->blue = mix(pixel->blue, other->blue);
      pixel->opacity = mix(pixel->opacity, other->opacity);
    }
  });
}

Image* FrameBetween(const Image* from, const Image* to, double share, ExceptionInfo* exception) {
  const auto size = [share](unsigned long a, unsigned long b) {
    return static_cast<unsigned long>(
        Between(static_cast<double>(a), static_cast<double>(b), share));
  };
  const unsigned long columns = size(from->columns, to->columns);
  const unsigned long rows = size(from->rows, to->rows);
  ImageHolder frame(ZoomImage(from, columns, rows, exception));
  if (!frame.get()) return nullptr;
  const ImageHolder other(ZoomImage(to, columns, rows, exception));
  if (!other.get() || !MakeTrueColor(frame.get(), exception) ||
      !MakeTrueColor(other.get(), exception) || !Blend(frame.get(), other.get(), share, exception))
    return nullptr;
  return frame.release();
}

// The frames between two images, and the second.
bool AddFrames(const Image* from, unsigned long frames, NewList* list, ExceptionInfo* exception) {
  const MonitorSilence silence;
  for (unsigned long i = 1; i <= frames; ++i) {
    const double share = static_cast<double>(i) / (static_cast<double>(frames) + 1.0);
    if (!list->Add(FrameBetween(from, from->next, share, exception))) return false;
  }
  return list->Add(CloneImage(from->next, 0, 0, MagickTrue, exception));
}

bool Repeat(const Image* image, unsigned long frames, NewList* list, ExceptionInfo* exception) {
  for (unsigned long i = 1; i < frames; ++i)
    if (!list->Add(CloneImage(image, 0, 0, MagickTrue, exception)) ||
        !ReportFrame(image, i, frames, kMorphText, exception))
      return false;
  return true;
}

Image* Morph(const Image* image, unsigned long frames, ExceptionInfo* exception) {
  constexpr char kUnable[] = "unable to morph image sequence";
  if (!CheckImage(image, kUnable, exception)) return nullptr;
  if (frames > kMostFrames) {
    Throw(exception, OptionError, kUnable, "more than 1048576 frames");
    return nullptr;
  }
  NewList list;
  if (!list.Add(CloneImage(image, 0, 0, MagickTrue, exception))) return nullptr;
  if (!image->next) return Repeat(image, frames, &list, exception) ? list.Complete() : nullptr;
  const std::size_t count = FramesFrom(image).size();
  std::size_t done = 0;
  for (const Image* from = image; from->next; from = from->next)
    if (!AddFrames(from, frames, &list, exception) ||
        !ReportFrame(image, done++, count, kMorphText, exception))
      return nullptr;
  return list.Complete();
}

// The image as RGB; null with *exception set. The holder keeps what was made for that.
const Image* AsRgb(const Image* image, std::optional<ImageHolder>& made, ExceptionInfo* exception) {
  if (IsRGBColorspace(image->colorspace) || IsGrayColorspace(image->colorspace)) return image;
  made.emplace(CloneImage(image, 0, 0, MagickTrue, exception));
  return made->get() && MakeTrueColor(made->get(), exception) ? made->get() : nullptr;
}

bool CopyChannels(const Image* left, const Image* right, Image* stereo, ExceptionInfo* exception) {
  const PixelPacket* const from_left = AllPixels(left, exception);
  const PixelPacket* const from_right = AllPixels(right, exception);
  PixelPacket* const pixels =
      SetImagePixelsEx(stereo, 0, 0, stereo->columns, stereo->rows, exception);
  if (!from_left || !from_right || !pixels) return false;
  return ForRows(stereo, "[%s] Stereo...", exception, [&](std::size_t y) {
    const std::size_t begin = y * stereo->columns;
    for (std::size_t i = begin; i < begin + stereo->columns; ++i) {
      const PixelPacket &a = from_left[i], &b = from_right[i];
      pixels[i] = b;
      pixels[i].red = a.red;
      pixels[i].opacity = static_cast<Quantum>((unsigned{a.opacity} + b.opacity) / 2);
    }
  });
}

Image* Stereo(const Image* image, const Image* offset_image, ExceptionInfo* exception) {
  constexpr char kUnable[] = "unable to create stereo image";
  if (!CheckImage(image, kUnable, exception) || !CheckImage(offset_image, kUnable, exception))
    return nullptr;
  if (image->columns != offset_image->columns || image->rows != offset_image->rows) {
    Throw(exception, ImageError, kUnable, "left and right image sizes differ");
    return nullptr;
  }
  std::optional<ImageHolder> made_left, made_right;
  const Image* const left = AsRgb(image, made_left, exception);
  const Image* const right = left ? AsRgb(offset_image, made_right, exception) : nullptr;
  if (!right) return nullptr;
  ImageHolder stereo(CloneImage(image, image->columns, image->rows, MagickTrue, exception));
  if (!stereo.get()) return nullptr;
  stereo.get()->storage_class = DirectClass;
  stereo.get()->colorspace = RGBColorspace;
  return CopyChannels(left, right, stereo.get(), exception) ? stereo.release() : nullptr;
}

}  // namespace
}  // namespace lodestone

Image* MorphImages(const Image* image, const unsigned long number_frames,
                   ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Morph(image, number_frames, exception); });
}

Image* StereoImage(const Image* image, const Image* offset_image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Stereo(image, offset_image, exception); });
}
