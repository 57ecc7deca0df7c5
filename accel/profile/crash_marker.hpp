// What a process is doing inside device drivers, in a small mapped file: if the process dies there,
// the next one reads what it was doing. Updates are atomic additions in memory, no system calls.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "accel/operation_table.hpp"
#include "accel/profile/device_profile.hpp"
#include "accel/operation_table.hpp"
#include "base/on_first_use.hpp"

namespace lodestone::accel {

enum class DriverPhase : unsigned { kOpen, kWarmUp, kRun, kMemory };
inline constexpr unsigned kDriverPhases = 4;

// One driver in the marker file: how many threads are inside it, and for which operations.
struct MarkerSlot {
  char device[256], driver[256];  // of the profile's key
  std::atomic<std::uint32_t> inside[kDriverPhases][kOperationIndexes];
  std::atomic<std::uint32_t> runs;  // completed runs for callers
};

// During its lifetime this thread is inside the driver. Null slot: nothing is marked. operation:
// its number in the operation table, 0 for no particular one.
class DriverScope {
 public:
  DriverScope(MarkerSlot* slot, DriverPhase phase, std::uint32_t operation = 0)
      : count_(slot ? &slot->inside[static_cast<unsigned>(phase)][operation] : nullptr) {
    if (count_) count_->fetch_add(1, std::memory_order_relaxed);
    ++threads_;
    ++own_;
  }
  ~DriverScope() {
    --own_;
    --threads_;
    if (count_) count_->fetch_sub(1, std::memory_order_relaxed);
  }
  DriverScope(const DriverScope&) = delete;
  DriverScope& operator=(const DriverScope&) = delete;

  // Other threads of this process are inside some driver.
  static bool OthersAreInside() { return threads_ > own_; }

 private:
  static inline constinit std::atomic<unsigned> threads_{0};
  static inline constinit thread_local unsigned own_ = 0;

  std::atomic<std::uint32_t>* count_;
};

// What a dead process left in its marker.
struct DriverRecord {
  ProfileKey key;
  std::string inside;  // what it was doing in the driver when it died, readable; "": nothing
  bool did_work = false;
};
struct EndedProcess {
  std::string name;   // unique to the process
  std::string words;  // "process 4711, started 2026-11-21 06:25:15"
  std::vector<DriverRecord> drivers;
};

struct MarkerBlock;

// The marker of this process. Thread-safe; a forked child must not use it and need not.
class CrashMarker {
 public:
  static CrashMarker& Get();

  // Creates the file in the cache directory if it is missing; without one nothing is marked.
  void Open(const std::string& cache_directory);
  // The slot of a driver in the file; null without a file, or if the file is full.
  MarkerSlot* Slot(const ProfileKey& key);

  // The process is about to end: driver calls in progress are not counted as crashes any more. Arm
  // undoes this if it continues after all. Both may be called from a signal handler.
  void Disarm() { SetArmed(0); }
  void Arm() { SetArmed(1); }

  // Reads and removes the markers of dead processes. Each is returned to one caller only.
  std::vector<EndedProcess> CollectEnded(const std::string& cache_directory);

 private:
  friend class OnFirstUse<CrashMarker>;
  CrashMarker() = default;
  void SetArmed(std::uint32_t armed);

  std::mutex mutex_;
  std::atomic<MarkerBlock*> block_{nullptr};
  std::string path_;
};

}  // namespace lodestone::accel
