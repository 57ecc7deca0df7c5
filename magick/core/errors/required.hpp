// What the caller of a public function has to give. NULL in its place is an error, not a crash.
#pragma once

#include <initializer_list>

#include "magick/core/errors/error.hpp"
#include "magick/image.h"

namespace lodestone {

// Pointers that must not be null.
using Required = std::initializer_list<const void*>;

// All of them are given; else false with *exception (may be null) set.
inline bool AreGiven(Required pointers, ExceptionInfo* exception = nullptr,
                     std::source_location where = std::source_location::current()) {
  for (const void* pointer : pointers) {
    if (pointer != nullptr) continue;
    Throw(exception, OptionError, "A required argument is missing", nullptr, where);
    return false;
  }
  return true;
}

// Where functions report that have no argument for it: null if there is no image either.
inline ExceptionInfo* ExceptionOf(Image* image) {
  return image == nullptr ? nullptr : &image->exception;
}

// The caller's exception, or without one another, for code that looks at what was reported.
class ReadableException {
 public:
  explicit ReadableException(ExceptionInfo* given) : given_(given) { GetExceptionInfo(&own_); }
  ~ReadableException() { DestroyExceptionInfo(&own_); }
  ReadableException(const ReadableException&) = delete;
  ReadableException& operator=(const ReadableException&) = delete;

  ExceptionInfo* get() { return given_ == nullptr ? &own_ : given_; }

 private:
  ExceptionInfo* given_;
  ExceptionInfo own_;
};

}  // namespace lodestone
