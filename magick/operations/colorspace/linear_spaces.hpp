// Colour spaces whose samples are linear in red, green and blue.
#pragma once

#include <optional>

#include "magick/colorspace.h"
#include "magick/operations/colorspace/color_rule.hpp"

namespace lodestone {

// All colours become the sum of red, green and blue by these factors.
ColorRule SumRule(const double (&factors)[3]);

// From RGB to the space, and back; nothing if it is no such space, or if there is no way back.
std::optional<ColorRule> RuleToSpace(ColorspaceType space);
std::optional<ColorRule> RuleFromSpace(ColorspaceType space);

}  // namespace lodestone
