// Which instruction sets are found on this CPU, compared with what the system says of it.
#include "kernels/common/targets.hpp"  // before Highway

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace lodestone::kernels {
namespace {

[[maybe_unused]] std::set<std::string> FlagsOfTheSystem() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) continue;
  std::istringstream words(line);
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(CpuTargets, AreThoseThatTheSystemNames) {
#if HWY_ARCH_X86
  const std::set<std::string> flags = FlagsOfTheSystem();
  if (!flags.contains("sse2")) GTEST_SKIP() << "the system says nothing of its CPU";
  if (std::getenv("LODESTONE_TEST_TARGET")) GTEST_SKIP() << "a target is forced";
  const auto expect = [&](std::int64_t target, const std::vector<std::string>& needed) {
    const bool has = std::ranges::all_of(needed, [&](auto& flag) { return flags.contains(flag); });
    EXPECT_EQ(has && HWY_ENABLED(target) != 0, (hwy::SupportedTargets() & target) != 0)
        << hwy::TargetName(target);
  };
  expect(HWY_SSSE3, {"ssse3"});
  expect(HWY_SSE4, {"ssse3", "sse4_1", "sse4_2", "pclmulqdq", "aes"});
  expect(HWY_AVX2, {"aes", "pclmulqdq", "avx2", "bmi1", "bmi2", "fma"});
  expect(HWY_AVX3, {"avx2", "fma", "avx512f", "avx512vl", "avx512dq", "avx512bw"});
#else
  EXPECT_EQ(HWY_STATIC_TARGET, hwy::SupportedTargets());
#endif
}

}  // namespace
}  // namespace lodestone::kernels
