// Noise added to the samples of a channel.
#pragma once

#include <optional>

#include "accel/plugin.h"
#include "magick/operator.h"

namespace lodestone {

// Nothing for operators that add none.
std::optional<MagickAccelerateDistribution> NoiseOf(QuantumOperator operation);

// A part of an image.
struct NoiseRegion {
  long x, y;
  unsigned long columns, rows;
  bool is_whole;
};

// argument: MaxRGB for as much noise as AddNoiseImage adds. AllChannels is all colours, GrayChannel
// the intensity, which all colours then become. `name`: in events. `text`: the monitor's, a printf
// format that takes the file name. MagickFail with image->exception set.
MagickPassFail AddNoise(Image* image, const NoiseRegion& region, ChannelType channel,
                        MagickAccelerateDistribution distribution, double argument,
                        const char* name, const char* text);

}  // namespace lodestone
