#include "magick/core/pixels/pixel_masks.hpp"

#include <algorithm>

#include "base/thread_pool.hpp"
#include "magick/color.h"

namespace lodestone {
namespace {

void ClipRow(const PixelPacket* mask, const PixelPacket* old, PixelPacket* fresh,
             std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    if (mask[x].red == TransparentOpacity) fresh[x].red = old[x].red;
    if (mask[x].green == TransparentOpacity) fresh[x].green = old[x].green;
    if (mask[x].blue == TransparentOpacity) fresh[x].blue = old[x].blue;
    if (mask[x].opacity == TransparentOpacity) fresh[x].opacity = old[x].opacity;
  }
}

// GraphicsMagick's formula: a straight blend of all samples, whose colours are then divided by the
// blended alpha.
void Blend(double share, const PixelPacket& old, PixelPacket* fresh) {
  const auto between = [share](int from, int to) { return share * (to - from) + from; };
  const double alpha = MaxRGBDouble - between(old.opacity, fresh->opacity);
  if (alpha <= 0.0) {
    fresh->red = fresh->green = fresh->blue = 0;
    fresh->opacity = TransparentOpacity;
    return;
  }
  const double scale = alpha >= MaxRGBDouble ? 1.0 : MaxRGBDouble / alpha;
  const auto blended = [&](int from, int to) {
    return RoundDoubleToQuantum(std::min(scale * between(from, to), MaxRGBDouble));
  };
  fresh->red = blended(old.red, fresh->red);
  fresh->green = blended(old.green, fresh->green);
  fresh->blue = blended(old.blue, fresh->blue);
  fresh->opacity = static_cast<Quantum>(MaxRGB - RoundDoubleToQuantum(alpha));
}

void BlendRow(const PixelPacket* mask, const PixelPacket* old, PixelPacket* fresh,
              std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const Quantum share = mask[x].red;
    if (share == 0) {
      fresh[x] = old[x];
    } else if (share != MaxRGB) {
      Blend(share / MaxRGBDouble, old[x], &fresh[x]);
    }
  }
}

template <class ApplyRow>
void Apply(const PixelPacket* mask, const MaskedRows& rows, ApplyRow apply) {
  accel::ParallelBands(rows.height, accel::RowsPerTask(rows.width),
                       [=](std::size_t begin, std::size_t end) {
                         for (std::size_t y = begin; y < end; ++y)
                           apply(mask + y * rows.width, rows.old + y * rows.old_stride,
                                 rows.fresh + y * rows.width, rows.width);
                       });
}

}  // namespace

bool HasMasks(const Image* image) {
  const _ImageExtra* extra = image->extra;
  return extra != nullptr && (extra->clip_mask != nullptr || extra->composite_mask != nullptr);
}

void ClipRows(const PixelPacket* mask, const MaskedRows& rows) {
  Apply(mask, rows, ClipRow);
}

void BlendRows(const PixelPacket* mask, const MaskedRows& rows) {
  Apply(mask, rows, BlendRow);
}

void RecordGreyness(Image* image, bool is_grey, bool is_monochrome) {
  const bool known = !HasMasks(image);
  image->is_grayscale = known && is_grey ? MagickTrue : MagickFalse;
  image->is_monochrome = known && is_monochrome ? MagickTrue : MagickFalse;
}

}  // namespace lodestone
