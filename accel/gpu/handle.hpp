// An owner of an object of a vendor's interface.
#pragma once

#include <utility>

namespace lodestone::accel::gpu {

// Releases it by release(object), which may fail: nothing can be done about that.
template <typename T, typename Release>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T object, Release release = {}) : object_(object), release_(release) {}
  Handle(Handle&& other) noexcept
      : object_(std::exchange(other.object_, T{})), release_(other.release_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Handle() {
    if (object_) release_(object_);
  }

  T get() const { return object_; }
  explicit operator bool() const { return object_ != T{}; }

 private:
  T object_{};
  [[no_unique_address]] Release release_{};
};

}  // namespace lodestone::accel::gpu
