#include "accel/modules/registry.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "accel/modules/retest.hpp"
#include "accel/profile/crash_marker.hpp"
#include "accel/profile/learning.hpp"
#include "accel/mode.hpp"
#include "base/module_files.hpp"
#include "accel/profile/driver_crashes.hpp"
#include "base/on_first_use.hpp"
#include "base/process_id.hpp"

namespace lodestone::accel {
namespace {

constexpr unsigned kMaxDevices = 64;  // per module

ProfileKey KeyOfModule(const std::string& file) {
  return {"module " + ModuleNameOf(file), ModuleBuild(file)};
}

LoadProblem NoModules() {
  const std::string variable = kAcceleratorModules.variable;
  const char* const folders = std::getenv(variable.c_str());
  if (folders == nullptr || folders[0] == '\0')
    return {"opencl", "no accelerator module is installed with this library",
            "install the package lodestone-opencl, or configure without --disable-opencl"};
  return {"opencl", "no accelerator module is where " + variable + " says: " + folders,
          "unset " + variable + ", or let it name the folder of opencl.so"};
}

}  // namespace

int RankOf(MagickAccelerateDeviceType type) {
  switch (type) {
    case MagickAccelerateTypeGPU:
      return 0;
    case MagickAccelerateTypeOther:
      return 1;
    default:
      return 2;
  }
}

Registry& Registry::Get() {
  static constinit OnFirstUse<Registry> registry;
  return registry.Get();
}

void Registry::Open() {
  const std::lock_guard lock(mutex_);
  if (open_) return;
  process_ = ProcessId();
  const std::string cache = FindCacheDirectory().path;
  const std::vector<std::string> files = FindModules(kAcceleratorModules);
  RemoveAbandonedFiles(cache);
  RecordDriverCrashes(cache);
  // The program's monitor is told of it, and may use the library: without another test.
  const bool given_up = !std::exchange(retesting_, true) && !RetestCrashed(cache, files);
  retesting_ = false;
  if (open_) return;
  if (given_up) {
    problems_.push_back({"devices", "their test after processes ended in a driver was cancelled",
                         "the next process tests them"});
    open_ = true;
    return;
  }
  CrashMarker::Get().Open(cache);
  for (const std::string& file : files) AddFile(file);
  if (files.empty()) problems_.push_back(NoModules());
  std::stable_sort(devices_.begin(), devices_.end(), [](const auto& a, const auto& b) {
    return RankOf(a->type()) < RankOf(b->type());
  });
  open_ = true;
}

Registry::Hold Registry::OpenAndHold() {
  for (;;) {
    Open();
    Hold hold(running_);
    if (open_) return hold;  // else another thread has closed them meanwhile
  }
}

// Before this process has anything to do with a driver, which a child process could not use then.
bool Registry::RetestCrashed(const std::string& cache_directory,
                             const std::vector<std::string>& files) {
  std::vector<ProfileKey> crashed = StoredProfiles(cache_directory);
  std::erase_if(crashed, [](const ProfileKey& key) { return !NeedsRetest(key); });
  if (crashed.empty()) return true;
  const auto is_crashed = [&](const ProfileKey& key) {
    return std::any_of(crashed.begin(), crashed.end(), [&](const ProfileKey& each) {
      return each.device == key.device && each.driver == key.driver;
    });
  };
  const auto test_all = [&](const RetestReport& report) {
    process_ = ProcessId();
    for (const std::string& file : files) {
      const ProfileKey key = KeyOfModule(file);
      if (is_crashed(key)) report(key, RetestStep::kBegun);
      AddFile(file);
      if (is_crashed(key)) report(key, RetestStep::kPassed);
    }
    for (const auto& device : devices_) {
      const ProfileKey& key = device->profile().key();
      if (!is_crashed(key)) continue;
      report(key, RetestStep::kBegun);
      report(key, device->PassesAllTests() ? RetestStep::kPassed : RetestStep::kFailed);
    }
  };
  const std::vector<RetestResult> results = RetestInChild(test_all);
  if (!results.empty() && results.front().outcome == RetestOutcome::kGivenUp) return false;
  for (const RetestResult& result : results) RecordRetest(result.key, result.outcome);
  return true;
}

void Registry::AddFile(const std::string& file) {
  const std::string name = ModuleNameOf(file);
  const ProfileKey key = KeyOfModule(file);
  if (const DriverCrashes crashes = DriverCrashesOf(*OpenProfile(key)); Quarantines(crashes)) {
    problems_.push_back(
        {name, QuarantineText(crashes), QuarantineHint(name), MagickAccelerateQuarantined});
    return;
  }
  MarkerSlot* slot = CrashMarker::Get().Slot(key);
  const DriverScope scope(slot, DriverPhase::kOpen);
  LoadProblem problem;
  if (const MagickAcceleratePlugin* table = LoadModule(file, problem))
    AddTable(*table, key.driver);
  else
    problems_.push_back(problem);
  if (slot) ++slot->runs;
}

void Registry::AddTable(const MagickAcceleratePlugin& table, const std::string& build) {
  std::string problem, hint;
  const auto module = PluginModule::Open(table, build, problem, hint);
  if (!module) {
    problems_.push_back({table.name, problem, hint});
    return;
  }
  const unsigned count = std::min(module->devices(), kMaxDevices);
  for (unsigned i = 0; i < count; ++i)
    devices_.push_back(std::make_shared<PluginDevice>(module, i));
  std::stable_sort(devices_.begin(), devices_.end(), [](const auto& a, const auto& b) {
    return RankOf(a->type()) < RankOf(b->type());
  });
}

void Registry::Add(const MagickAcceleratePlugin& table) {
  Open();
  const std::lock_guard lock(mutex_);
  AddTable(table, "");
}

unsigned Registry::Forget(const std::string& text) {
  const DeviceSelector selector(text);
  unsigned forgotten = 0;
  bool reopen = false;
  if (text.empty() || text == "native") {
    ForgetCpu();
    ++forgotten;
  }
  for (const std::string& file : FindModules(kAcceleratorModules)) {
    if (!text.empty() && text != ModuleNameOf(file)) continue;
    const auto profile = OpenProfile(KeyOfModule(file));
    if (profile->Names(ProfileSection::kDriverCrashes).empty()) continue;
    profile->Clear(ProfileSection::kDriverCrashes);
    profile->Save();
    ++forgotten;
    reopen = true;
  }
  if (reopen) Close(kMaxClosing);
  const Hold running = OpenAndHold();
  for (const auto& device : Devices()) {
    if (!text.empty() && !selector.Names(device->device(), device->type())) continue;
    device->Forget();
    ++forgotten;
  }
  return forgotten;
}

bool Registry::Forked() {
  const pid_t process = process_;
  return process != 0 && process != ProcessId();
}

DeviceList Registry::Devices() {
  const std::lock_guard lock(mutex_);
  return devices_;
}

std::vector<LoadProblem> Registry::Problems() {
  const std::lock_guard lock(mutex_);
  return problems_;
}

void Registry::BeforeClose(void (*function)()) {
  const std::lock_guard lock(mutex_);
  before_close_.push_back(function);
}

std::vector<void (*)()> Registry::ClosingFunctions() {
  const std::lock_guard lock(mutex_);
  return before_close_;
}

bool Registry::Close(std::chrono::milliseconds at_most) {
  // A forked child would wait for calls of threads that it does not have.
  if (!open_ || Forked()) return true;
  const std::unique_lock wait(running_, at_most);
  if (!wait) return false;
  if (!open_) return true;
  for (void (*function)() : ClosingFunctions()) function();
  const std::lock_guard lock(mutex_);
  devices_.clear();
  problems_.clear();
  open_ = false;
  return true;
}

}  // namespace lodestone::accel
