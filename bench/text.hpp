// Numbers and words for tables and charts.
#pragma once

#include <string>

namespace lodestone::bench {

// As printf, of at most 1,000 characters.
__attribute__((format(printf, 1, 2))) std::string Format(const char* format, ...);

// Three digits that count; "-" for nothing.
std::string Milliseconds(double value);

}  // namespace lodestone::bench
