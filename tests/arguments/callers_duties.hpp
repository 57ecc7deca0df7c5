// Arguments that no library can check: what they say about the caller's memory has to be true.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lodestone::test {

enum class Duty {
  kMeasure,  // of memory or of time: only the sensible value is passed
  kFormat,   // fits the operands after it: only the sensible one and NULL
  kObject    // made by the function for it: only NULL
};

struct CallersDuty {
  const char* function;
  std::size_t argument;  // its place, from 0
  Duty duty;
};

std::span<const CallersDuty> CallersDuties();

// Whether these numbers of values break a duty.
bool IsCallersDuty(const char* function, const std::vector<unsigned>& numbers);

}  // namespace lodestone::test
