// What a piece of work asks of a device: whether it is well formed, whether it fits, how long it
// may take.
#pragma once

#include "accel/opencl/discovery.hpp"

namespace lodestone::accel::opencl {

// True for operations that go through contribution tables.
bool HasTables(MagickAccelerateOperation operation);

// Throws Problem(Declined, Unsupported) for work that this module does not know how to do.
void CheckShape(const MagickAccelerateWork& work);

// Throws Problem(Declined, Unsupported) for work whose pixels are nowhere.
void CheckPlaces(const MagickAccelerateWork& work);

// Throws Problem(Declined, TooLarge) with the sizes in the detail.
void CheckSize(const MagickAccelerateWork& work, const DeviceFacts& facts, uint64_t band_bytes);

// A rough model: transfers, taps, launches.
void EstimateRun(const MagickAccelerateWork& work, const DeviceFacts& facts,
                 MagickAccelerateEstimate* estimate);

}  // namespace lodestone::accel::opencl
