// One channel as a grey image.
#include <cstddef>

#include "magick/channel.h"
#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/operations/colorspace/channels.hpp"
#include "magick/operations/colorspace/color_rule.hpp"
#include "magick/operations/colorspace/in_place.hpp"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

constexpr char kName[] = "channel";
constexpr char kText[] = "[%s] Extract channel...";

// All colours become one of red, green, blue and the fourth sample.
ColorRule Only(std::size_t sample) {
  constexpr std::size_t kRow = 5, kFourth = 3, kAdded = 4;
  ColorRule rule{MagickAccelerateMatrix};
  for (std::size_t row = 0; row < 3 * kRow; row += kRow) {
    // Alpha is MaxRGB less the fourth sample.
    rule.numbers[row + sample] = sample == kFourth ? -1.0f : 1.0f;
    if (sample == kFourth) rule.numbers[row + kAdded] = MaxRGB;
  }
  return rule;
}

// Alpha of CMYK images is in their indexes.
MagickPassFail TakeIndexes(Image* image) {
  PixelPacket* pixels =
      GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
  const IndexPacket* indexes = pixels ? AccessMutableIndexes(image) : nullptr;
  if (!indexes) return MagickFail;
  const std::size_t count = std::size_t{image->columns} * image->rows;
  for (std::size_t i = 0; i < count; ++i) {
    pixels[i].red = pixels[i].green = pixels[i].blue = indexes[i];
    pixels[i].opacity = OpaqueOpacity;
  }
  return SyncImagePixelsEx(image, &image->exception);
}

MagickPassFail TakeIntensity(Image* image) {
  const PointTable same = MakePointTable([](Quantum value) -> double { return value; });
  PointRule rule = PointRule::ForColors(&same);
  rule.from_intensity = true;
  return HasGreySamples(image) ? MagickPass : ChangeSamplesToGrey(image, kName, rule, 0, kText);
}

MagickPassFail Take(Image* image, ChannelType channel) {
  switch (channel) {
    case RedChannel:
    case CyanChannel:
      return TakeSample(image, kName, Only(0), kText);
    case GreenChannel:
    case MagentaChannel:
      return TakeSample(image, kName, Only(1), kText);
    case BlueChannel:
    case YellowChannel:
      return TakeSample(image, kName, Only(2), kText);
    case BlackChannel:
      return TakeSample(image, kName, Only(3), kText);
    case OpacityChannel:
    case MatteChannel:
      return image->colorspace == CMYKColorspace ? TakeIndexes(image)
                                                 : TakeSample(image, kName, Only(3), kText);
    default:
      return TakeIntensity(image);
  }
}

MagickPassFail Extract(Image* image, ChannelType channel) {
  if (!HasChannel(image, channel, &image->exception)) return MagickFail;
  image->storage_class = DirectClass;
  if (Take(image, channel) == MagickFail) return MagickFail;
  image->matte = MagickFalse;
  image->is_grayscale = MagickTrue;
  image->colorspace = RGBColorspace;
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail ChannelImage(Image* image, const ChannelType channel) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Extract(image, channel); });
}
