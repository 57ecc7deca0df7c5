/* Single channels. */
#ifndef LODESTONE_MAGICK_CHANNEL_H
#define LODESTONE_MAGICK_CHANNEL_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Minimum bits per sample that represent this channel exactly; 0 with an OptionError for a value
   that is not a channel. */
extern MagickExport unsigned int GetImageChannelDepth(const Image* image, const ChannelType channel,
                                                      ExceptionInfo* exception);

/*
  ChannelImage: make the image grey: the samples of one channel, in place. The image becomes
  DirectClass RGB without alpha, with one sample a pixel. channel: OpacityChannel and MatteChannel:
  opacity, 0 where the image is opaque. AllChannels, GrayChannel, UndefinedChannel: the intensity,
  PixelIntensity. Returns: MagickFail with image->exception set: ImageError for a channel of another
  colour space, OptionError for a value that is none, out of memory, no pixels, or cancelled.
  Source:  GraphicsMagick ChannelImage; equal. Agreement: exact across accelerators.
*/
extern MagickExport MagickPassFail ChannelImage(Image* image, const ChannelType channel);

/*
  ExportImageChannel: a new DirectClass image whose colours are all the samples of one channel, and
  which is opaque; colour space and alpha flag are those of `image`. Opacity is exported as it is.
  Returns: NULL with *exception set: ImageError for a channel of another colour space, OptionError
           for a value that is none, out of memory, no pixels, or cancelled. UndefinedChannel,
           AllChannels and GrayChannel give the intensity, PixelIntensityToQuantum.
*/
extern MagickExport Image* ExportImageChannel(const Image* image, const ChannelType channel,
                                              ExceptionInfo* exception);

/*
  ImportImageChannel: replace one channel of `dst_image` by the intensities of `src_image` at the
  same places, in place; it becomes DirectClass. UndefinedChannel, AllChannels and GrayChannel
  change no sample.
  Returns: MagickFail with dst_image->exception set: ImageError for a channel of another colour
           space, OptionError for a value that is none, CacheError if src_image is larger.
*/
extern MagickExport MagickPassFail ImportImageChannel(const Image* src_image, Image* dst_image,
                                                      const ChannelType channel);

/*
  ImportImageChannelsMasked: replace the channels of `update_image` that `channels` does not name by
  those of `source_image`, in place; it becomes DirectClass. AllChannels and GrayChannel change
  nothing. Opacity is a channel like the others; of a CMYK image, alpha, if update_image->matte.
  Returns: MagickFail with update_image->exception set, as ImportImageChannel.
*/
extern MagickExport MagickPassFail ImportImageChannelsMasked(const Image* source_image,
                                                             Image* update_image,
                                                             const ChannelType channels);

/* Round the samples of one channel, or of all colours with AllChannels, to `depth` bits: what
   QuantumOperatorImage does with DepthQuantumOp, with the same errors. */
extern MagickExport MagickPassFail SetImageChannelDepth(Image* image, const ChannelType channel,
                                                        const unsigned int depth);

#if defined(__cplusplus)
}
#endif

#endif
