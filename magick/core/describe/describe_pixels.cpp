// What the pixels of an image are like.
#include <cstdio>
#include <cstring>

#include "magick/analyze.h"
#include "magick/channel.h"
#include "magick/color.h"
#include "magick/color_lookup.h"
#include "magick/colorspace.h"
#include "magick/core/describe/describe.hpp"
#include "magick/pixel_cache.h"
#include "magick/statistics.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

const char* TypeText(ImageType type) {
  switch (type) {
    case BilevelType:
      return "bilevel";
    case GrayscaleType:
      return "grayscale";
    case GrayscaleMatteType:
      return "grayscale with transparency";
    case PaletteType:
      return "palette";
    case PaletteMatteType:
      return "palette with transparency";
    case TrueColorType:
      return "true color";
    case TrueColorMatteType:
      return "true color with transparency";
    case ColorSeparationType:
      return "color separated";
    case ColorSeparationMatteType:
      return "color separated with transparency";
    default:
      return "undefined";
  }
}

struct Channel {
  const char* name;
  ChannelType type;
  ImageChannelStatistics ImageStatistics::*statistics;  // null: not printed
};

// The channels that tell images of this kind apart, ended by one without a name.
struct Channels {
  Channel list[6] = {};
};

Channels ChannelsOf(const Image* image, ExceptionInfo* exception) {
  Channels channels;
  Channel* next = channels.list;
  const bool cmyk = image->colorspace == CMYKColorspace;
  if (cmyk) {
    *next++ = {"Cyan:", CyanChannel, &ImageStatistics::red};
    *next++ = {"Magenta:", MagentaChannel, &ImageStatistics::green};
    *next++ = {"Yellow:", YellowChannel, &ImageStatistics::blue};
    *next++ = {"Black:", BlackChannel, &ImageStatistics::opacity};
  } else if (IsGrayColorspace(image->colorspace) || image->is_grayscale ||
             IsGrayImage(image, exception)) {
    *next++ = {"Gray:", RedChannel, &ImageStatistics::red};
  } else {
    *next++ = {"Red:", RedChannel, &ImageStatistics::red};
    *next++ = {"Green:", GreenChannel, &ImageStatistics::green};
    *next++ = {"Blue:", BlueChannel, &ImageStatistics::blue};
  }
  // The statistics of CMYK images have no field for it.
  if (image->matte) {
    *next++ = {"Opacity:", OpacityChannel, cmyk ? nullptr : &ImageStatistics::opacity};
  }
  return channels;
}

void PrintDepths(const Image* image, ImageType type, const Channels& channels,
                 ExceptionInfo* exception, FILE* file) {
  // One bit tells black from white, whatever the alpha.
  const unsigned long depth = type == BilevelType ? 1 : GetImageDepth(image, exception);
  std::fprintf(file, "  Type: %s\n  Depth: %lu bits-per-pixel component\n", TypeText(type), depth);
  std::fputs("  Channel Depths:\n", file);
  for (const Channel* channel = channels.list; channel->name != nullptr; ++channel) {
    std::fprintf(file, "    %-9s %u bits\n", channel->name,
                 GetImageChannelDepth(image, channel->type, exception));
  }
}

void PrintStatistics(const Image* image, const Channels& channels, ExceptionInfo* exception,
                     FILE* file) {
  ImageStatistics statistics{};
  GetImageStatistics(image, &statistics, exception);
  const auto print = [&](const char* label, double share) {
    std::fprintf(file, "      %-19s %13.2f (%.4f)\n", label, MaxRGBDouble * share, share);
  };
  std::fputs("  Channel Statistics:\n", file);
  for (const Channel* channel = channels.list; channel->name != nullptr; ++channel) {
    if (channel->statistics == nullptr) continue;
    const ImageChannelStatistics& values = statistics.*channel->statistics;
    std::fprintf(file, "    %s\n", channel->name);
    print("Minimum:", values.minimum);
    print("Maximum:", values.maximum);
    print("Mean:", values.mean);
    print("Standard Deviation:", values.standard_deviation);
  }
}

// The first fully transparent colour, if any.
void PrintTransparentColor(const Image* image, ExceptionInfo* exception, FILE* file) {
  const bool gif = std::strcmp(image->magick, "GIF") == 0;
  if (!(image->matte && !gif) && !image->taint) return;
  for (unsigned long y = 0; y < image->rows; ++y) {
    const PixelPacket* pixels =
        AcquireImagePixels(image, 0, static_cast<long>(y), image->columns, 1, exception);
    if (pixels == nullptr) return;
    for (unsigned long x = 0; x < image->columns; ++x) {
      if (pixels[x].opacity != TransparentOpacity) continue;
      char decimal[MaxTextExtent], hex[MaxTextExtent];
      GetColorTuple(&pixels[x], image->depth, image->matte, MagickFalse, decimal);
      GetColorTuple(&pixels[x], image->depth, image->matte, MagickTrue, hex);
      std::fprintf(file, "  Opacity: %s\t  %s\n", decimal, hex);
      return;
    }
  }
}

void PrintColormap(const Image* image, ExceptionInfo* exception, FILE* file) {
  for (unsigned int i = 0; image->colormap != nullptr && i < image->colors; ++i) {
    char tuple[MaxTextExtent], name[MaxTextExtent];
    GetColorTuple(&image->colormap[i], image->depth, image->matte, MagickFalse, tuple);
    QueryColorname(image, &image->colormap[i], SVGCompliance, name, exception);
    std::fprintf(file, "    %u: %s\t  %.1024s\n", i, tuple, name);
  }
}

void PrintColors(const Image* image, bool list_colors, ExceptionInfo* exception, FILE* file) {
  constexpr unsigned long kMaxListed = 1024;
  if (image->storage_class == DirectClass) {
    if (image->total_colors != 0) std::fprintf(file, "  Colors: %lu\n", image->total_colors);
    if (list_colors && image->total_colors < kMaxListed) GetNumberColors(image, file, exception);
    return;
  }
  std::fputs("  Colors: ", file);
  if (image->total_colors > image->colors) std::fprintf(file, "%lu=>", image->total_colors);
  std::fprintf(file, "%u\n", image->colors);
  PrintColormap(image, exception, file);
}

}  // namespace

void DescribePixels(Image* image, FILE* file, bool list_colors) {
  ExceptionInfo* exception = &image->exception;
  const ImageType type = GetImageType(image, exception);
  const Channels channels = ChannelsOf(image, exception);
  PrintDepths(image, type, channels, exception, file);
  PrintStatistics(image, channels, exception, file);
  PrintTransparentColor(image, exception, file);
  PrintColors(image, list_colors, exception, file);
}

}  // namespace lodestone
