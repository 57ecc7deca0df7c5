#include "utilities/text/nearest_word.hpp"

#include <algorithm>
#include <vector>

namespace lodestone::cli {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  // Rows of the table for the last two letters of `a` and the current one.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + differs});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string NearestWord(std::string_view word, std::span<const std::string> words) {
  std::string nearest;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3), most_alike = 0;
  for (const std::string& candidate : words) {
    const std::size_t distance = EditDistance(word, candidate);
    const auto end =
        std::mismatch(word.begin(), word.end(), candidate.begin(), candidate.end()).first;
    const auto alike = static_cast<std::size_t>(end - word.begin());
    if (distance == 0 || distance > least) continue;
    if (distance == least && !nearest.empty() && alike <= most_alike) continue;
    least = distance;
    most_alike = alike;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace lodestone::cli
