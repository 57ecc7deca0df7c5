// Several numbers in one argument, such as "1.0,2.2/0.45".
#pragma once

#include <cstddef>
#include <span>

namespace lodestone {

// Reads up to numbers.size() numbers with at least one of `separators` between them, and leaves
// the others as they are. Returns how many there were; what follows them is ignored.
std::size_t ParseNumbers(const char* text, const char* separators, std::span<double> numbers);

}  // namespace lodestone
