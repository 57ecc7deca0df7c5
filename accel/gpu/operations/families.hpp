// The functions that compute the families of operations on devices, one set per family.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "accel/gpu/launch/launch.hpp"
#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {

// operation_kernels.hpp says what each is for.
struct FamilyFunctions {
  Required<KernelPlan(const MagickAccelerateWork& work, const DeviceFacts& facts)> plan;
  Required<std::vector<ProgramKey>(const OperationTraits& operation, unsigned quantum_depth,
                                   const DeviceFacts& facts)>
      programs;
  Required<Rows(const MagickAccelerateWork& work, Rows rows)> source_rows;
  Required<uint64_t(const MagickAccelerateWork& work, const KernelPlan& plan, uint32_t rows)>
      scratch_bytes;
  Required<void(const Job& job, const Plane& source, const Plane& destination, Memory* scratch,
                Rows rows)>
      enqueue;
  Required<std::string(const MagickAccelerateWork& work, const KernelPlan& plan)> kernels;
  // Null: there is one way to run each work.
  VariantNames (*variants)(const DeviceFacts& facts) = nullptr;
  // Null: as many for every pixel as the operation's row of traits says.
  double (*steps)(const MagickAccelerateWork& work) = nullptr;
  // Strips that begin at a multiple of this many destination rows waste no work.
  uint32_t row_unit = 16;
  // Null: the kernels compute whatever they are given.
  Ending ending = nullptr;
};

struct DeviceFamily {
  const char* source;  // OpenCL C, includes expanded; its kernels' names begin with the family's
  const FamilyFunctions* functions;
  unsigned build_ms;  // of one of its programs, by NVIDIA's compiler, roughly
};

#define LS_FAMILY(name) extern const DeviceFamily k##name##OnDevice;
#include "accel/families.def"

// The names in a family's table of variants, and `variants` of a family that has them on every
// device.
template <const auto& kVariants>
constexpr auto kNamesOf = [] {
  std::array<const char*, std::size(kVariants)> names{};
  for (size_t i = 0; i < names.size(); ++i) names[i] = kVariants[i].name;
  return names;
}();
template <const auto& kVariants>
VariantNames NamesIn(const DeviceFacts&) {
  return kNamesOf<kVariants>;
}

// The variant that the work names; null if the module is to choose.
template <const auto& kVariants>
const auto* WantedIn(const MagickAccelerateWork& work) {
  const std::string_view name = work.variant ? work.variant : "";
  const auto* found = std::begin(kVariants);
  while (found != std::end(kVariants) && name != found->name) ++found;
  return found == std::end(kVariants) ? nullptr : found;
}

// The programs of families whose kernels distinguish only the number of samples.
ProgramKey KeyBySamples(Family family, unsigned quantum_depth, MagickAccelerateChannels channels);
std::vector<ProgramKey> ProgramsBySamples(const OperationTraits& operation, unsigned quantum_depth,
                                          const DeviceFacts& facts);

// Of families that have no variants.
KernelPlan PlanBySamples(const MagickAccelerateWork& work, const DeviceFacts& facts);

inline uint64_t NoScratch(const MagickAccelerateWork&, const KernelPlan&, uint32_t) {
  return 0;
}

}  // namespace lodestone::accel::gpu
