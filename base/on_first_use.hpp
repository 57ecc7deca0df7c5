// Objects of the process that are made at their first use and never destroyed, because threads may
// outlive main.
#pragma once

#include <atomic>
#include <mutex>

namespace lodestone {

// To be constinit. A process that is forked while another thread makes the object makes its own; it
// would wait for ever for the guard of a function-local static.
template <class Object>
class OnFirstUse {
 public:
  constexpr OnFirstUse() = default;
  OnFirstUse(const OnFirstUse&) = delete;
  OnFirstUse& operator=(const OnFirstUse&) = delete;

  // Null before the first use.
  Object* IfMade() const { return object_.load(std::memory_order_acquire); }

  // Throws what the constructor throws; the next call tries again.
  Object& Get() {
    if (Object* made = object_.load(std::memory_order_acquire)) return *made;
    std::call_once(once_, [this] { object_.store(new Object, std::memory_order_release); });
    return *object_.load(std::memory_order_acquire);
  }

 private:
  std::once_flag once_;
  std::atomic<Object*> object_{nullptr};
};

}  // namespace lodestone
