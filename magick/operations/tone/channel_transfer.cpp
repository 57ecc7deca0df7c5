// Channels from one image to another.
#include <algorithm>

#include "magick/channel.h"
#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/operator.h"
#include "magick/pixel_iterator.h"
#include "magick/operations/colorspace/channels.hpp"

namespace lodestone {
namespace {

// A pixel and its index, if it has one.
struct Place {
  const PixelPacket* pixel;
  const IndexPacket* index;
};

// The colour that the colormap gives the pixel, if there is one.
const PixelPacket& ColorOf(const Image* image, const Place& place) {
  const bool mapped = image->storage_class == PseudoClass && place.index &&
                      *place.index < image->colors && image->colormap;
  return mapped ? image->colormap[*place.index] : *place.pixel;
}

Quantum Load(const Image* image, const Place& place, ChannelType channel) {
  const PixelPacket& color = ColorOf(image, place);
  switch (channel) {
    case RedChannel:
    case CyanChannel:
      return color.red;
    case GreenChannel:
    case MagentaChannel:
      return color.green;
    case BlueChannel:
    case YellowChannel:
      return color.blue;
    case BlackChannel:
      return color.opacity;
    case OpacityChannel:
    case MatteChannel:
      if (image->colorspace != CMYKColorspace) return color.opacity;
      return place.index ? *place.index : Quantum{OpaqueOpacity};
    default:
      return PixelIntensityToQuantum(&color);
  }
}

void Store(const Image* image, PixelPacket* pixel, IndexPacket* index, ChannelType channel,
           Quantum value) {
  switch (channel) {
    case RedChannel:
    case CyanChannel:
      pixel->red = value;
      break;
    case GreenChannel:
    case MagentaChannel:
      pixel->green = value;
      break;
    case BlueChannel:
    case YellowChannel:
      pixel->blue = value;
      break;
    case BlackChannel:
      pixel->opacity = value;
      break;
    case OpacityChannel:
    case MatteChannel:
      if (image->colorspace != CMYKColorspace)
        pixel->opacity = value;
      else if (index)
        *index = value;
      break;
    default:
      break;
  }
}

Place PlaceAt(const PixelPacket* pixels, const IndexPacket* indexes, long i) {
  return {pixels + i, indexes ? indexes + i : nullptr};
}

MagickPassFail ExportRow(void*, const void* data, const Image* source, const PixelPacket* pixels,
                         const IndexPacket* indexes, Image*, PixelPacket* new_pixels,
                         IndexPacket* new_indexes, const long count, ExceptionInfo*) {
  const ChannelType channel = *static_cast<const ChannelType*>(data);
  for (long i = 0; i < count; ++i) {
    const Quantum value = Load(source, PlaceAt(pixels, indexes, i), channel);
    new_pixels[i].red = new_pixels[i].green = new_pixels[i].blue = value;
    new_pixels[i].opacity = OpaqueOpacity;
  }
  if (new_indexes) std::fill_n(new_indexes, count, IndexPacket{0});
  return MagickPass;
}

MagickPassFail ImportRow(void*, const void* data, const Image* source, const PixelPacket* pixels,
                         const IndexPacket* indexes, Image* update, PixelPacket* new_pixels,
                         IndexPacket* new_indexes, const long count, ExceptionInfo*) {
  const ChannelType channel = *static_cast<const ChannelType*>(data);
  for (long i = 0; i < count; ++i) {
    const PixelPacket& color = ColorOf(source, PlaceAt(pixels, indexes, i));
    const Quantum value = source->is_grayscale ? color.red : PixelIntensityToQuantum(&color);
    Store(update, new_pixels + i, new_indexes ? new_indexes + i : nullptr, channel, value);
  }
  return MagickPass;
}

void CopyColor(PixelPacket& to, const PixelPacket& from, Quantum PixelPacket::*sample,
               bool is_kept) {
  if (!is_kept) to.*sample = from.*sample;
}

MagickPassFail ImportMaskedRow(void*, const void* data, const Image*, const PixelPacket* pixels,
                               const IndexPacket* indexes, Image* update, PixelPacket* new_pixels,
                               IndexPacket* new_indexes, const long count, ExceptionInfo*) {
  const ChannelType kept = *static_cast<const ChannelType*>(data);
  const bool cmyk = update->colorspace == CMYKColorspace;
  for (long i = 0; i < count; ++i) {
    CopyColor(new_pixels[i], pixels[i], &PixelPacket::red,
              kept == (cmyk ? CyanChannel : RedChannel));
    CopyColor(new_pixels[i], pixels[i], &PixelPacket::green,
              kept == (cmyk ? MagentaChannel : GreenChannel));
    CopyColor(new_pixels[i], pixels[i], &PixelPacket::blue,
              kept == (cmyk ? YellowChannel : BlueChannel));
    CopyColor(new_pixels[i], pixels[i], &PixelPacket::opacity,
              kept == (cmyk ? BlackChannel : OpacityChannel));
  }
  const bool has_alpha = cmyk && update->matte && indexes && new_indexes;
  if (has_alpha && kept != OpacityChannel) std::copy_n(indexes, count, new_indexes);
  return MagickPass;
}

Image* Export(const Image* source, ChannelType channel, ExceptionInfo* exception) {
  if (!HasChannel(source, channel, exception)) return nullptr;
  Image* image = CloneImage(source, source->columns, source->rows, MagickTrue, exception);
  if (!image) return nullptr;
  image->storage_class = DirectClass;
  if (PixelIterateDualNew(ExportRow, nullptr, "[%s] Exporting channel...  ", nullptr, &channel,
                          source->columns, source->rows, source, 0, 0, image, 0, 0,
                          exception) == MagickFail) {
    DestroyImage(image);
    return nullptr;
  }
  image->is_grayscale = MagickTrue;
  image->is_monochrome = source->is_monochrome;
  return image;
}

MagickPassFail Import(PixelIteratorDualModifyCallback call_back, const char* text,
                      const Image* source, Image* update, ChannelType channel) {
  update->storage_class = DirectClass;
  return PixelIterateDualModify(call_back, nullptr, text, nullptr, &channel, source->columns,
                                source->rows, source, 0, 0, update, 0, 0, &update->exception);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* ExportImageChannel(const Image* image, const ChannelType channel, ExceptionInfo* exception) {
  if (!image) return nullptr;
  return Guard(exception, nullptr, [&] { return Export(image, channel, exception); });
}

MagickPassFail ImportImageChannel(const Image* src_image, Image* dst_image,
                                  const ChannelType channel) {
  if (!src_image || !dst_image || !HasChannel(dst_image, channel, &dst_image->exception))
    return MagickFail;
  return Import(ImportRow, "[%s] Importing channel...", src_image, dst_image, channel);
}

MagickPassFail ImportImageChannelsMasked(const Image* source_image, Image* update_image,
                                         const ChannelType channels) {
  if (!source_image || !update_image || !CheckKnown(channels, &update_image->exception))
    return MagickFail;
  if (channels == AllChannels || channels == GrayChannel) return MagickPass;
  return Import(ImportMaskedRow, "[%s] Importing channels...  ", source_image, update_image,
                channels);
}

MagickPassFail SetImageChannelDepth(Image* image, const ChannelType channel,
                                    const unsigned int depth) {
  if (!image) return MagickFail;
  return QuantumOperatorImage(image, channel, DepthQuantumOp, depth, &image->exception);
}
