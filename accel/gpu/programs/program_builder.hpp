// From kernel source to a program for one device, through the cache.
#pragma once

#include <cstdint>
#include <string>

#include "accel/gpu/driver.hpp"
#include "accel/gpu/programs/program_cache.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {

// Which build of which source.
enum class KernelForm {
  kOnly,       // operations with a single program
  kStrips,     // for CPUs
  kTiles,      // for devices with groups of many work-items
  kWideTiles,  // the same in another shape
  kImages      // passes that read image objects; for tables of any length
};

struct ProgramKey {
  Family family = Family::kScale;
  unsigned quantum_depth = 16;
  MagickAccelerateChannels channels = MagickAccelerateOpaque;
  KernelForm form = KernelForm::kOnly;
  // For separable operations: as in MagickAccelerateWork.
  bool vertical_first = true, clamps_intermediate = true, linear_light = false;
  bool long_tables = false;  // the kernels for tables of any length instead of those for short ones
  uint32_t side = 0;  // the kernels for this side alone (SpecializedSizesOf), 0: for all others

  auto operator<=>(const ProgramKey&) const = default;
};

std::string BuildOptions(const ProgramKey& key, const DeviceFacts& facts);

// What a program is made from.
struct ProgramRecipe {
  const char* source;
  std::string options, library_version;
};

// What must match for a stored program to be used.
Digest CacheKey(const ProgramRecipe& recipe, const DeviceFacts& facts);

// Stores it too, by that key. Throws Problem(BuildFailed) with the first lines of the compiler's
// log.
ProgramOwner CompileProgram(Context& context, const ProgramRecipe& recipe, const Digest& key,
                            ProgramCache& cache);

struct BuiltProgram {
  ProgramOwner program;
  bool compiled;  // not from the cache
};

// Loads or compiles. Waits for a process that is compiling it, but not for long.
BuiltProgram BuildProgram(Context& context, const DeviceFacts& facts, const ProgramRecipe& recipe,
                          ProgramCache& cache);

}  // namespace lodestone::accel::gpu
