// Exceptions of wands: reporting, and where C++ ones are stopped, so that none crosses the C
// interface.
#pragma once

#include <exception>
#include <initializer_list>
#include <new>
#include <source_location>
#include <type_traits>

#include "magick/error.h"

namespace lodestone::wand {

// ThrowLoggedException with the place that noticed; a null exception is ignored.
void Report(ExceptionInfo* exception, ExceptionType severity, const char* reason,
            const char* description = nullptr,
            std::source_location where = std::source_location::current());

// All of them are given; else false with *exception (may be null) set.
bool AreGiven(std::initializer_list<const void*> pointers, ExceptionInfo* exception,
              std::source_location where = std::source_location::current());

// Runs `body`. If it throws, reports to `exception` (may be null) and returns `fallback`.
template <class Body>
auto Guard(ExceptionInfo* exception, std::type_identity_t<std::invoke_result_t<Body&>> fallback,
           Body&& body, std::source_location where = std::source_location::current()) noexcept
    -> std::invoke_result_t<Body&> {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    Report(exception, ResourceLimitError, "Memory allocation failed", nullptr, where);
  } catch (const std::exception& error) {
    Report(exception, ExceptionError, "Internal error", error.what(), where);
  }
  return fallback;
}

// The same for a body without a result.
template <class Body>
requires std::is_void_v<std::invoke_result_t<Body&>>
void Guard(ExceptionInfo* exception, Body&& body,
           std::source_location where = std::source_location::current()) noexcept {
  Guard(
      exception, false,
      [&] {
        body();
        return true;
      },
      where);
}

// "reason (description)", owned by the caller (MagickFree); nullptr if there is no memory.
char* ExceptionText(const ExceptionInfo& exception);

}  // namespace lodestone::wand
