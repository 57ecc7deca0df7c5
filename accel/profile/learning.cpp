#include "accel/profile/learning.hpp"

#include <strings.h>
#include <sys/utsname.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <mutex>

#include "base/thread_pool.hpp"
#include "accel/modules/registry.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

// Beyond so many threads one more changes little.
constexpr unsigned kMostThreads = 256;
constexpr std::chrono::seconds kSavePeriod{300};

bool LearningWanted() {
  const char* value = std::getenv("MAGICK_ACCELERATE_LEARN");
  return !value || (strcasecmp(value, "off") != 0 && strcasecmp(value, "false") != 0);
}

struct State {
  std::atomic<bool> learning{LearningWanted()};
  std::atomic<bool> native_used{false};
  std::mutex mutex;
  std::array<std::atomic<CostModel*>, kMostThreads> native{};  // by threads, made on demand
  std::atomic<Clock::rep> next_save{(Clock::now() + kSavePeriod).time_since_epoch().count()};
};

State& GetState() {
  static State& state = *new State;
  return state;
}

std::string ProcessorModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line;
  utsname names{};
  return uname(&names) == 0 ? names.machine : "unknown";
}

std::shared_ptr<DeviceProfile> NativeProfile() {
  return OpenProfile({"native", ProcessorModel()});
}

CostModel* MakeNativeCosts(unsigned threads) {
  State& state = GetState();
  const std::lock_guard lock(state.mutex);
  if (CostModel* made = state.native[threads]) return made;
  auto model = std::make_unique<CostModel>();
  model->Attach(NativeProfile(), std::to_string(threads) + " threads/");
  return state.native[threads] = model.release();
}

bool IsInfinite(const MagickAccelerateEstimate& estimate) {
  return (estimate.launch_ns | estimate.upload_ns | estimate.kernel_ns | estimate.download_ns) >>
             63 !=
         0;
}

void StoreAll() {
  for (const auto& device : Registry::Get().Devices())
    if (CostModel* costs = device->costs()) costs->Store();
  for (const auto& costs : GetState().native)
    if (CostModel* model = costs) model->Store();
}

}  // namespace

bool Learning() {
  return GetState().learning.load(std::memory_order_relaxed);
}

void SetLearning(bool on) {
  GetState().learning = on;
}

void UseNativeCosts() {
  GetState().native_used = true;
}

void ForgetNativeCosts() {
  const auto profile = NativeProfile();
  profile->Clear(ProfileSection::kCorrections);
  profile->Save();
}

CostModel* NativeCosts() {
  State& state = GetState();
  if (!state.native_used.load(std::memory_order_relaxed) || !Learning()) return nullptr;
  const unsigned threads = std::min(ThreadLimit(), kMostThreads - 1);
  CostModel* costs = state.native[threads].load(std::memory_order_acquire);
  return costs ? costs : MakeNativeCosts(threads);
}

std::optional<Prediction> PredictRun(Accelerator& accelerator, const MagickAccelerateWork& work,
                                     bool kept) {
  MagickAccelerateEstimate raw{};
  raw.struct_size = sizeof raw;
  if (!accelerator.Estimate(work, raw) || IsInfinite(raw)) return std::nullopt;
  const CostModel* costs = accelerator.costs();
  return costs ? costs->Predict(work, raw, kept) : Uncorrected(work, raw, kept);
}

void LearnRun(Accelerator& accelerator, const MagickAccelerateWork& work, bool kept,
              std::uint64_t actual_ns, Evidence evidence) {
  CostModel* costs = accelerator.costs();
  if (!costs) return;
  MagickAccelerateEstimate raw{};
  raw.struct_size = sizeof raw;
  if (accelerator.Estimate(work, raw) && !IsInfinite(raw))
    costs->Learn(work, raw, kept, actual_ns, evidence);
}

double FetchNsFrom(PluginDevice& device, std::uint64_t bytes) {
  const CostModel* costs = device.costs();
  return costs ? costs->FetchNs(bytes) : FetchEstimateNs(bytes);
}

void SaveExperience() {
  if (Registry::Get().Forked()) return;
  if (Learning()) StoreAll();
  SaveProfiles();
}

void SaveExperienceNowAndThen() {
  if (!Registry::Get().IsOpen()) return;
  State& state = GetState();
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep due = state.next_save.load(std::memory_order_relaxed);
  const Clock::rep next = now + std::chrono::duration_cast<Clock::duration>(kSavePeriod).count();
  if (now < due || !state.next_save.compare_exchange_strong(due, next)) return;
  SaveExperience();
}

}  // namespace lodestone::accel
