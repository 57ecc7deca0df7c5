// What Highway's headers want of its library, on x86: which instruction sets this processor has.
//
// The library itself is not linked there, because merely loading it measures the resolution of the
// clock for 2.5 ms, half of what a short command takes. These definitions stay inside this
// library: the export map hides them from a program that has Highway's own.
#include <hwy/aligned_allocator.h>
#include <hwy/highway.h>

#include <atomic>
#include <cstdlib>

namespace hwy {
namespace {

bool HasSse4() {
  return __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
         __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("aes");
}

bool HasAvx2() {
  return HasSse4() && __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") &&
         __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
         __builtin_cpu_supports("f16c");
}

bool HasAvx512() {
  return HasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw");
}

bool HasAvx512Extensions() {
  return HasAvx512() && __builtin_cpu_supports("avx512vnni") &&
         __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512vbmi") &&
         __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("vaes") &&
         __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bitalg") &&
         __builtin_cpu_supports("gfni");
}

std::int64_t DetectTargets() {
  __builtin_cpu_init();
  std::int64_t targets = HWY_STATIC_TARGET | HWY_SCALAR;
#if defined(HWY_SSE2)
  targets |= HWY_SSE2;
#endif
  if (__builtin_cpu_supports("ssse3")) targets |= HWY_SSSE3;
  if (HasSse4()) targets |= HWY_SSE4;
  if (HasAvx2()) targets |= HWY_AVX2;
  if (HasAvx512()) targets |= HWY_AVX3;
  if (HasAvx512Extensions()) targets |= HWY_AVX3_DL;
  return targets;
}

// Chosen by a test; 0: what the processor has.
std::atomic<std::int64_t> targets_for_test{0};

}  // namespace

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

std::int64_t SupportedTargets() {
  static const std::int64_t detected = DetectTargets();
  const std::int64_t forced = targets_for_test.load();
  return forced != 0 ? forced : detected;
}

void SetSupportedTargetsForTest(std::int64_t targets) {
  targets_for_test = targets;
  GetChosenTarget().DeInit();
}

void* AllocateAlignedBytes(std::size_t payload_size, AllocPtr, void*) {
  void* memory = nullptr;
  return posix_memalign(&memory, HWY_ALIGNMENT, payload_size) == 0 ? memory : nullptr;
}

void FreeAlignedBytes(const void* aligned_pointer, FreePtr, void*) {
  std::free(const_cast<void*>(aligned_pointer));
}

}  // namespace hwy
