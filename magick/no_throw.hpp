// For entries of the C interface that have no ExceptionInfo: nothing may be thrown out of them.
#pragma once

#include <exception>

namespace lodestone {

// The value of body(), or `failure` if it throws (short of memory, as a rule).
template <typename Result, typename Body>
Result NoThrow(Result failure, Body body) noexcept {
  try {
    return body();
  } catch (const std::exception&) {
    return failure;
  }
}

}  // namespace lodestone
