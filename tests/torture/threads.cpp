// Operations of 64 threads on shared images, from the first use of the library in a process on:
// every result is what one thread alone gets in another process.
//
//   threads COUNT [SEED]
#include <atomic>
#include <mutex>
#include <random>
#include <thread>

#include "accel/accelerate.h"
#include "tests/torture/campaign.hpp"
#include "tests/torture/mixed_work.hpp"

namespace lodestone::torture {
namespace {

constexpr unsigned kThreads = 64;
constexpr std::size_t kEach = 160;  // operations of a thread in a case

class Threads {
 public:
  explicit Threads(unsigned seed) : seed_(seed), right_(ResultsOfFreshProcess()) {}

  Verdict Try(std::size_t number) {
    wrong_.clear();
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < kThreads; ++i)
        threads.emplace_back([this, number, i] { Run(number, i); });
    }
    return wrong_.empty() ? Survived() : Lost(wrong_);
  }

 private:
  const MixedWork& Work() {
    InitializeMagick(nullptr);  // by every thread: only the first does something
    static const MixedWork work;
    return work;
  }

  void Run(std::size_t number, unsigned thread) {
    const MixedWork& work = Work();
    std::mt19937 random(seed_ + static_cast<unsigned>(number) * kThreads + thread);
    for (std::size_t i = 0; i < kEach; ++i) {
      const std::size_t piece = random() % work.size();
      std::string why;
      const std::uint64_t digest = work.Do(piece, &why);
      if (digest == 0 || digest != right_[piece])
        Complain(std::string(work.Name(piece)) +
                 (digest == 0 ? " failed: " + why : std::string(": wrong result")));
      if (random() % 1000 == 0) MagickTrimMemory();
      if (random() % 2000 == 0) MagickAccelerateShutdown();
    }
  }

  void Complain(const std::string& what) {
    const std::lock_guard lock(mutex_);
    wrong_ = what;
  }

  const unsigned seed_;
  const std::vector<std::uint64_t> right_;
  std::mutex mutex_;
  std::string wrong_;
};

}  // namespace
}  // namespace lodestone::torture

int main(int argc, char** argv) {
  using namespace lodestone::torture;
  const Arguments arguments = ReadArguments(argc, argv, 20000);
  Threads threads(arguments.seed);
  Campaign campaign;
  campaign.fault = "operations of 64 threads at once";
  campaign.operations = kThreads * kEach;
  campaign.cases = (arguments.count + campaign.operations - 1) / campaign.operations;
  campaign.seconds = 120;
  campaign.at_a_time = 4;  // then the library is new again
  campaign.run = [&](std::size_t i) { return threads.Try(i); };
  campaign.describe = [&](std::size_t) { return "seed " + std::to_string(arguments.seed); };
  return Run(campaign).lost == 0 ? 0 : 1;
}
