// The border around a source on its way to the device, and the rows that windows need.
#pragma once

#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

// Throws Problem(Declined) for a work with a border whose windows reach beyond it, or that is of
// other sizes.
void CheckBorder(const MagickAccelerateWork& work);

// See SourceRowsOf.
Rows BorderSourceRows(const MagickAccelerateWork& work, Rows rows);

// Maps and taps in one piece; see window.clh. Throws Problem(Declined) when they point outside the
// source.
PackedTables PackBorder(const MagickAccelerateWork& work, size_t alignment);

// LS_WINDOW_ARGUMENTS, and LS_TILE_ARGUMENTS.
void SetWindow(Launch& launch, const Job& job);
void SetUnderTile(Launch& launch, const MagickAccelerateWork& work);

// The pieces of the sink that such tiles make of these rows.
Geometry GeometryOf(const Job& job, Rows rows, LaneKernel& kernel);

}  // namespace lodestone::accel::opencl
