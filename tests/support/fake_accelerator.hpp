// An accelerator whose every answer a test decides. It computes on the CPU, so that its pixels are
// right unless the test corrupts them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <thread>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/plugin.h"
#include "accel/modules/registry.hpp"
#include "accel/operation_table.hpp"
#include "accel/profile/learning.hpp"

namespace lodestone::test {

struct FakeAnswers {
  bool opens = true;
  MagickAccelerateDeviceType type = MagickAccelerateTypeGPU;
  MagickAccelerateOutcome warm_up = MagickAccelerateDone;
  MagickAccelerateOutcome supports = MagickAccelerateDone;
  MagickAccelerateOutcome run = MagickAccelerateDone;
  MagickAccelerateReason reason = MagickAccelerateNoReason;
  std::uint64_t estimate_ns = 1;
  bool corrupts_pixels = false;
  // Every run takes this long, and those larger than a self-test's compute nothing.
  std::chrono::nanoseconds takes{0};
  std::chrono::nanoseconds others{0};  // of that, for other calls
  // kFakeVariants; the module's own default is the slow one.
  bool has_variants = false;
  std::atomic<const char*> last_variant{""};  // of the last run, "" for the default
  std::atomic<int> opened{0}, closed{0}, warmed{0}, planned{0}, plans{0}, ran{0};
  std::atomic<bool> last_timed{false};        // whether times of the last run were wanted
  std::atomic<std::uint32_t> last_warmed{0};  // the operation, 0 for all
  std::array<std::atomic<int>, accel::kOperationIndexes> ran_of{};  // runs of each operation

  // Resets answers and counts.
  void Reset() {
    opens = true;
    type = MagickAccelerateTypeGPU;
    warm_up = supports = run = MagickAccelerateDone;
    reason = MagickAccelerateNoReason;
    estimate_ns = 1;
    corrupts_pixels = has_variants = false;
    takes = others = std::chrono::nanoseconds(0);
    opened = closed = warmed = planned = ran = 0;
    for (std::atomic<int>& runs : ran_of) runs = 0;
  }
};

inline FakeAnswers& Fake() {
  static FakeAnswers& fake = *new FakeAnswers;
  return fake;
}

inline MagickAccelerateOutcome Answer(MagickAccelerateOutcome outcome,
                                      MagickAccelerateParts* parts) {
  if (outcome != MagickAccelerateDone) {
    parts->reason = Fake().reason;
    std::strcpy(parts->detail, "as the test wants");
  }
  return outcome;
}

// The last one is faster, but wrong.
inline constexpr const char* kFakeVariants[] = {"slow", "fast", "wrong"};

struct FakePlan : MagickAcceleratePlan {
  const char* variant = "";
};

inline MagickAccelerateOutcome FakeMakePlan(void*, unsigned, const MagickAccelerateWork* work,
                                            MagickAcceleratePlan** plan,
                                            MagickAccelerateParts* parts) {
  ++Fake().planned;
  if (Fake().supports != MagickAccelerateDone) return Answer(Fake().supports, parts);
  ++Fake().plans;
  auto* const made = new FakePlan{};
  made->estimate.kernel_ns = Fake().estimate_ns;
  *plan = made;
  if (!Fake().has_variants) return MagickAccelerateDone;
  made->variants = kFakeVariants;
  made->variant_count = std::size(kFakeVariants);
  for (const char* name : kFakeVariants)
    if (work->variant && std::strcmp(name, work->variant) == 0) made->variant = name;
  return MagickAccelerateDone;
}

inline void FakeFreePlan(void*, unsigned, MagickAcceleratePlan* plan) {
  --Fake().plans;
  delete static_cast<FakePlan*>(plan);
}

inline MagickAccelerateOutcome FakeRun(void*, unsigned, const MagickAcceleratePlan* plan,
                                       const MagickAccelerateWork* work,
                                       MagickAccelerateParts* parts) {
  ++Fake().ran;
  ++Fake().ran_of.at(work->operation);
  Fake().last_timed = parts->timed;
  if (Fake().run != MagickAccelerateDone) {
    // What a device leaves behind when it fails midway.
    std::memset(work->destination.data, 0x77, work->destination.stride_bytes);
    return Answer(Fake().run, parts);
  }
  constexpr std::uint64_t kMaxTested = 64 << 10;
  const bool idle = Fake().takes.count() > 0 &&
                    std::uint64_t{work->source.columns} * work->source.rows > kMaxTested;
  const auto start = std::chrono::steady_clock::now();
  const auto outcome = idle ? MagickAccelerateDone : accel::Cpu().Run(*work).outcome;
  const auto computed = std::chrono::steady_clock::now() - start;
  std::this_thread::sleep_for(Fake().takes);
  const std::string variant = static_cast<const FakePlan*>(plan)->variant;
  Fake().last_variant = static_cast<const FakePlan*>(plan)->variant;
  // A multiple of the time it took, so that a busy machine does not make the fast one slower.
  constexpr std::chrono::milliseconds kSlow{30};
  if (Fake().has_variants && (variant == "" || variant == "slow"))
    std::this_thread::sleep_for(kSlow + 2 * computed);
  if (variant == "wrong") static_cast<unsigned char*>(work->destination.data)[0] ^= 1;
  std::strcpy(parts->kernels, "FakeFilter,FakeStore");
  parts->kernel_ns = 5;
  parts->others_ns = static_cast<std::uint64_t>(Fake().others.count());
  parts->bytes_up = work->source.stride_bytes * work->source.rows;
  if (Fake().corrupts_pixels) static_cast<unsigned char*>(work->destination.data)[0] ^= 1;
  return outcome;
}

inline const MagickAcceleratePlugin& FakePlugin() {
  static const MagickAcceleratePlugin table = {
      sizeof(MagickAcceleratePlugin),
      MAGICK_ACCELERATE_ABI,
      "fake",
      [](const MagickAccelerateHost*, void** state, MagickAccelerateParts* parts, char* hint) {
        ++Fake().opened;
        *state = &Fake();
        if (Fake().opens) return 1u;
        std::strcpy(parts->detail, "no fake device");
        std::strcpy(hint, "plug one in");
        *state = nullptr;
        return 0u;
      },
      [](void*) { ++Fake().closed; },
      [](void*, unsigned, MagickAccelerateDeviceInfo* info) {
        std::strcpy(info->name, "Fake:GPU:Zero");
        info->type = Fake().type;
        info->usable = 1;
      },
      FakeMakePlan,
      FakeFreePlan,
      FakeRun,
      [](void*, unsigned, const MagickAcceleratePreparation* what, MagickAccelerateParts* parts) {
        ++Fake().warmed;
        Fake().last_warmed = what->operation;
        parts->compile_ns = 1000;
        return Answer(Fake().warm_up, parts);
      },
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      0};
  return table;
}

// The fake's self-tests in the list of devices.
inline std::string SelfTestText() {
  MagickAccelerateDeviceInfo infos[8] = {};
  for (auto& info : infos) info.struct_size = sizeof info;
  const std::size_t count = MagickAccelerateListDevices(infos, 8);
  for (std::size_t i = 0; i < count; ++i)
    if (std::string(infos[i].name) == "Fake:GPU:Zero") return infos[i].self_test;
  return "no such device";
}

// Tests of calls that no device but the fake ones takes. None is there at first; all settings are
// as they were afterwards.
class FakeDevices : public testing::Test {
 protected:
  explicit FakeDevices(MagickAccelerateMode mode = MagickAccelerateAuto) {
    MagickAccelerateShutdown();
    Fake().Reset();
    MagickAccelerateSelectDevice("fake");
    MagickAccelerateSetMode(mode);
  }
  ~FakeDevices() override {
    MagickAccelerateSetEventHandler(nullptr, nullptr);
    MagickAccelerateSetThreadExplain(nullptr, nullptr);
    MagickAccelerateSelectDevice(nullptr);
    MagickAccelerateSetMode(MagickAccelerateInherit);
    MagickAccelerateShutdown();
    Fake().Reset();
    accel::SetLearning(true);
  }

  static void Plug() { accel::Registry::Get().Add(FakePlugin()); }
};

}  // namespace lodestone::test
