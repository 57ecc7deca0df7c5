#include "magick/operations/icc/convert.hpp"

#include <algorithm>
#include <cstddef>

#include "accel/dispatch/explain.hpp"
#include "base/thread_pool.hpp"
#include "magick/analyze.h"
#include "magick/colorspace.h"
#include "magick/core/errors/error.hpp"
#include "magick/core/metadata/cicp.hpp"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/log.h"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/masked_write.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/profile.h"
#include "magick/operations/colorspace/in_place.hpp"

namespace lodestone::icc {
namespace {

struct Spaces {
  Space from, to;
};

// The pixels are in the space of the profile they come from, as far as an image can tell.
bool Describes(const Space& space, Image* image) {
  switch (space.colorspace) {
    case GRAYColorspace:
      return IsGrayImage(image, &image->exception) != MagickFalse;
    case CMYKColorspace:
      return IsCMYKColorspace(image->colorspace);
    case YCbCrColorspace:
      return IsYCbCrColorspace(image->colorspace);
    case LABColorspace:
      return true;
    default:
      return IsRGBColorspace(image->colorspace);
  }
}

// Opacity is black in CMYK, and alpha is in the indexes.
struct Row {
  const PixelPacket* pixels;
  const IndexPacket* alpha;  // of CMYK, else NULL
};
struct MutableRow {
  PixelPacket* pixels;
  IndexPacket* alpha;
};

// Converts a row at a time, in pieces that fit into the first level of a CPU's cache.
class RowConverter {
 public:
  RowConverter(const Transform& transform, const Spaces& spaces, bool matte)
      : transform_(transform), spaces_(spaces), matte_(matte) {}

  void Convert(const Row& from, const MutableRow& to, std::size_t columns) const {
    Quantum before[kPiece * 4], after[kPiece * 4];
    for (std::size_t begin = 0; begin < columns; begin += kPiece) {
      const std::size_t count = std::min(kPiece, columns - begin);
      Load(from.pixels + begin, count, before);
      transform_.Convert(before, after, count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t x = begin + i;
        const Quantum alpha = AlphaAt(from, x);
        Store(after + i * spaces_.to.channels, to.pixels[x]);
        (to.alpha ? to.alpha[x] : to.pixels[x].opacity) = alpha;
      }
    }
  }

 private:
  static constexpr std::size_t kPiece = 512;

  void Load(const PixelPacket* pixels, std::size_t count, Quantum* samples) const {
    const unsigned channels = spaces_.from.channels;
    for (std::size_t i = 0; i < count; ++i, samples += channels) {
      samples[0] = pixels[i].red;
      if (channels == 1) continue;
      samples[1] = pixels[i].green;
      samples[2] = pixels[i].blue;
      if (channels == 4) samples[3] = pixels[i].opacity;
    }
  }

  void Store(const Quantum* samples, PixelPacket& pixel) const {
    const bool grey = spaces_.to.channels == 1;
    pixel.red = samples[0];
    pixel.green = samples[grey ? 0 : 1];
    pixel.blue = samples[grey ? 0 : 2];
    if (spaces_.to.channels == 4) pixel.opacity = samples[3];
  }

  Quantum AlphaAt(const Row& from, std::size_t x) const {
    if (!matte_) return OpaqueOpacity;
    return from.alpha ? static_cast<Quantum>(from.alpha[x]) : from.pixels[x].opacity;
  }

  const Transform& transform_;
  const Spaces spaces_;
  const bool matte_;
};

// Into pixels of its own, so that the image is as it was if this is cancelled.
bool ConvertPixels(Image* image, const Transform& transform, const Spaces& spaces) {
  ExceptionInfo* const exception = &image->exception;
  const std::size_t columns = image->columns;
  const PixelPacket* from = AcquireImagePixels(image, 0, 0, columns, image->rows, exception);
  if (!from) return false;
  const IndexPacket* from_alpha =
      image->colorspace == CMYKColorspace ? AccessImmutableIndexes(image) : nullptr;
  const ImageHolder result(CloneImage(image, columns, image->rows, MagickTrue, exception));
  if (!result.get()) return false;
  result.get()->storage_class = DirectClass;
  result.get()->colorspace = spaces.to.colorspace;
  PixelPacket* to = SetImagePixelsEx(result.get(), 0, 0, columns, image->rows, exception);
  if (!to) return false;
  IndexPacket* to_alpha =
      spaces.to.colorspace == CMYKColorspace ? AccessMutableIndexes(result.get()) : nullptr;
  const RowConverter converter(transform, spaces, image->matte != MagickFalse);
  RowMonitor monitor(image, "[%s] Color Transform Pixels...", exception);
  accel::ParallelBands(
      image->rows, accel::RowsPerTask(columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end && monitor.keep_going(); ++y) {
          const std::size_t at = y * columns;
          converter.Convert({from + at, from_alpha ? from_alpha + at : nullptr},
                            {to + at, to_alpha ? to_alpha + at : nullptr}, columns);
          monitor.Done();
        }
      });
  if (!monitor.keep_going() || !SyncImagePixelsEx(result.get(), exception)) return false;
  image->storage_class = DirectClass;
  if (HasMasks(image)) return WriteThroughMasks(result.get(), image, exception);
  image->cache->Take(result.get()->cache->Hold());
  RecordPixelChange(image);
  return true;
}

bool ConvertPalette(Image* image, const Transform& transform, const Spaces& spaces) {
  const RowConverter converter(transform, spaces, true);
  return ChangePalette(image, [&](PixelPacket* colors, std::size_t count) {
           converter.Convert({colors, nullptr}, {colors, nullptr}, count);
         }) != MagickFail;
}

// Grey palettes have no room for colours, nor have those of any image for black.
bool KeepsPalette(const Image* image, const Spaces& spaces) {
  return image->storage_class == PseudoClass && image->colorspace != CMYKColorspace &&
         spaces.to.colorspace != CMYKColorspace &&
         (spaces.from.colorspace != GRAYColorspace || spaces.to.colorspace == GRAYColorspace);
}

// A palette of shades would be written as grey, without a profile for colours, which the shades
// need. Black and white are the same in all profiles.
void KeepForColors(Image* image) {
  ExceptionInfo* const exception = &image->exception;
  if (image->storage_class == PseudoClass && IsGrayImage(image, exception) != MagickFalse &&
      IsMonochromeImage(image, exception) == MagickFalse)
    image->storage_class = DirectClass;
}

Conversion ConversionOf(const Image* image, ProfileBytes from, ProfileBytes to, bool tabulate) {
  return {from, to, image->rendering_intent, image->black_point_compensation != MagickFalse,
          tabulate};
}

// That of CMYK, if lcms2 converts by it; else empty.
ProfileBytes InkProfileOf(const Image* image, ProfileBytes target) {
  std::size_t length = 0;
  const unsigned char* const data = GetImageProfile(image, "ICM", &length);
  if (data == nullptr) return {};
  const ProfileBytes profile(data, length);
  const auto space = SpaceOf(profile, "the image's", nullptr);
  const bool usable = space && space->colorspace == CMYKColorspace &&
                      TransformFor(ConversionOf(image, profile, target, true), nullptr) != nullptr;
  return usable ? profile : ProfileBytes();
}

bool Convert(Image* image, ProfileBytes from, ProfileBytes to) {
  ExceptionInfo* const exception = &image->exception;
  if (!IsAvailable(image, exception)) return false;
  const auto source = SpaceOf(from, "the image's", exception);
  const auto target = source ? SpaceOf(to, "the new one", exception) : std::nullopt;
  if (!target) return false;
  if (!Describes(*source, image)) {
    Throw(exception, ImageError, "Unable to assign profile", "Colorspace color profile mismatch");
    return false;
  }
  const Spaces spaces{*source, *target};
  const bool by_palette = KeepsPalette(image, spaces);
  const auto transform = TransformFor(ConversionOf(image, from, to, !by_palette), exception);
  if (!transform) return false;
  (void)LogMagickEvent(TransformEvent, GetMagickModule(),
                       "%s: from a profile of %zu bytes to one of %zu", image->filename,
                       from.size(), to.size());
  if (accel::Explaining()) return true;
  const bool done = by_palette ? ConvertPalette(image, *transform, spaces)
                               : ConvertPixels(image, *transform, spaces);
  if (!done) return false;
  image->colorspace = target->colorspace;
  const bool grey = target->colorspace == GRAYColorspace;
  if (!grey) KeepForColors(image);
  RecordGreyness(image, grey, false);
  return true;
}

}  // namespace

MagickPassFail ConvertImage(Image* image, ProfileBytes from, ProfileBytes to) {
  return Convert(image, from, to) ? MagickPass : MagickFail;
}

MagickPassFail ConvertToRgb(Image* image) {
  const bool inks_given = image->colorspace == CMYKColorspace;
  const auto srgb = inks_given ? ProfileOfNumbers(Cicp(), nullptr) : std::nullopt;
  const ProfileBytes inks = srgb ? InkProfileOf(image, *srgb) : ProfileBytes();
  if (inks.empty()) return TransformColorspace(image, RGBColorspace);
  if (ConvertImage(image, inks, *srgb) == MagickFail) return MagickFail;
  return DeleteImageProfile(image, "ICM");
}

}  // namespace lodestone::icc
