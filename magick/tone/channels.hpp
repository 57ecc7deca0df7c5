// Rules for single samples of one channel.
#pragma once

#include "magick/image_types.h"
#include "magick/tone/point.hpp"

namespace lodestone {

// `table` for the samples of a channel, all colours for AllChannels; no sample for channels that
// name none. In CMYK images, black is in the samples for opacity.
PointRule RuleFor(ChannelType channel, const PointTable* table);

}  // namespace lodestone
