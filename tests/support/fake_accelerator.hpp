// An accelerator whose every answer a test decides. It computes on the CPU, so that its pixels are
// right unless the test corrupts them.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/plugin.h"
#include "accel/modules/registry.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::testing_support {

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
  // With variants: 1 is slow, 2 fast, 3 faster but wrong; the module's own default is the slow one.
  bool has_variants = false;
  std::atomic<std::uint32_t> last_variant{0};
  std::atomic<int> opened{0}, closed{0}, warmed{0}, ran{0};
  std::atomic<std::uint32_t> last_warmed{0};                        // the operation, 0 for all
  std::array<std::atomic<int>, accel::kOperationIndexes> ran_of{};  // runs of each operation

  // Resets answers and counts.
  void Reset() {
    opens = true;
    type = MagickAccelerateTypeGPU;
    warm_up = supports = run = MagickAccelerateDone;
    reason = MagickAccelerateNoReason;
    estimate_ns = 1;
    corrupts_pixels = has_variants = false;
    takes = std::chrono::nanoseconds(0);
    opened = closed = warmed = ran = 0;
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

inline MagickAccelerateOutcome FakeRun(void*, unsigned, const MagickAccelerateWork* work,
                                       MagickAccelerateParts* parts) {
  ++Fake().ran;
  ++Fake().ran_of.at(work->operation);
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
  Fake().last_variant = work->variant;
  // A multiple of the time it took, so that a busy machine does not make the fast one slower.
  constexpr std::chrono::milliseconds kSlow{30};
  if (Fake().has_variants && work->variant < 2) std::this_thread::sleep_for(kSlow + 2 * computed);
  if (work->variant == 3) static_cast<unsigned char*>(work->destination.data)[0] ^= 1;
  std::strcpy(parts->kernels, "FakeFilter,FakeStore");
  parts->kernel_ns = 5;
  parts->bytes_up = work->source.stride_bytes * work->source.rows;
  if (Fake().corrupts_pixels) static_cast<unsigned char*>(work->destination.data)[0] ^= 1;
  return outcome;
}

inline const MagickAcceleratePlugin& FakePlugin() {
  static const MagickAcceleratePlugin table = {
      sizeof(MagickAcceleratePlugin),
      MAGICK_ACCELERATE_ABI,
      "fake",
      [](const MagickAccelerateHost*, void** state, MagickAccelerateParts* parts, char* remedy) {
        ++Fake().opened;
        *state = &Fake();
        if (Fake().opens) return 1;
        std::strcpy(parts->detail, "no fake device");
        std::strcpy(remedy, "plug one in");
        *state = nullptr;
        return 0;
      },
      [](void*) { ++Fake().closed; },
      [](void*) { return 1u; },
      [](void*, unsigned, MagickAccelerateDeviceInfo* info) {
        std::strcpy(info->name, "Fake:GPU:Zero");
        info->type = Fake().type;
        info->usable = 1;
      },
      [](void*, unsigned, std::uint32_t, std::uint32_t operation, MagickAccelerateParts* parts) {
        ++Fake().warmed;
        Fake().last_warmed = operation;
        parts->compile_ns = 1000;
        return Answer(Fake().warm_up, parts);
      },
      [](void*, unsigned, const MagickAccelerateWork*, MagickAccelerateParts* parts) {
        return Answer(Fake().supports, parts);
      },
      [](void*, unsigned, const MagickAccelerateWork*, MagickAccelerateEstimate* estimate) {
        estimate->kernel_ns = Fake().estimate_ns;
        return 1;
      },
      FakeRun,
      [](void*, unsigned, const MagickAccelerateWork*) { return Fake().has_variants ? 3u : 0u; },
      [](void*, unsigned, const MagickAccelerateWork*, unsigned variant) {
        static constexpr const char* kNames[] = {"slow", "fast", "wrong"};
        return kNames[variant - 1];
      },
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr,
      nullptr};
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

}  // namespace lodestone::testing_support
