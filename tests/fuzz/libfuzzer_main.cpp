// The entry points of libFuzzer. The target is the one that the program is named after.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "tests/fuzz/targets.hpp"

namespace {

lodestone::fuzz::Target target;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  lodestone::fuzz::Prepare();
  const std::string name = std::filesystem::path((*arguments)[0]).filename().string();
  for (lodestone::fuzz::Target& each : lodestone::fuzz::Targets())
    if (each.name == name) target = std::move(each);
  if (target.run) return 0;
  std::fprintf(stderr, "%s is no target: copy this program under the name of one\n", name.c_str());
  std::exit(1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target.run(data, size);
  return 0;
}
