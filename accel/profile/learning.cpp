#include "accel/profile/learning.hpp"

#include <sys/utsname.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <mutex>
#include <vector>

#include "base/boolean_text.hpp"
#include "base/on_first_use.hpp"
#include "base/process_id.hpp"
#include "base/thread_pool.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

// Beyond this many threads one more changes little.
constexpr unsigned kMaxThreadCount = 256;
constexpr std::chrono::seconds kSavePeriod{300};

struct State {
  std::atomic<bool> learning{!IsSwitchedOff("MAGICK_ACCELERATE_LEARN")};
  std::atomic<pid_t> process{0};  // the process that accessed a device
  std::mutex mutex;
  std::array<std::atomic<CostModel*>, kMaxThreadCount> cpu{};  // by threads, created on demand
  std::vector<std::shared_ptr<CostModel>> kept;                // those of the CPU
  std::vector<std::weak_ptr<CostModel>> models;                // of devices and of the CPU
  std::atomic<Clock::rep> next_save{(Clock::now() + kSavePeriod).time_since_epoch().count()};
};

State& GetState() {
  static constinit OnFirstUse<State> state;
  return state.Get();
}

std::string CpuModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line;
  utsname names{};
  return uname(&names) == 0 ? names.machine : "unknown";
}

// The lock is held.
std::shared_ptr<CostModel> Attached(State& state, const std::shared_ptr<DeviceProfile>& profile,
                                    const std::string& prefix) {
  auto model = std::make_shared<CostModel>();
  model->Attach(profile, prefix);
  std::erase_if(state.models, [](const auto& each) { return each.expired(); });
  state.models.push_back(model);
  return model;
}

CostModel* MakeCpuCosts(unsigned threads) {
  State& state = GetState();
  const std::lock_guard lock(state.mutex);
  if (CostModel* made = state.cpu[threads]) return made;
  state.kept.push_back(Attached(state, CpuProfile(), std::to_string(threads) + " threads/"));
  return state.cpu[threads] = state.kept.back().get();
}

bool IsInfinite(const MagickAccelerateEstimate& estimate) {
  return (estimate.launch_ns | estimate.upload_ns | estimate.kernel_ns | estimate.download_ns) >>
             63 !=
         0;
}

void StoreAll() {
  State& state = GetState();
  std::vector<std::shared_ptr<CostModel>> models;
  {
    const std::lock_guard lock(state.mutex);
    for (const auto& each : state.models)
      if (auto model = each.lock()) models.push_back(std::move(model));
  }
  for (const auto& model : models) model->Store();
}

// In a forked child everything learned belongs to the parent.
bool IsForked(const State& state) {
  const pid_t process = state.process;
  return process != 0 && process != ProcessId();
}

}  // namespace

std::shared_ptr<DeviceProfile> CpuProfile() {
  return OpenProfile({"native", CpuModel()});
}

bool Learning() {
  return GetState().learning.load(std::memory_order_relaxed);
}

void SetLearning(bool on) {
  GetState().learning = on;
}

void UseCpuCosts() {
  GetState().process = ProcessId();
}

std::shared_ptr<CostModel> MakeCosts(const std::shared_ptr<DeviceProfile>& profile,
                                     const std::string& prefix) {
  State& state = GetState();
  const std::lock_guard lock(state.mutex);
  return Attached(state, profile, prefix);
}

void ForgetCpu() {
  const auto profile = CpuProfile();
  for (const ProfileSection section : kProfileSections) profile->Clear(section);
  profile->Save();
}

CostModel* CpuCosts() {
  State& state = GetState();
  if (state.process.load(std::memory_order_relaxed) == 0 || !Learning()) return nullptr;
  const unsigned threads = std::min(ThreadLimit(), kMaxThreadCount - 1);
  CostModel* costs = state.cpu[threads].load(std::memory_order_acquire);
  return costs ? costs : MakeCpuCosts(threads);
}

std::optional<Prediction> PredictRun(Accelerator& accelerator, const MagickAccelerateWork& work,
                                     const MagickAccelerateEstimate& raw, bool kept) {
  if (IsInfinite(raw)) return std::nullopt;
  const CostModel* costs = accelerator.costs();
  return costs ? costs->Predict(work, raw, kept) : Uncorrected(work, raw, kept);
}

void LearnRun(Accelerator& accelerator, const MagickAccelerateWork& work,
              const MagickAccelerateEstimate& raw, bool kept, std::uint64_t actual_ns,
              Evidence evidence) {
  CostModel* costs = accelerator.costs();
  if (costs && !IsInfinite(raw)) costs->Learn(work, raw, kept, actual_ns, evidence);
}

double FetchNsFrom(Accelerator& device, std::uint64_t bytes) {
  const CostModel* costs = device.costs();
  return costs ? costs->FetchNs(bytes) : FetchEstimateNs(bytes);
}

void SaveAllProfiles() {
  if (IsForked(GetState())) return;
  if (Learning()) StoreAll();
  SaveProfiles();
}

void SaveProfilesIfDue() {
  State& state = GetState();
  if (state.process.load(std::memory_order_relaxed) == 0) return;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep due = state.next_save.load(std::memory_order_relaxed);
  const Clock::rep next = now + std::chrono::duration_cast<Clock::duration>(kSavePeriod).count();
  if (now < due || !state.next_save.compare_exchange_strong(due, next)) return;
  SaveAllProfiles();
}

}  // namespace lodestone::accel
