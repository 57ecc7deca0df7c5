// What a piece of work asks of a device: whether it is well formed, whether it fits, how long it
// may take.
#pragma once

#include "accel/opencl/transfers/transfer.hpp"

namespace lodestone::accel::opencl {

// True for operations that go through contribution tables.
bool HasTables(MagickAccelerateOperation operation);

// Throws Problem(Declined, Unsupported) for work that this module does not know how to do.
void CheckShape(const MagickAccelerateWork& work);

// Throws Problem(Declined, Unsupported) for work whose pixels are nowhere, or in a buffer that does
// not hold them.
void CheckPlaces(const MagickAccelerateWork& work);

// Throws Problem(Declined, Unsupported) when the buffer holds no such image.
void CheckReadable(const MagickAcceleratePixels& pixels);

// Throws Problem(Declined, TooLarge) for what does not fit even in the smallest strips.
void CheckSize(const MagickAccelerateWork& work, const DeviceFacts& facts,
               const DeviceOptions& options);

// What the link moves in a nanosecond. To begin with, that of a graphics card some years old.
struct LinkSpeeds {
  double pinned_up = 10.0, pinned_down = 10.0;  // bytes
  double pageable_up = 5.0, pageable_down = 5.0;
};

// Moves a few megabytes there and back. Throws Problem.
LinkSpeeds MeasureLink(Session& warm_up, Session& session, StagingRing& ring);

// A rough model: transfers, taps, launches. downloads: whether the result comes down.
void EstimateRun(const MagickAccelerateWork& work, const DeviceFacts& facts,
                 const DeviceOptions& options, const LinkSpeeds& link, bool downloads,
                 MagickAccelerateEstimate* estimate);

}  // namespace lodestone::accel::opencl
