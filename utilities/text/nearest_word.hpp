// What a misspelt word may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lodestone::cli {

// The number of letters to insert, drop, replace or swap with their neighbour to get from one word
// to the other.
std::size_t EditDistance(std::string_view a, std::string_view b);

// The word that is fewest such steps away; of several, one that begins alike; "" if all are further
// than a third of the letters, or equal.
std::string NearestWord(std::string_view word, std::span<const std::string> words);

}  // namespace lodestone::cli
