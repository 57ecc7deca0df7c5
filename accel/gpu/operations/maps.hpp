// What kernels that read the source through maps of columns and rows share.
#pragma once

#include "accel/gpu/launch/launch.hpp"

namespace lodestone::accel::gpu {

// The source rows that these entries of a map name, at least one.
Rows NamedRows(const uint32_t* map, uint64_t begin, uint64_t end);

// See SourceRowsOf; for kRemap.
Rows MappedSourceRows(const MagickAccelerateWork& work, Rows rows);

// A pixel, as the host stores it.
void SetPixelArgument(Launch& launch, const MagickAccelerateWork& work, const uint16_t* pixel);

// LS_MAP_ARGUMENTS: both maps of the tables, and the constant pixel.
void SetMapArguments(Launch& launch, const Job& job, const uint16_t* constant);
// The same for operations that copy pixels.
void SetMaps(Launch& launch, const Job& job);

}  // namespace lodestone::accel::gpu
