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

#if defined(__cplusplus)
}
#endif

#endif
