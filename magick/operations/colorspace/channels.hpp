// Rules for single samples of one channel.
#pragma once

#include "magick/image_types.h"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {

// `table` for the samples of a channel, all colours for AllChannels; no sample for channels that
// name none. In CMYK images, black is in the samples for opacity.
PointRule RuleFor(ChannelType channel, const PointTable* table);

// False with an OptionError for a value that is no channel, or an ImageError for a channel of
// another colour space: cyan, magenta, yellow and black are only in CMYK images, red, green and
// blue only in others.
bool HasChannel(const Image* image, ChannelType channel, ExceptionInfo* exception);

}  // namespace lodestone
