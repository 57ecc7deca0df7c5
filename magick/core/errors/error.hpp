// Reporting exceptions from C++ code, with the source location filled in.
#pragma once

#include <source_location>

#include "magick/error.h"

namespace lodestone {

// File name without its directories.
constexpr const char* ModuleName(const char* path) {
  const char* name = path;
  for (const char* p = path; *p != '\0'; ++p) {
    if (*p == '/') name = p + 1;
  }
  return name;
}

// ThrowLoggedException; a null exception is ignored. `description` may be null.
inline void Throw(ExceptionInfo* exception, ExceptionType severity, const char* reason,
                  const char* description,
                  std::source_location where = std::source_location::current()) {
  if (exception == nullptr) return;
  ThrowLoggedException(exception, severity, reason, description, ModuleName(where.file_name()),
                       where.function_name(), where.line());
}

// Sets errno to 0 and restores it at the end, so that an exception reported in between does not
// show an unrelated system error.
class ErrnoScope {
 public:
  ErrnoScope();
  ~ErrnoScope();
  ErrnoScope(const ErrnoScope&) = delete;
  ErrnoScope& operator=(const ErrnoScope&) = delete;

 private:
  int before_;
};

}  // namespace lodestone
