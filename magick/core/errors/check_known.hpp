// Refusing values that an enumeration does not have.
#pragma once

#include <cstdio>

#include "magick/core/enums/enum_range.hpp"
#include "magick/core/errors/error.hpp"

namespace lodestone {

// Whether the enumeration has the value; else an OptionError.
template <class Enum>
bool CheckKnown(Enum value, ExceptionInfo* exception,
                std::source_location where = std::source_location::current()) noexcept {
  if (IsKnown(value)) return true;
  char number[16];
  std::snprintf(number, sizeof number, "%d", static_cast<int>(value));
  Throw(exception, OptionError, RangeOf(value).refusal, number, where);
  return false;
}

}  // namespace lodestone
