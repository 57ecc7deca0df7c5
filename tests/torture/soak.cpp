// The same work for a long time in one process: memory and descriptors stay as they were after the
// first tenth of the time, and the results are those of a fresh process to the end. With the
// address sanitizer, which keeps memory that was freed, resident memory says nothing; it finds
// leaks itself.
//
//   soak SECONDS [SEED]
#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

#include "config.h"
#include "tests/torture/campaign.hpp"
#include "tests/torture/mixed_work.hpp"

namespace lodestone::torture {
namespace {

using Clock = std::chrono::steady_clock;

#ifdef LS_WITH_ASAN
constexpr bool kJudgeMemory = false;
#else
constexpr bool kJudgeMemory = true;
#endif

std::size_t ResidentBytes() {
  std::size_t all = 0, resident = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  if (std::fscanf(file, "%zu %zu", &all, &resident) != 2) resident = 0;
  std::fclose(file);
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t OpenDescriptors() {
  std::size_t count = 0;
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) return 0;
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

class Soak {
 public:
  Soak(double seconds, unsigned seed)
      : seconds_(seconds), random_(seed), right_(ResultsOfFreshProcess()) {}

  void Begin() {
    InitializeMagick(nullptr);
    work_ = std::make_unique<MixedWork>();
    start_ = Clock::now();
  }

  // So many operations; not tried when the time is over.
  static constexpr std::size_t kOperations = 200;
  static constexpr std::size_t kSettling = 10;  // tries, however short the time
  Verdict Try() {
    const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
    if (elapsed > seconds_) return NotTried();
    for (std::size_t i = 0; i < kOperations; ++i) {
      const std::size_t piece = random_() % work_->size();
      std::string why;
      const std::uint64_t digest = work_->Do(piece, &why);
      if (digest == 0 || digest != right_[piece])
        return Lost(std::string(work_->Name(piece)) + ": " +
                    (digest == 0 ? why : "wrong after " + std::to_string(elapsed) + " s"));
    }
    return elapsed < seconds_ / 10 || ++settled_ <= kSettling ? (Settle(), Survived()) : Compare();
  }

  std::string End() {
    std::fprintf(stderr, "soak: %zu bytes resident after a tenth of the time, at most %zu later\n",
                 resident_, most_);
    return "";
  }

 private:
  void Settle() {
    resident_ = std::max(resident_, ResidentBytes());
    descriptors_ = std::max(descriptors_, OpenDescriptors());
  }

  Verdict Compare() {
    constexpr std::size_t kSlack = std::size_t{12} << 20;  // of the allocators
    most_ = std::max(most_, ResidentBytes());
    if (kJudgeMemory && resident_ != 0 && most_ > resident_ + resident_ / 8 + kSlack)
      return Lost("resident memory has grown from " + std::to_string(resident_) + " to " +
                  std::to_string(most_) + " bytes");
    if (descriptors_ != 0 && OpenDescriptors() > descriptors_) return Lost("descriptors leak");
    return Survived();
  }

  const double seconds_;
  std::mt19937 random_;
  const std::vector<std::uint64_t> right_;
  std::unique_ptr<MixedWork> work_;
  Clock::time_point start_;
  std::size_t settled_ = 0, resident_ = 0, most_ = 0, descriptors_ = 0;
};

}  // namespace
}  // namespace lodestone::torture

int main(int argc, char** argv) {
  using namespace lodestone::torture;
  const Arguments arguments = ReadArguments(argc, argv, 10);
  const auto seconds = static_cast<double>(arguments.count);
  Soak soak(seconds, arguments.seed);
  Campaign campaign;
  campaign.fault = "operations of one process over time";
  campaign.operations = Soak::kOperations;
  campaign.cases = static_cast<std::size_t>(seconds * 2000);  // more than can be done
  campaign.seconds = 120;
  campaign.quiet = false;
  campaign.begin = [&] { soak.Begin(); };
  campaign.run = [&](std::size_t) { return soak.Try(); };
  campaign.end = [&] { return soak.End(); };
  campaign.describe = [&](std::size_t) { return "seed " + std::to_string(arguments.seed); };
  return Run(campaign).lost == 0 ? 0 : 1;
}
