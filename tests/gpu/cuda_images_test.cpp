// The programs that the build has compiled for CUDA.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "accel/gpu/cuda/images.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/trials/self_test.hpp"

namespace lodestone::accel::gpu::cuda::testing {
namespace {

// Of a group: what all GPUs have, the most that there is, and what tests may leave of it.
constexpr uint64_t kLocalBytes[] = {48 << 10, 227 << 10, 0};

DeviceFacts Facts(uint64_t local_bytes = kLocalBytes[0]) {
  DeviceFacts facts;
  facts.type = MagickAccelerateTypeGPU;
  facts.local_bytes = local_bytes;
  facts.group_items = facts.group_columns = facts.group_rows = 1024;
  return facts;
}

constexpr unsigned kOldest = 70;  // has no cubin

std::string PtxOf(const ProgramKey& key) {
  const auto image = ImageOf(SourceOf(key.family), BuildOptions(key, Facts()), kOldest);
  return {image.begin(), image.end()};
}

std::set<std::string> EntriesOf(const std::string& ptx) {
  constexpr std::string_view kEntry = ".visible .entry ";
  std::set<std::string> entries;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(kEntry)) continue;
    const size_t end = line.find('(');
    entries.insert(line.substr(kEntry.size(), end - kEntry.size()));
  }
  return entries;
}

TEST(CudaImages, AreTextOfPtxForEveryProgram) {
  for (const uint64_t local_bytes : kLocalBytes) {
    const DeviceFacts facts = Facts(local_bytes);
    for (const ProgramKey& key : ProgramsOfVariants(LS_QUANTUM_DEPTH, facts)) {
      const std::string ptx = PtxOf(key);
      const std::string options = BuildOptions(key, facts);
      ASSERT_FALSE(ptx.empty()) << options;
      EXPECT_EQ(ptx.find('\0'), ptx.size() - 1) << options;
      EXPECT_NE(ptx.find(".target sm_70"), std::string::npos) << options;
    }
  }
}

// In whichever variant.
TEST(CudaImages, HaveTheKernelsThatWorksAskFor) {
  std::map<ProgramKey, std::set<std::string>> entries;
  std::set<std::string> missing;
  const auto look = [&](const MagickAccelerateWork& work, const DeviceFacts& facts) {
    const KernelPlan plan = PlanKernels(work, facts);
    if (!entries.contains(plan.key)) entries[plan.key] = EntriesOf(PtxOf(plan.key));
    std::istringstream names(KernelNames(work, plan));
    for (std::string name; std::getline(names, name, ',');)
      if (!entries[plan.key].contains(name))
        missing.insert(name + " of" + BuildOptions(plan.key, facts));
  };
  for (const OperationTraits& operation : Operations()) {
    for (const WorkKind& kind : KindsOf(operation)) {
      (void)SelfTest(kind, [&](MagickAccelerateWork work) {
        for (const uint64_t local_bytes : kLocalBytes) {
          const DeviceFacts facts = Facts(local_bytes);
          work.variant = nullptr;
          look(work, facts);
          for (const char* variant : VariantsOf(work, facts)) {
            work.variant = variant;
            look(work, facts);
          }
        }
        return lodestone::accel::Declined(MagickAccelerateUnsupported, "only looked for");
      });
    }
  }
  EXPECT_GT(entries.size(), 200u);
  EXPECT_EQ(missing, std::set<std::string>());
}

size_t CountOf(std::string_view text, const std::string& in) {
  size_t count = 0;
  for (size_t at = in.find(text); at != in.npos; at = in.find(text, at + text.size())) ++count;
  return count;
}

// Loops of resizes over the taps across are unrolled: a compiler may keep one whatever it was
// asked.
TEST(CudaImages, LoadCellsOfSeveralTapsAtOnce) {
  constexpr size_t kAhead = 6;
  size_t programs = 0;
  for (const ProgramKey& key : ProgramsOfVariants(LS_QUANTUM_DEPTH, Facts())) {
    if (key.family != Family::kResize || key.form != KernelForm::kTiles || !key.vertical_first ||
        key.long_tables || key.side != 0)
      continue;
    ++programs;
    EXPECT_GE(CountOf("ld.shared.v4.f32", PtxOf(key)), kAhead) << BuildOptions(key, Facts());
  }
  EXPECT_GE(programs, 4u);
}

TEST(CudaImages, AreNoneOfUnknownPrograms) {
  const ProgramKey key = *ProgramsOfVariants(LS_QUANTUM_DEPTH, Facts()).begin();
  const std::string source = SourceOf(key.family), options = BuildOptions(key, Facts());
  EXPECT_FALSE(ImageOf(source, options, kOldest).empty());
  EXPECT_TRUE(ImageOf(source + " ", options, kOldest).empty());
  EXPECT_TRUE(ImageOf(source, options + " -DLS_OTHER=1", kOldest).empty());
  EXPECT_TRUE(ImageOf("", "", kOldest).empty());
}

TEST(CudaImages, AreMachineCodeWhereItFits) {
  const Digest key = ImageKey("source", "options"), other = ImageKey("other", "options");
  std::vector<ArchiveEntry> entries;
  for (const Digest& each : {key, other})
    for (const uint32_t architecture : {kPtx, 75u, 80u, 86u, 90u})
      entries.push_back({{each.first(), each.second()}, architecture, 0, 0, 0});
  std::sort(entries.begin(), entries.end());
  const auto found = [&](uint32_t architecture) {
    const ArchiveEntry* entry =
        FindImage(entries, key, [=](unsigned cubin) { return Runs(cubin, architecture); });
    EXPECT_EQ(entry->key[1], key.second());
    return entry->architecture;
  };
  EXPECT_EQ(found(70), kPtx);
  EXPECT_EQ(found(75), 75u);
  EXPECT_EQ(found(80), 80u);
  EXPECT_EQ(found(87), 86u);
  EXPECT_EQ(found(89), 86u);
  EXPECT_EQ(found(90), 90u);
  EXPECT_EQ(found(100), kPtx);
  EXPECT_EQ(FindImage(entries, ImageKey("none", ""), [](unsigned) { return true; }), nullptr);
}

}  // namespace
}  // namespace lodestone::accel::gpu::cuda::testing
