#include "accel/opencl/programs/program_builder.hpp"

#include <vector>

namespace lodestone::accel::opencl {
namespace {

std::string BuildLog(cl_program program, cl_device_id id) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS ||
      size == 0) {
    return {};
  }
  std::string log(size, '\0');
  if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  return log.substr(0, log.find('\0'));
}

// Empty if the driver rejects the binary, for whatever reason.
Program FromBinary(cl_context context, const DeviceFacts& facts,
                   const std::vector<unsigned char>& binary, const std::string& options) {
  const unsigned char* data = binary.data();
  const size_t size = binary.size();
  cl_int loaded = CL_SUCCESS, status = CL_SUCCESS;
  Program program(clCreateProgramWithBinary(context, 1, &facts.id, &size, &data, &loaded, &status));
  if (status != CL_SUCCESS || loaded != CL_SUCCESS) return {};
  status = clBuildProgram(program.get(), 1, &facts.id, options.c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS) return {};
  return program;
}

Program FromSource(cl_context context, const DeviceFacts& facts, const char* source,
                   const std::string& options) {
  cl_int status = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &status));
  Check(status, "clCreateProgramWithSource", facts.stable_name);
  status = clBuildProgram(program.get(), 1, &facts.id, options.c_str(), nullptr, nullptr);
  if (status == CL_SUCCESS) return program;
  throw Problem(MagickAccelerateFailed, MagickAccelerateBuildFailed,
                "clBuildProgram: " + StatusName(status) + " on " + facts.stable_name + ": " +
                    BuildLog(program.get(), facts.id));
}

// Empty if the driver returns none; the program still runs, but is not cached.
std::vector<unsigned char> BinaryOf(cl_program program) {
  size_t size = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr) !=
      CL_SUCCESS) {
    return {};
  }
  std::vector<unsigned char> binary(size);
  unsigned char* data = binary.data();
  if (size == 0 ||
      clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr) != CL_SUCCESS) {
    return {};
  }
  return binary;
}

// Empty if there is none, or none that the driver takes.
Program FromCache(cl_context context, const DeviceFacts& facts, const ProgramRecipe& recipe,
                  ProgramCache& cache) {
  const Digest digest = CacheKey(recipe, facts);
  const auto binary = cache.Load(digest);
  if (!binary) return {};
  Program program = FromBinary(context, facts, *binary, recipe.options);
  if (!program) cache.Discard(digest);
  return program;
}

}  // namespace

std::string BuildOptions(const ProgramKey& key, const DeviceFacts& facts) {
  std::string options = "-cl-std=CL1.2 -DLS_QUANTUM_DEPTH=" + std::to_string(key.quantum_depth);
  options += " -DLS_CHANNELS=" + std::to_string(key.channels);
  if (key.form == KernelForm::kStrips) options += " -DLS_STRIPS=1";
  if (key.form == KernelForm::kImages) options += " -DLS_STRIPS=1 -DLS_IMAGES=1";
  if (key.form == KernelForm::kWideTiles) options += " -DLS_WIDE=1";
  if (key.side != 0) options += " -DLS_SIDE=" + std::to_string(key.side);
  if (ExampleOf(key.family).passes != Passes::kNone) {
    options += " -DLS_VERTICAL_FIRST=" + std::to_string(key.vertical_first);
    options += " -DLS_CLAMPS=" + std::to_string(key.clamps_intermediate);
    if (key.long_tables) options += " -DLS_LONG=1";
    if (key.linear_light) options += " -DLS_LINEAR=1";
  }
  if (facts.correct_division) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  return options;
}

Digest CacheKey(const ProgramRecipe& recipe, const DeviceFacts& facts) {
  return Digest()
      .Add(recipe.source)
      .Add(recipe.options)
      .Add(facts.platform_name)
      .Add(facts.platform_version)
      .Add(facts.device_name)
      .Add(facts.device_version)
      .Add(facts.driver_version)
      .Add(recipe.library_version);
}

Program CompileProgram(cl_context context, const DeviceFacts& facts, const ProgramRecipe& recipe,
                       ProgramCache& cache) {
  Program program = FromSource(context, facts, recipe.source, recipe.options);
  // Not for nothing: PoCL compiles every kernel once more to give a binary.
  if (cache.Keeps()) cache.Store(CacheKey(recipe, facts), BinaryOf(program.get()));
  return program;
}

BuiltProgram BuildProgram(cl_context context, const DeviceFacts& facts, const ProgramRecipe& recipe,
                          ProgramCache& cache) {
  if (Program program = FromCache(context, facts, recipe, cache))
    return {std::move(program), false};
  const Claim claim = cache.WaitToClaim(CacheKey(recipe, facts));
  // Another process may have been faster.
  if (Program program = FromCache(context, facts, recipe, cache))
    return {std::move(program), false};
  return {CompileProgram(context, facts, recipe, cache), true};
}

}  // namespace lodestone::accel::opencl
