// What operations whose pixels come from other places have in common.
#pragma once

#include "kernels/warp/warp_plan.hpp"
#include "magick/operations/filters/effect_run.hpp"

namespace lodestone {

// A new image.
struct WarpCall {
  EffectCall effect;
  unsigned long columns, rows;  // of the result
  kernels::Border outside;
  const char* name;  // in events
  const char* text;  // for the monitor, a printf format that takes the file name
  PixelPacket fill{};
};

// Whether the sides are short enough for exact places; false with the exception set.
bool CheckWarpSides(const EffectCall& effect, unsigned long columns, unsigned long rows);

// NULL with the exception set on failure. The sides have been checked.
Image* RunWarp(const WarpCall& call, const kernels::WarpPlan& plan);

}  // namespace lodestone
