// The instruction sets found are those that Highway's own library finds.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>

namespace lodestone::kernels {
namespace {

using Function = std::int64_t (*)();

TEST(HwyTargets, AreThoseOfHighwaysLibrary) {
  void* library = dlopen("libhwy.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) GTEST_SKIP() << "libhwy is not installed";
  const auto theirs = reinterpret_cast<Function>(dlsym(library, "_ZN3hwy16SupportedTargetsEv"));
  ASSERT_NE(theirs, nullptr);
  // Beside those that every processor has, and what later versions added.
  const std::int64_t sets = HWY_SSSE3 | HWY_SSE4 | HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL;
  EXPECT_EQ(hwy::SupportedTargets() & sets, theirs() & sets);
  EXPECT_NE(hwy::SupportedTargets() & HWY_STATIC_TARGET, 0);
}

TEST(HwyTargets, ATestMayForceThem) {
  const std::int64_t all = hwy::SupportedTargets();
  hwy::SetSupportedTargetsForTest(HWY_STATIC_TARGET);
  EXPECT_EQ(hwy::SupportedTargets(), HWY_STATIC_TARGET);
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_EQ(hwy::SupportedTargets(), all);
}

}  // namespace
}  // namespace lodestone::kernels
