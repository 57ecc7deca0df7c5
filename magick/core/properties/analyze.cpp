// Properties of an image's pixels: grey, opaque, bit depth.
#include "magick/core/errors/required.hpp"
#include "magick/analyze.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "base/on_first_use.hpp"
#include "magick/channel.h"
#include "magick/color.h"
#include "magick/colorspace.h"
#include "magick/core/errors/check_known.hpp"
#include "magick/core/pixels/depth_levels.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/pixel_scan.hpp"

namespace {

bool IsGray(const PixelPacket& pixel) {
  return pixel.red == pixel.green && pixel.green == pixel.blue;
}

bool IsBlackOrWhite(const PixelPacket& pixel) {
  return IsGray(pixel) && (pixel.red == 0 || pixel.red == MaxRGB);
}

// The palette decides for its image, including entries that no pixel uses. Of an image that was
// only pinged nothing is known but `flag`.
template <typename Predicate>
MagickBool AllColors(const Image* image, ExceptionInfo* exception, Predicate predicate,
                     MagickBool flag) {
  if (image->colorspace == CMYKColorspace) return MagickFalse;
  const bool has_palette = image->storage_class == PseudoClass && image->colormap != nullptr;
  if (!has_palette && !image->cache->has_pixels()) return flag;
  const bool all = has_palette
                       ? std::all_of(image->colormap, image->colormap + image->colors, predicate)
                       : lodestone::AllPixels(image, exception, predicate);
  return all ? MagickTrue : MagickFalse;
}

// Bit d - 1 is set if d bits represent the sample exactly.
using DepthMask = std::uint16_t;

DepthMask DepthsOf(std::uint32_t sample) {
  DepthMask mask = 1U << (QuantumDepth - 1);
  for (unsigned depth = 1; depth < QuantumDepth; depth++) {
    if (lodestone::DepthLevels(depth).Nearest(sample) == sample)
      mask = static_cast<DepthMask>(mask | 1U << (depth - 1));
  }
  return mask;
}

const std::array<DepthMask, MaxRGB + 1>& DepthTable() {
  struct Table {
    Table() {
      for (std::uint32_t sample = 0; sample <= MaxRGB; sample++) masks[sample] = DepthsOf(sample);
    }
    std::array<DepthMask, MaxRGB + 1> masks;
  };
  static constinit lodestone::OnFirstUse<Table> table;
  return table.Get().masks;
}

struct Channels {
  bool red, green, blue, opacity;
};

Channels ChannelsOf(ChannelType channel, bool has_opacity) {
  switch (channel) {
    case RedChannel:
    case CyanChannel:
      return {true, false, false, false};
    case GreenChannel:
    case MagentaChannel:
      return {false, true, false, false};
    case BlueChannel:
    case YellowChannel:
      return {false, false, true, false};
    case OpacityChannel:
    case BlackChannel:
    case MatteChannel:
      return {false, false, false, true};
    default:
      return {true, true, true, has_opacity};
  }
}

// The depths of `mask` that also represent the chosen samples of a run.
unsigned CommonDepths(const PixelPacket* run, std::size_t count, const Channels& channels,
                      unsigned mask) {
  const auto& table = DepthTable();
  for (std::size_t i = 0; i < count; i++) {
    if (channels.red) mask &= table[run[i].red];
    if (channels.green) mask &= table[run[i].green];
    if (channels.blue) mask &= table[run[i].blue];
    if (channels.opacity) mask &= table[run[i].opacity];
  }
  return mask;
}

constexpr unsigned kAllDepths = (1U << QuantumDepth) - 1;

unsigned Least(unsigned mask) {
  return static_cast<unsigned>(std::countr_zero(mask)) + 1;
}

// The least depth that represents the chosen samples of every pixel.
unsigned MinDepth(const Image* image, const Channels& channels, ExceptionInfo* exception) {
  std::atomic<unsigned> common{kAllDepths};
  const auto scan = [&](const PixelPacket* run, std::size_t count) {
    const unsigned mask = common.load(std::memory_order_relaxed);
    if (std::has_single_bit(mask)) return;  // only the full depth is left
    common.fetch_and(CommonDepths(run, count, channels, mask), std::memory_order_relaxed);
  };
  if (!lodestone::ScanPixels(image, exception, scan)) return QuantumDepth;
  return Least(common.load());
}

}  // namespace

MagickBool IsGrayImage(const Image* image, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return MagickFalse;
  return AllColors(image, exception, IsGray, image->is_grayscale);
}

MagickBool IsMonochromeImage(const Image* image, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return MagickFalse;
  return AllColors(image, exception, IsBlackOrWhite, image->is_monochrome);
}

MagickBool IsOpaqueImage(const Image* image, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return MagickFalse;
  if (image->matte == MagickFalse) return MagickTrue;
  if (image->colorspace == CMYKColorspace) {
    // Here opacity is black, and alpha is in the indexes.
    if (AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception) == nullptr) {
      return MagickFalse;
    }
    const IndexPacket* alpha = AccessImmutableIndexes(image);
    if (alpha == nullptr) return MagickTrue;
    const std::size_t count = static_cast<std::size_t>(image->columns) * image->rows;
    return std::all_of(alpha, alpha + count, [](IndexPacket a) { return a == OpaqueOpacity; });
  }
  const auto is_opaque = [](const PixelPacket& pixel) { return pixel.opacity == OpaqueOpacity; };
  return lodestone::AllPixels(image, exception, is_opaque) ? MagickTrue : MagickFalse;
}

MagickPassFail GetImageCharacteristics(const Image* image, ImageCharacteristics* characteristics,
                                       const MagickBool optimize, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image, characteristics}, exception)) return MagickFail;
  const bool is_palette = image->storage_class == PseudoClass;
  const bool look = optimize != MagickFalse || is_palette;
  *characteristics = ImageCharacteristics{};
  characteristics->cmyk = image->colorspace == CMYKColorspace;
  characteristics->palette = is_palette;
  characteristics->grayscale = look && IsGrayImage(image, exception) != MagickFalse;
  characteristics->monochrome =
      characteristics->grayscale && IsMonochromeImage(image, exception) != MagickFalse;
  characteristics->opaque =
      image->matte == MagickFalse || (optimize != MagickFalse && IsOpaqueImage(image, exception));
  return MagickPass;
}

ImageType GetImageType(const Image* image, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return UndefinedType;
  const bool matte = image->matte != MagickFalse;
  if (image->colorspace == CMYKColorspace) {
    return matte ? ColorSeparationMatteType : ColorSeparationType;
  }
  if (IsGrayImage(image, exception) != MagickFalse) {
    if (IsMonochromeImage(image, exception) != MagickFalse) return BilevelType;
    return IsOpaqueImage(image, exception) != MagickFalse ? GrayscaleType : GrayscaleMatteType;
  }
  const bool opaque = IsOpaqueImage(image, exception) != MagickFalse;
  if (image->storage_class == PseudoClass) return opaque ? PaletteType : PaletteMatteType;
  return opaque ? TrueColorType : TrueColorMatteType;
}

unsigned long GetImageDepth(const Image* image, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return 0;
  if (image->storage_class == PseudoClass && image->matte == MagickFalse &&
      image->colormap != nullptr) {
    const Channels colors = ChannelsOf(AllChannels, false);
    return Least(CommonDepths(image->colormap, image->colors, colors, kAllDepths));
  }
  if (!image->cache->has_pixels()) return image->is_monochrome != MagickFalse ? 1 : QuantumDepth;
  const bool has_opacity = image->matte != MagickFalse || image->colorspace == CMYKColorspace;
  return MinDepth(image, ChannelsOf(AllChannels, has_opacity), exception);
}

unsigned int GetImageChannelDepth(const Image* image, const ChannelType channel,
                                  ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return 0;
  if (!lodestone::CheckKnown(channel, exception)) return 0;
  return MinDepth(image, ChannelsOf(channel, false), exception);
}
