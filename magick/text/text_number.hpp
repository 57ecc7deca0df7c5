// Numbers in text, read the same way in every locale.
#pragma once

#include <cstdint>

namespace lodestone {

// The decimal number that text starts with (white space and a sign allowed before it), and in *end
// the first character after it. No number there: 0 and *end == text. Never infinite or NaN.
double ParseDouble(const char* text, const char** end);

// A count with an optional suffix k m g t p e (any case) in steps of kilo (1000 or 1024), such as
// "2.5g". Saturates at the ends of the range; text that is no number counts as 0.
std::int64_t ParseSize(const char* text, unsigned kilo);

}  // namespace lodestone
