// What operations on windows share: the border around a source, and the rows that windows need.
#pragma once

#include <string>

#include "accel/gpu/launch/launch.hpp"

namespace lodestone::accel::gpu {

// Throws Problem(Declined) for a work whose windows reach beyond its border, or whose border has
// other sizes.
void CheckBorder(const MagickAccelerateWork& work);

// The same for a function of windows of another size, or an unknown one.
void CheckNeighborhood(const MagickAccelerateWork& work);

// The same for a series whose numbers or border are of another length.
void CheckCosineBlur(const MagickAccelerateWork& work);

// See SourceRowsOf.
Rows BorderSourceRows(const MagickAccelerateWork& work, Rows rows);

// The only kernel of a call.
std::string WindowKernel(const MagickAccelerateWork& work, const KernelPlan& plan);

// LS_WINDOW_ARGUMENTS, and LS_TILE_ARGUMENTS.
void SetWindow(Launch& launch, const Job& job);
void SetUnderTile(Launch& launch, const MagickAccelerateWork& work);

// The tiles needed to cover these destination rows.
Geometry GeometryOf(const Job& job, Rows rows, LaneKernel& kernel);

}  // namespace lodestone::accel::gpu
