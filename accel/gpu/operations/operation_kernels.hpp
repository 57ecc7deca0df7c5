// The kernels of every operation as the rest of the module sees them: what a call needs before its
// kernels can run, and the launches that compute rows of its result.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/gpu/launch/launch.hpp"

namespace lodestone::accel::gpu {

// All except SourceOf and ProgramsOf throw Problem(Declined, Unsupported) for an operation that
// this module does not implement.

// The kernel source of a family, includes expanded.
const char* SourceOf(Family family);

// The programs that calls of an operation may need if the module chooses the variant.
std::vector<ProgramKey> ProgramsOf(const OperationTraits& operation, unsigned quantum_depth,
                                   const DeviceFacts& facts);

// All programs that calls may need if the module chooses the variants; those that take long to
// build first.
std::vector<ProgramKey> AllPrograms(unsigned quantum_depth, const DeviceFacts& facts);

// All programs that calls may need on such a GPU, whichever variants they name.
std::set<ProgramKey> ProgramsOfVariants(unsigned quantum_depth, const DeviceFacts& facts);

// For running the kernels of a program once: the same work item with the variant that the program
// belongs to.
std::optional<MagickAccelerateWork> ExampleFor(const ProgramKey& key,
                                               const MagickAccelerateWork& work,
                                               const DeviceFacts& facts);

// The source rows needed for these destination rows, at least one.
Rows SourceRowsOf(const MagickAccelerateWork& work, Rows rows);

// Strips that begin at a multiple of this many destination rows waste no work; kUncut: the call may
// not be split into strips.
uint32_t RowUnitOf(const MagickAccelerateWork& work);

// Device memory that EnqueueRows needs beside the planes for up to this many rows at a time,
// UINT64_MAX on overflow. May be 0.
uint64_t ScratchBytes(const MagickAccelerateWork& work, const KernelPlan& plan, uint32_t rows);

// Enqueues the kernels that compute these destination rows. The planes hold at least the rows
// needed; scratch is memory of ScratchBytes, or null if that is 0, and must not be in use by
// another queue. Throws Problem.
void EnqueueRows(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                 Rows rows);

// Null: the kernels compute whatever they are given. Else what says why they have refused the work,
// or null if they have not, and tells the work what it asks for: by the numbers that their scratch
// memory then begins with.
Ending EndingOf(const MagickAccelerateWork& work);

// The kernels that EnqueueRows launches, in order, comma-separated.
std::string KernelNames(const MagickAccelerateWork& work, const KernelPlan& plan);

// Multiply-adds on whole pixels, for predictions.
double StepsOf(const MagickAccelerateWork& work);

// The variants of this work on such a device, for MagickAccelerateWork::variant.
VariantNames VariantsOf(const MagickAccelerateWork& work, const DeviceFacts& facts);

}  // namespace lodestone::accel::gpu
