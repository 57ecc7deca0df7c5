// The only place where C++ exceptions are stopped, so that none crosses the C interface.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "magick/core/errors/required.hpp"

namespace lodestone {

// Runs `body`. If it throws, reports to `exception` (may be null) and returns `fallback`.
template <class Body>
auto Guard(ExceptionInfo* exception, std::type_identity_t<std::invoke_result_t<Body&>> fallback,
           Body&& body, std::source_location where = std::source_location::current()) noexcept
    -> std::invoke_result_t<Body&> {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", nullptr, where);
  } catch (const std::length_error& error) {  // more than a container or a table can hold
    Throw(exception, ResourceLimitError, "Memory allocation failed", error.what(), where);
  } catch (const std::exception& error) {
    Throw(exception, ExceptionError, "Internal error", error.what(), where);
  } catch (...) {
    Throw(exception, ExceptionError, "Internal error", nullptr, where);
  }
  return fallback;
}

// The same with arguments that have to be given: without them the body is not run.
template <class Body>
auto Guard(ExceptionInfo* exception, Required required,
           std::type_identity_t<std::invoke_result_t<Body&>> fallback, Body&& body,
           std::source_location where = std::source_location::current()) noexcept
    -> std::invoke_result_t<Body&> {
  return AreGiven(required, exception, where) ? Guard(exception, fallback, body, where) : fallback;
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

}  // namespace lodestone
