// What a process is doing inside device drivers, kept in a small mapped file: when the process dies
// there, the next one reads where. Updates are additions in memory, no system calls.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "accel/profile/device_profile.hpp"

namespace lodestone::accel {

enum class DriverPhase : unsigned { kOpen, kWarmUp, kRun, kMemory };
inline constexpr unsigned kDriverPhases = 4, kMarkedOperations = 8;

// One driver in the marker file: how many threads are inside it, and for what.
struct MarkerSlot {
  char device[256], driver[256];  // of the profile's key
  std::atomic<std::uint32_t> inside[kDriverPhases][kMarkedOperations];
  std::atomic<std::uint32_t> runs;  // real work that was done
};

// While it lives this thread is inside the driver. No slot: nothing is marked.
class DriverScope {
 public:
  DriverScope(MarkerSlot* slot, DriverPhase phase, std::uint32_t operation = 0)
      : count_(slot ? &slot->inside[static_cast<unsigned>(phase)][operation % kMarkedOperations]
                    : nullptr) {
    if (count_) count_->fetch_add(1, std::memory_order_relaxed);
  }
  ~DriverScope() {
    if (count_) count_->fetch_sub(1, std::memory_order_relaxed);
  }
  DriverScope(const DriverScope&) = delete;
  DriverScope& operator=(const DriverScope&) = delete;

 private:
  std::atomic<std::uint32_t>* count_;
};

// What a dead process left behind.
struct DriverRecord {
  ProfileKey key;
  std::string inside;  // what it was doing in the driver when it died, for people; "" = nothing
  bool did_work = false;
};
struct DeadProcess {
  std::string name;   // tells it from every other process
  std::string words;  // "process 4711, started 2026-11-21 06:25:15"
  std::vector<DriverRecord> drivers;
};

struct MarkerBlock;

// The marker of this process. Thread-safe; a forked child must not use it and need not.
class CrashMarker {
 public:
  static CrashMarker& Get();

  // Makes the file in the cache directory unless it is there; without one nothing is marked.
  void Open(const std::string& cache_directory);
  // The place of a driver in the file; null without a file, or when the file is full.
  MarkerSlot* Slot(const ProfileKey& key);

  // The process is about to end: whatever its threads do in drivers does not count any more.
  // Arm takes it back when it goes on after all. Both may be called from a signal handler.
  void Disarm() { SetArmed(0); }
  void Arm() { SetArmed(1); }

  // Reads and removes the markers of processes that are dead. Each is returned to one caller only.
  std::vector<DeadProcess> CollectDead(const std::string& cache_directory);

 private:
  CrashMarker() = default;
  void SetArmed(std::uint32_t armed);

  std::mutex mutex_;
  std::atomic<MarkerBlock*> block_{nullptr};
  std::string path_;
};

}  // namespace lodestone::accel
