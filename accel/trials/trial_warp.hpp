// Functions of places for testing accelerators.
#pragma once

#include "accel/plugin.h"
#include "accel/trials/trial_shape.hpp"
#include "kernels/warp/warp_plan.hpp"

namespace lodestone::accel {

// One for each variety; all functions for those of self-tests and all channels together.
kernels::WarpPlan TrialWarp(unsigned variety, const TrialShape& shape,
                            MagickAccelerateChannels channels);

}  // namespace lodestone::accel
