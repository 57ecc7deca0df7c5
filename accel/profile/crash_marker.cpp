#include "accel/profile/crash_marker.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <ctime>
#include <filesystem>
#include <new>
#include <optional>

#include "accel/accelerator.hpp"
#include "base/folder_names.hpp"
#include "base/on_first_use.hpp"
#include "base/process_id.hpp"

namespace lodestone::accel {

constexpr char kMagic[8] = {'L', 'S', 'M', 'A', 'R', 'K', '0', '2'};
constexpr std::size_t kSlots = 16;

// The file. Another version of the library, or for another CPU, may have written it: read with
// care. A different layout or number of operations needs another kMagic.
struct MarkerBlock {
  char magic[8];
  std::uint32_t bytes;
  std::int32_t process;
  std::int64_t started;  // seconds since 1970
  std::atomic<std::uint32_t> armed;
  std::atomic<std::uint32_t> used;  // slots
  MarkerSlot slots[kSlots];
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

namespace {

namespace fs = std::filesystem;

// Profiles are also specific to one quantum depth.
fs::path FolderIn(const std::string& cache_directory) {
  return fs::path(cache_directory) / ("running-q" + std::to_string(LS_QUANTUM_DEPTH));
}

// The lock shows that the process is alive. The kernel drops it when the process ends for any
// reason, and a forked child does not inherit it. False also where files cannot be locked.
bool Lock(int file) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(file, F_SETLK, &lock) == 0;
}

bool HasFullSize(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 && status.st_size == static_cast<off_t>(sizeof(MarkerBlock));
}

// False once another process has taken the file.
bool IsLinked(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 && status.st_nlink > 0;
}

MarkerBlock* Map(int file) {
  void* address = mmap(nullptr, sizeof(MarkerBlock), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return address == MAP_FAILED ? nullptr : static_cast<MarkerBlock*>(address);
}

// A file of zeros with its blocks allocated: a full disk must show now, not as SIGBUS later.
bool Reserve(int file) {
  const std::vector<char> zeros(sizeof(MarkerBlock));
  return pwrite(file, zeros.data(), zeros.size(), 0) == static_cast<ssize_t>(zeros.size());
}

std::string DateText(std::int64_t seconds) {
  const std::time_t time = static_cast<std::time_t>(seconds);
  std::tm local{};
  char text[40] = "";
  if (localtime_r(&time, &local)) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  return text;
}

std::string Text(const char* field, std::size_t size) {
  return std::string(field, strnlen(field, size));
}

std::string DescribePhase(DriverPhase phase, std::uint32_t operation) {
  const bool known = operation >= 1 && operation <= kOperationCount;
  const std::string name =
      known ? GetOperation(static_cast<MagickAccelerateOperation>(operation)).name : "";
  switch (phase) {
    case DriverPhase::kOpen:
      return "opening it";
    case DriverPhase::kWarmUp:
      return known ? "warming up for " + name : "warming up";
    case DriverPhase::kRun:
      return "running " + (known ? name : "an operation");
    case DriverPhase::kMemory:
      return "moving pixels";
  }
  return "";
}

DriverRecord Read(const MarkerSlot& slot) {
  DriverRecord record;
  record.key = {Text(slot.device, sizeof slot.device), Text(slot.driver, sizeof slot.driver)};
  record.did_work = slot.runs > 0;
  for (unsigned phase = 0; phase < kDriverPhases; ++phase)
    for (std::uint32_t operation = 0; operation < kOperationIndexes; ++operation)
      if (slot.inside[phase][operation] > 0)
        record.inside += (record.inside.empty() ? "" : " and ") +
                         DescribePhase(static_cast<DriverPhase>(phase), operation);
  return record;
}

bool HasCurrentVersion(const MarkerBlock& block) {
  return std::memcmp(block.magic, kMagic, sizeof kMagic) == 0 && block.bytes == sizeof(MarkerBlock);
}

EndedProcess Read(const MarkerBlock& block, const fs::path& path) {
  EndedProcess process;
  process.name = path.filename().string();
  process.words =
      "process " + std::to_string(block.process) + ", started " + DateText(block.started);
  const std::size_t used = std::min<std::size_t>(block.used, kSlots);
  for (std::size_t i = 0; i < used; ++i) {
    process.drivers.push_back(Read(block.slots[i]));
    if (!block.armed) process.drivers.back().inside.clear();
  }
  return process;
}

// The marker at `path`, removed, unless its process is alive or another one has taken it.
std::optional<EndedProcess> Take(const fs::path& path) {
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return std::nullopt;
  std::optional<EndedProcess> process;
  if (Lock(file) && IsLinked(file)) {
    if (MarkerBlock* block = HasFullSize(file) ? Map(file) : nullptr) {
      if (HasCurrentVersion(*block)) process = Read(*block, path);
      munmap(block, sizeof(MarkerBlock));
    }
    unlink(path.c_str());
  }
  close(file);
  return process;
}

}  // namespace

CrashMarker& CrashMarker::Get() {
  static constinit OnFirstUse<CrashMarker> marker;
  return marker.Get();
}

void CrashMarker::Open(const std::string& cache_directory) {
  const std::lock_guard lock(mutex_);
  if (block_.load() || cache_directory.empty()) return;
  const fs::path folder = FolderIn(cache_directory);
  mkdir(folder.c_str(), 0700);
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  const fs::path path = folder / (std::to_string(getpid()) + "-" + std::to_string(now.tv_sec) +
                                  "-" + std::to_string(now.tv_nsec));
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return;
  // Until it is locked another process may take it for an abandoned file.
  MarkerBlock* block = Lock(file) && IsLinked(file) && Reserve(file) ? Map(file) : nullptr;
  if (!block) {
    unlink(path.c_str());
    close(file);
    return;
  }
  new (block) MarkerBlock{};
  std::memcpy(block->magic, kMagic, sizeof kMagic);
  block->bytes = sizeof(MarkerBlock);
  block->process = ProcessId();
  block->started = now.tv_sec;
  block->armed = 1;
  // The file stays open: closing it would drop the lock.
  path_ = path.string();
  block_ = block;
}

MarkerSlot* CrashMarker::Slot(const ProfileKey& key) {
  const std::lock_guard lock(mutex_);
  MarkerBlock* block = block_;
  if (!block) return nullptr;
  const std::uint32_t used = block->used;
  for (std::uint32_t i = 0; i < used; ++i)
    if (key.device == block->slots[i].device && key.driver == block->slots[i].driver)
      return &block->slots[i];
  if (used == kSlots) return nullptr;
  MarkerSlot& slot = block->slots[used];
  if (key.device.size() >= sizeof slot.device || key.driver.size() >= sizeof slot.driver)
    return nullptr;
  CopyText(slot.device, sizeof slot.device, key.device);
  CopyText(slot.driver, sizeof slot.driver, key.driver);
  block->used = used + 1;
  return &slot;
}

void CrashMarker::SetArmed(std::uint32_t armed) {
  MarkerBlock* block = block_;
  if (block && block->process == ProcessId()) block->armed = armed;
}

std::vector<EndedProcess> CrashMarker::CollectEnded(const std::string& cache_directory) {
  std::vector<EndedProcess> dead;
  if (cache_directory.empty()) return dead;
  const std::lock_guard lock(mutex_);
  const fs::path folder = FolderIn(cache_directory);
  for (const std::string& name :
       FolderNames(folder.string()).value_or(std::vector<std::string>())) {
    // Opening and closing its own file would drop its lock.
    if (folder / name == path_) continue;
    if (std::optional<EndedProcess> process = Take(folder / name))
      dead.push_back(*std::move(process));
  }
  return dead;
}

}  // namespace lodestone::accel
