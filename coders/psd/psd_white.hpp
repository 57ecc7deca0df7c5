// Composites with transparency: Photoshop stores their colours blended with white.
#pragma once

#include "coders/psd/psd_channels.hpp"

namespace lodestone::coders {

// Of L*a*b* white is not the highest sample; colormaps have no shades between.
bool BlendsWithWhite(PsdMode mode);

// Samples of a row of a colour, and of alpha; of one or two bytes each. Those of inks are as in the
// file, where white is the highest, too.
void BlendWithWhite(unsigned bytes, std::size_t count, const std::uint8_t* alpha,
                    std::uint8_t* row);
// The reverse. Without any alpha the colour stays.
void UnblendWhite(unsigned bytes, std::size_t count, const std::uint8_t* alpha, std::uint8_t* row);

// Whether the samples differ by no more than other programs' rounding.
bool AreClose(unsigned bytes, std::size_t count, const std::uint8_t* a, const std::uint8_t* b);

}  // namespace lodestone::coders
