// The fake CUDA in a test program, whose kernels the CPU computes.
#pragma once

#include "tests/gpu/fake_cuda.hpp"

namespace lodestone::accel::gpu::testing {

FakeCuda& Fake();

// One device, no faults, nothing noted, kernels that compute.
void ResetFake();

// Options of a program that was not compiled ahead.
inline constexpr char kMissingProgram[] = " -DMISSING";

}  // namespace lodestone::accel::gpu::testing
