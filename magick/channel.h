/* Single channels. */
#ifndef LODESTONE_MAGICK_CHANNEL_H
#define LODESTONE_MAGICK_CHANNEL_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Fewest bits a sample that represent this channel exactly. */
extern MagickExport unsigned int GetImageChannelDepth(const Image* image, const ChannelType channel,
                                                      ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
