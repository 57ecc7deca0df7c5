// The kernels of every operation as the rest of the module sees them: what a call needs before its
// kernels can run, and the launches that make rows of its result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accel/opencl/plans/kernel_plan.hpp"
#include "accel/opencl/launch/launch.hpp"

namespace lodestone::accel::opencl {

// The programs that calls of an operation may need when the module chooses how to do them.
std::vector<ProgramKey> ProgramsOf(MagickAccelerateOperation operation, unsigned quantum_depth,
                                   const DeviceFacts& facts);

// For running each kernel once that a program is there for: the same work in every order of the
// passes, by the variant that this program belongs to.
std::vector<MagickAccelerateWork> ExamplesFor(const ProgramKey& key,
                                              const MagickAccelerateWork& work,
                                              const DeviceFacts& facts);

// The source rows that these rows of the destination are made of. They need at least one row.
Rows SourceRowsOf(const MagickAccelerateWork& work, Rows rows);

// Pieces of the destination that begin with a multiple of so many rows waste no work.
constexpr cl_uint kRowUnit = 16;

// Device memory that EnqueueRows needs beside the planes for up to so many rows at a time,
// UINT64_MAX when it is too large to count. May be 0.
uint64_t ScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan, cl_uint rows);

// Enqueues the kernels that make these rows of the sink. The planes hold at least the rows needed;
// scratch is memory of ScratchBytes, or null when that is 0, and must not be in use by another
// queue. Throws Problem.
void EnqueueRows(const Job& job, const Plane& source, const Plane& sink, cl_mem scratch, Rows rows);

// The kernels that EnqueueRows launches, in order, comma-separated.
std::string KernelNames(const MagickAccelerateWork& work, const KernelPlan& plan);

// For `tune`: the ways to do this work on such a device, numbered from 1.
unsigned VariantCount(const MagickAccelerateWork& work, const DeviceFacts& facts);
const char* VariantName(const MagickAccelerateWork& work, const DeviceFacts& facts,
                        unsigned variant);

}  // namespace lodestone::accel::opencl
