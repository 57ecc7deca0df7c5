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

#if defined(__cplusplus)
}
#endif

#endif
