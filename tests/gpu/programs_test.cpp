// Which programs works of each kind need: the library tests a kind, and takes that as a test of its
// program.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/trials/self_test.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

DeviceFacts Facts(MagickAccelerateDeviceType type) {
  DeviceFacts facts;
  facts.type = type;
  facts.local_bytes = 48 << 10;
  facts.group_items = facts.group_columns = facts.group_rows = 1024;
  return facts;
}

struct Needed {
  std::set<ProgramKey> programs;
  std::set<std::string> kernels;
};

Needed NeededFor(const WorkKind& kind, const DeviceFacts& facts) {
  Needed needed;
  (void)SelfTest(kind, [&](const MagickAccelerateWork& work) {
    const KernelPlan plan = PlanKernels(work, facts);
    needed.programs.insert(plan.key);
    needed.kernels.insert(KernelNames(work, plan));
    return lodestone::accel::Declined(MagickAccelerateUnsupported, "only planned");
  });
  return needed;
}

class GpuProgramsOf : public ::testing::TestWithParam<MagickAccelerateDeviceType> {
 protected:
  const DeviceFacts facts_ = Facts(GetParam());
};

TEST_P(GpuProgramsOf, AKindAreOneOfThoseBuiltInAdvance) {
  const std::vector<ProgramKey> keys = AllPrograms(LS_QUANTUM_DEPTH, facts_);
  const std::set<ProgramKey> all(keys.begin(), keys.end());
  EXPECT_EQ(keys.size(), all.size());
  std::set<ProgramKey> needed;
  for (const OperationTraits& operation : Operations()) {
    for (const WorkKind& kind : KindsOf(operation)) {
      const std::set<ProgramKey> programs = NeededFor(kind, facts_).programs;
      EXPECT_EQ(programs.size(), 1u) << NameOf(kind);
      needed.insert(programs.begin(), programs.end());
    }
  }
  EXPECT_EQ(needed, all);
}

TEST(GpuProgramsOfGpus, AreAllKnownWhateverVariantsWorksName) {
  const DeviceFacts facts = Facts(MagickAccelerateTypeGPU);
  const std::set<ProgramKey> all = ProgramsOfVariants(LS_QUANTUM_DEPTH, facts);
  std::set<KernelForm> forms;
  for (const OperationTraits& operation : Operations()) {
    for (const WorkKind& kind : KindsOf(operation)) {
      (void)SelfTest(kind, [&](MagickAccelerateWork work) {
        for (const char* variant : VariantsOf(work, facts)) {
          work.variant = variant;
          const ProgramKey key = PlanKernels(work, facts).key;
          EXPECT_TRUE(all.contains(key)) << NameOf(kind) << " in " << variant;
          forms.insert(key.form);
        }
        return lodestone::accel::Declined(MagickAccelerateUnsupported, "only planned");
      });
    }
  }
  EXPECT_EQ(forms.count(KernelForm::kStrips) + forms.count(KernelForm::kWideTiles), 2u);
}

// Few kernels for CPUs are for one size.
TEST(GpuProgramsOfGpus, OfOneSizeAreItsOwn) {
  const DeviceFacts facts = Facts(MagickAccelerateTypeGPU);
  for (const OperationTraits& operation : Operations()) {
    for (const WorkKind& kind : KindsOf(operation)) {
      if (kind.side == 0) continue;
      const Needed needed = NeededFor(kind, facts);
      for (const ProgramKey& key : needed.programs) EXPECT_EQ(key.side, kind.side) << NameOf(kind);
      for (const std::string& kernel : needed.kernels)
        EXPECT_NE(kernel.find(std::to_string(kind.side) + "Filter"), std::string::npos)
            << NameOf(kind) << " runs " << kernel;
    }
  }
}

TEST_P(GpuProgramsOf, SlowCompilationsComeFirst) {
  const std::vector<ProgramKey> keys = AllPrograms(LS_QUANTUM_DEPTH, facts_);
  const auto first = [&](Family family) {
    return std::find_if(keys.begin(), keys.end(),
                        [&](const ProgramKey& key) { return key.family == family; });
  };
  EXPECT_LT(first(Family::kDespeckle), first(Family::kMinify));
  EXPECT_LT(first(Family::kComposite), first(Family::kBounds));
}

INSTANTIATE_TEST_SUITE_P(Devices, GpuProgramsOf,
                         ::testing::Values(MagickAccelerateTypeGPU, MagickAccelerateTypeCPU),
                         [](const auto& type) {
                           return type.param == MagickAccelerateTypeGPU ? "Gpu" : "Cpu";
                         });

}  // namespace
}  // namespace lodestone::accel::gpu::testing
