#include "accel/gpu/programs/program_builder.hpp"

namespace lodestone::accel::gpu {
namespace {

// Empty if there is none, or none that the driver takes.
ProgramOwner FromCache(Context& context, const ProgramRecipe& recipe, const Digest& key,
                       ProgramCache& cache) {
  const auto binary = cache.Load(key);
  if (!binary) return {};
  ProgramOwner program = context.Load(*binary, recipe.options);
  if (!program) cache.Discard(key);
  return program;
}

}  // namespace

std::string BuildOptions(const ProgramKey& key, const DeviceFacts& facts) {
  std::string options =
      facts.compiler_options + " -DLS_QUANTUM_DEPTH=" + std::to_string(key.quantum_depth);
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

ProgramOwner CompileProgram(Context& context, const ProgramRecipe& recipe, const Digest& key,
                            ProgramCache& cache) {
  ProgramOwner program = context.Compile(recipe.source, recipe.options);
  // Not for nothing: PoCL compiles every kernel once more to give a binary.
  if (cache.Keeps()) cache.Store(key, program->Binary());
  return program;
}

BuiltProgram BuildProgram(Context& context, const DeviceFacts& facts, const ProgramRecipe& recipe,
                          ProgramCache& cache) {
  const Digest key = CacheKey(recipe, facts);
  if (ProgramOwner program = FromCache(context, recipe, key, cache))
    return {std::move(program), false};
  const Claim claim = cache.WaitToClaim(key);
  // Another process may have been faster.
  if (ProgramOwner program = FromCache(context, recipe, key, cache))
    return {std::move(program), false};
  return {CompileProgram(context, recipe, key, cache), true};
}

}  // namespace lodestone::accel::gpu
