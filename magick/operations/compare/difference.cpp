// Images that show where two images differ.
#include <algorithm>

#include "magick/core/color/over.hpp"
#include "magick/compare.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/core/image/default_colors.hpp"
#include "magick/pixel_iterator.h"

namespace lodestone {
namespace {

constexpr char kUnable[] = "Unable to compare images";

// The samples that count, of pixels and, in CMYK images, of alpha.
struct Counted {
  bool red, green, blue, opacity, alpha;

  Counted(ChannelType channel, bool cmyk) {
    const auto counts = [channel](ChannelType rgb) { return MagickChannelEnabled(channel, rgb); };
    red = counts(cmyk ? CyanChannel : RedChannel);
    green = counts(cmyk ? MagentaChannel : GreenChannel);
    blue = counts(cmyk ? YellowChannel : BlueChannel);
    opacity = counts(cmyk ? BlackChannel : OpacityChannel);
    alpha = cmyk && counts(OpacityChannel);
  }

  bool Differ(const PixelPacket& a, const PixelPacket& b) const {
    return (red && a.red != b.red) || (green && a.green != b.green) || (blue && a.blue != b.blue) ||
           (opacity && a.opacity != b.opacity);
  }
};

// `color`, a quarter opaque, over a pixel.
PixelPacket Tinted(const PixelPacket& color, const PixelPacket& under) {
  return MixedOver(color, 0.75, under);
}

PixelPacket Brightness(const PixelPacket& reference, const PixelPacket& compared) {
  const bool brighter = PixelIntensity(&compared) > PixelIntensity(&reference);
  PixelPacket pixel = compared;
  pixel.red = pixel.green = pixel.blue = brighter ? Quantum{MaxRGB} : Quantum{0};
  return pixel;
}

PixelPacket ExclusiveOr(PixelPacket a, const PixelPacket& b) {
  a.red ^= b.red;
  a.green ^= b.green;
  a.blue ^= b.blue;
  a.opacity ^= b.opacity;
  return a;
}

PixelPacket Highlighted(const DifferenceImageOptions& options, const PixelPacket& reference,
                        const PixelPacket& compared) {
  switch (options.highlight_style) {
    case AssignHighlightStyle:
      return options.highlight_color;
    case ThresholdHighlightStyle:
      return Brightness(reference, compared);
    case TintHighlightStyle:
      return Tinted(options.highlight_color, compared);
    case XorHighlightStyle:
      return ExclusiveOr(compared, options.highlight_color);
    case UndefinedHighlightStyle:
      break;
  }
  return compared;
}

MagickPassFail ShowRow(void*, const void* data, const Image* reference, const PixelPacket* a,
                       const IndexPacket* a_alpha, const Image*, const PixelPacket* b,
                       const IndexPacket* b_alpha, Image*, PixelPacket* result, IndexPacket*,
                       const long count, ExceptionInfo*) {
  const auto& options = *static_cast<const DifferenceImageOptions*>(data);
  const Counted counted(options.channel, reference->colorspace == CMYKColorspace);
  const bool alpha = counted.alpha && a_alpha && b_alpha;
  // The new image is black already.
  if (options.highlight_style == UndefinedHighlightStyle) return MagickPass;
  for (long i = 0; i < count; ++i) {
    const bool differs = counted.Differ(a[i], b[i]) || (alpha && a_alpha[i] != b_alpha[i]);
    result[i] = differs ? Highlighted(options, a[i], b[i]) : b[i];
  }
  return MagickPass;
}

bool IsPossible(const Image* reference, const Image* compare, const DifferenceImageOptions* options,
                ExceptionInfo* exception) {
  if (!reference || !compare || !options) {
    Throw(exception, OptionError, kUnable, "two images and options are required");
    return false;
  }
  if ((reference->colorspace == CMYKColorspace) != (compare->colorspace == CMYKColorspace)) {
    Throw(exception, ImageError, kUnable, "image colorspace differs");
    return false;
  }
  return CheckKnown(options->channel, exception) && CheckKnown(options->highlight_style, exception);
}

Image* Difference(const Image* reference, const Image* compare,
                  const DifferenceImageOptions* options, ExceptionInfo* exception) {
  if (!IsPossible(reference, compare, options, exception)) return nullptr;
  Image* const image = AllocateImage(nullptr);
  if (!image) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", reference->filename);
    return nullptr;
  }
  image->columns = reference->columns;
  image->rows = reference->rows;
  image->depth = std::max(reference->depth, compare->depth);
  const bool shown =
      PixelIterateTripleModify(ShowRow, nullptr, "[%s]*[%s]->[%s] Difference image pixels ...",
                               nullptr, options, image->columns, image->rows, reference, compare, 0,
                               0, image, 0, 0, exception) != MagickFail;
  if (shown) return image;
  DestroyImage(image);
  return nullptr;
}

}  // namespace
}  // namespace lodestone

void InitializeDifferenceImageOptions(DifferenceImageOptions* options, ExceptionInfo*) {
  if (options) *options = {AllChannels, TintHighlightStyle, lodestone::DefaultHighlightColor()};
}

Image* DifferenceImage(const Image* reference_image, const Image* compare_image,
                       const DifferenceImageOptions* difference_options, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr, [=] {
    return lodestone::Difference(reference_image, compare_image, difference_options, exception);
  });
}
