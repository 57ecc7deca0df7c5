// Numbers in text, read the same way in every locale.
#pragma once

#include <cstdint>

namespace lodestone {

// The decimal number that text starts with (white space and a sign allowed before it); *end becomes
// the first character after it. If there is no number: 0 and *end == text. Never infinite or NaN.
double ParseDouble(const char* text, const char** end);

// A count with an optional suffix k m g t p e (any case) in steps of kilo (1000 or 1024), such as
// "2.5g"; units may follow, as in "512MB" and "1GiB". "unlimited" is the end of the range, where
// other values saturate; text that is not a number counts as 0.
std::int64_t ParseSize(const char* text, unsigned kilo);

}  // namespace lodestone
