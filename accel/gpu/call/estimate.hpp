// What a work requires of a device: whether it is well formed, whether it fits, how long it may
// take.
#pragma once

#include "accel/gpu/transfers/transfer.hpp"

namespace lodestone::accel::gpu {

// Throws Problem(Declined, Unsupported) for work that this module does not implement.
void CheckShape(const MagickAccelerateWork& work);

// Throws Problem(Declined, Unsupported) for work without pixels, or with a buffer that is smaller.
void CheckPlaces(const MagickAccelerateWork& work);

// Throws Problem(Declined, Unsupported) if no buffer holds such an image.
void CheckReadable(const MagickAcceleratePixels& pixels, size_t pixel_bytes);

// Throws Problem(Declined, TooLarge) for work that does not fit even in the smallest strips.
void CheckSize(const MagickAccelerateWork& work, const KernelPlan& plan, const DeviceFacts& facts,
               const DeviceOptions& options);

// Link bandwidth in bytes per nanosecond. Initially that of an older graphics card.
struct LinkSpeeds {
  double pinned_up = 10.0, pinned_down = 10.0;  // bytes
  double pageable_up = 5.0, pageable_down = 5.0;
};

// Transfers a few megabytes both ways. Throws Problem.
LinkSpeeds MeasureLink(Session& warm_up, Session& session, StagingRing& ring);

// A rough model: transfers, taps, launches.
MagickAccelerateEstimate EstimateRun(const MagickAccelerateWork& work, const DeviceFacts& facts,
                                     const DeviceOptions& options, const LinkSpeeds& link);

}  // namespace lodestone::accel::gpu
