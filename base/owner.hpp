// Owners of what a C interface frees with a function of its own.
#pragma once

#include <memory>

namespace lodestone {

template <auto kFree>
struct Deleter {
  template <class T>
  void operator()(T* object) const noexcept {
    static_cast<void>(kFree(object));
  }
};

// As large as a pointer; kFree is a function of a T*, whatever it returns.
template <class T, auto kFree>
using Owner = std::unique_ptr<T, Deleter<kFree>>;

}  // namespace lodestone
