// Building the plain C record of a work from plans and pixels.
#pragma once

#include "accel/plugin.h"
#include "kernels/window/border.hpp"
#include "kernels/resample/axis_table.hpp"
#include "kernels/warp/warp_plan.hpp"

namespace lodestone::accel {

// Pixels in host memory, with or without a copy on a device.
inline MagickAcceleratePixels HostView(void* data, std::uint32_t columns, std::uint32_t rows,
                                       std::size_t stride_bytes,
                                       MagickAccelerateBuffer* buffer = nullptr) {
  return {data, columns, rows, stride_bytes, 0, buffer, 0};
}

// An operation without tables; the caller sets the pixels.
MagickAccelerateWork PlainWorkRecord(MagickAccelerateOperation operation);

// An operation through `plan`, which must outlive it; the caller sets the pixels.
MagickAccelerateWork ResampleWorkRecord(MagickAccelerateOperation operation,
                                        const kernels::ResamplePlan& plan,
                                        MagickAccelerateChannels channels);

// A view: `plan` must outlive it. The caller sets the constant colours.
void SetWarp(const kernels::WarpPlan& plan, kernels::Border outside, MagickAccelerateWork* work);

}  // namespace lodestone::accel
