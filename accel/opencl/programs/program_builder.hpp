// From kernel source to a program for one device, by way of the cache.
#pragma once

#include <cstdint>
#include <string>

#include "accel/opencl/device/discovery.hpp"
#include "accel/opencl/programs/program_cache.hpp"

namespace lodestone::accel::opencl {

// Which instance of which source.
enum class KernelForm {
  kOnly,       // operations that have but one
  kStrips,     // for processors
  kTiles,      // for devices with groups of many work-items
  kWideTiles,  // the same in another shape
  kImages,     // passes that read image objects
  kSlides      // passes that slide
};

struct ProgramKey {
  MagickAccelerateOperation operation = MagickAccelerateScale;
  unsigned quantum_depth = 16;
  MagickAccelerateChannels channels = MagickAccelerateOpaque;
  KernelForm form = KernelForm::kOnly;

  auto operator<=>(const ProgramKey&) const = default;
};

// The embedded kernel source of an operation, includes expanded.
const char* SourceOf(MagickAccelerateOperation operation);

std::string BuildOptions(const ProgramKey& key, const DeviceFacts& facts);

// What must be equal for a stored program to fit.
Digest CacheKey(const char* source, const std::string& options, const DeviceFacts& facts,
                const std::string& library_version);

struct BuiltProgram {
  Program program;
  bool compiled;  // not from the cache
};

// Loads or compiles. Throws Problem(BuildFailed) with the first lines of the compiler's log.
BuiltProgram BuildProgram(cl_context context, const DeviceFacts& facts, const char* source,
                          const std::string& options, const std::string& library_version,
                          ProgramCache& cache);
BuiltProgram BuildProgram(cl_context context, const DeviceFacts& facts, const ProgramKey& key,
                          const std::string& library_version, ProgramCache& cache);

}  // namespace lodestone::accel::opencl
