// Images that are encoded as JPEG by the same launches.
#pragma once

#include <span>

#include "accel/gpu/launch/launch.hpp"
#include "accel/gpu/plans/encode_layout.hpp"

namespace lodestone::accel::gpu {

struct ImageToEncode {
  const MagickAccelerateWork& work;
  Program& program;  // of kernels.key
  const KernelPlan& kernels;
  Plane source;
  const char* refusal = nullptr;  // why it was not encoded
};

// As many images as plans, at least one. memory: of layout.bytes; results: where the scans go.
// Returns when all are encoded or refused; tells each work how long its scan is. Throws Problem.
void EncodeImages(Session& session, const EncodeLayout& layout, Memory* memory, Memory* results,
                  std::span<ImageToEncode> images);

}  // namespace lodestone::accel::gpu
