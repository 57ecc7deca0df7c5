// Numbers one after the other in a text.
#pragma once

#include <optional>

namespace lodestone {

// Each reads a number, with "%" behind it if there is one, and moves *at behind both. Nothing, with
// *at unchanged: there is none, or it is too large.
std::optional<double> ReadNumber(const char** at);
std::optional<long> ReadWhole(const char** at);

bool StartsNumber(const char* text);

}  // namespace lodestone
