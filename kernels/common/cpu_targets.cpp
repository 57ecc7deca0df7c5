// What Highway's headers need of its library: which instruction sets this CPU has. The library
// itself is not loaded, since it calibrates a clock for 3 ms as it is.
#include "kernels/common/targets.hpp"  // before Highway

#include <hwy/targets.h>

#include <atomic>
#include <cstdint>

namespace hwy {
namespace {

std::int64_t Detect() {
  std::int64_t targets = HWY_STATIC_TARGET;
#if HWY_ARCH_X86
  // The extensions that a target's compiler flags name, if the system saves their registers. (Clang
  // does not know F16C here; it is older than AVX2.)
  const auto add = [&](std::int64_t target, bool has) {
    if (has) targets |= target;
    return has;
  };
#define LS_HAS(name) (__builtin_cpu_supports(name) != 0)
  __builtin_cpu_init();
  (void)(add(HWY_SSSE3, LS_HAS("ssse3")) &&
         add(HWY_SSE4, LS_HAS("sse4.1") && LS_HAS("sse4.2") && LS_HAS("pclmul") && LS_HAS("aes")) &&
         add(HWY_AVX2, LS_HAS("avx2") && LS_HAS("bmi") && LS_HAS("bmi2") && LS_HAS("fma")) &&
         add(HWY_AVX3,
             LS_HAS("avx512f") && LS_HAS("avx512vl") && LS_HAS("avx512dq") && LS_HAS("avx512bw")));
#undef LS_HAS
#endif
  return targets & HWY_ENABLED(~std::int64_t{0});
}

// 0: not known yet. Whoever comes first may find out; nobody waits, since a forked child might do
// so for ever.
constinit std::atomic<std::int64_t> detected{0};
constinit std::atomic<std::int64_t> for_test{0};
constinit ChosenTarget chosen;

}  // namespace

std::int64_t SupportedTargets() {
  if (const std::int64_t wanted = for_test.load(std::memory_order_relaxed)) return wanted;
  std::int64_t targets = detected.load(std::memory_order_relaxed);
  if (targets == 0) detected.store(targets = Detect(), std::memory_order_relaxed);
  return targets;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  for_test.store(targets, std::memory_order_relaxed);
  chosen.DeInit();
}

ChosenTarget& GetChosenTarget() {
  return chosen;
}

}  // namespace hwy
