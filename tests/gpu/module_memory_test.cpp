// Memory that the module gives out, and forked children.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/gpu/module.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

// The module again, with settings in the environment.
class OpenClCopyingDevice : public OpenClDevice {
 protected:
  void SetUp() override {
    ::setenv("MAGICK_OCL_ZERO_COPY", "off", 1);
    OpenClDevice::SetUp();
    ::unsetenv("MAGICK_OCL_ZERO_COPY");
  }

  // Null for none.
  void* Allocate(MagickAccelerateMemory kind, uint64_t bytes) {
    void* memory = nullptr;
    parts_ = {};
    const auto outcome = Plugin().allocate(state_, 0, kind, bytes, &memory, &parts_);
    EXPECT_EQ(outcome == MagickAccelerateDone, memory != nullptr);
    return memory;
  }
};

// 0 when every function that could reach the driver declines.
int UseInForkedChild(void* state, const MagickAccelerateWork& work, OwnedPlan plan, void* buffer,
                     void* memory) {
  MagickAccelerateParts parts{};
  void* other = nullptr;
  ::alarm(20);
  if (static_cast<const char*>(memory)[5] != 'x') return 1;
  if (Plugin().run(state, 0, plan.get(), &work, &parts) != MagickAccelerateDeclined) return 2;
  if (parts.reason != MagickAccelerateForked) return 3;
  for (const auto kind : {MagickAccelerateImageMemory, MagickAcceleratePinnedMemory})
    if (Plugin().allocate(state, 0, kind, 100, &other, &parts) != MagickAccelerateDeclined || other)
      return 4;
  if (PlanAndRun(state, work, parts) != MagickAccelerateDeclined) return 5;
  Plugin().free(state, 0, MagickAccelerateImageMemory, buffer);
  Plugin().free(state, 0, MagickAcceleratePinnedMemory, memory);
  plan.reset();
  Plugin().close(state);
  return 0;
}

TEST_F(OpenClCopyingDevice, AForkedChildReadsPixelsAndNothingElse) {
  const size_t from_bytes = 40 * 300 * 8;
  const MagickAccelerateWork work = work_.View(source_, result_);
  ASSERT_EQ(Run(work), MagickAccelerateDone) << parts_.detail;
  void* const buffer = Allocate(MagickAccelerateImageMemory, from_bytes);
  auto* const memory = static_cast<char*>(Allocate(MagickAcceleratePinnedMemory, 8 << 20));
  ASSERT_TRUE(buffer && memory);
  memory[5] = 'x';
  const pid_t child = ::fork();
  if (child == 0) {
    const int result = UseInForkedChild(state_, work, PlanOf(state_, work, parts_), buffer, memory);
    memory[5] = 'y';
    ::_exit(result);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(memory[5], 'x') << "the child has a copy";
  EXPECT_EQ(Run(work), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  Plugin().free(state_, 0, MagickAccelerateImageMemory, buffer);
  Plugin().free(state_, 0, MagickAcceleratePinnedMemory, memory);
}

TEST_F(OpenClCopyingDevice, KeepsImages) {
  auto* const buffer =
      static_cast<MagickAccelerateBuffer*>(Allocate(MagickAccelerateImageMemory, 30 * 200 * 8));
  ASSERT_TRUE(buffer);
  MagickAccelerateWork work = work_.View(source_, result_);
  work.destination.buffer = buffer;
  work.destination.data = nullptr;
  ASSERT_EQ(Run(work), MagickAccelerateDone) << parts_.detail;
  EXPECT_EQ(parts_.bytes_down, 0u);
  MagickAcceleratePixels pixels = result_.View();
  pixels.buffer = buffer;
  ASSERT_EQ(Plugin().read(state_, 0, &pixels, 8, &parts_), MagickAccelerateDone);
  EXPECT_EQ(Mismatches(expected_, result_), 0u);
  Plugin().free(state_, 0, MagickAccelerateImageMemory, buffer);
  EXPECT_EQ(Allocate(MagickAccelerateImageMemory, UINT64_MAX), nullptr);
  EXPECT_EQ(parts_.reason, MagickAccelerateTooLarge);
}

TEST_F(OpenClCopyingDevice, NamesItsVariants) {
  const MagickAccelerateWork work = work_.View(source_, result_);
  const OwnedPlan plan = PlanOf(state_, work, parts_);
  ASSERT_TRUE(plan);
  ASSERT_GE(plan->variant_count, 1u);
  for (unsigned i = 0; i < plan->variant_count; ++i) EXPECT_STRNE(plan->variants[i], "");
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
