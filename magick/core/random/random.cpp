#include "magick/core/random/random.hpp"

#include <mutex>
#include <optional>
#include <random>

#include "base/on_first_use.hpp"
#include "magick/random.h"

namespace lodestone {
namespace {

// A sequence of keys: SplitMix64 (Steele, Lea and Flood, 2014).
class Keys {
 public:
  void Restart(std::uint64_t seed) {
    const std::lock_guard lock(mutex_);
    state_ = seed;
  }
  RandomKey Next() {
    const std::lock_guard lock(mutex_);
    if (!state_) state_ = Unpredictable();
    *state_ += 0x9e3779b97f4a7c15;
    std::uint64_t key = *state_;
    key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9;
    key = (key ^ key >> 27) * 0x94d049bb133111eb;
    key ^= key >> 31;
    return {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
  }

 private:
  static std::uint64_t Unpredictable() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
  }

  std::mutex mutex_;
  std::optional<std::uint64_t> state_;
};

Keys& AllKeys() {
  static constinit OnFirstUse<Keys> keys;
  return keys.Get();
}

}  // namespace

RandomKey NextRandomKey() {
  return AllKeys().Next();
}

}  // namespace lodestone

void SetMagickRandomSeed(const unsigned long seed) {
  lodestone::AllKeys().Restart(seed);
}
