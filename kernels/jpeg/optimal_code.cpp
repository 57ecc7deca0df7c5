#include "kernels/jpeg/optimal_code.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace lodestone::kernels {
namespace {

constexpr std::size_t kSymbols = 256;
// Takes the code of ones alone, which no symbol may have.
constexpr std::size_t kReserved = kSymbols;
constexpr std::size_t kNone = kSymbols + 1;
constexpr std::size_t kLongest = 32, kLongestOfFile = 16;  // bits
constexpr std::uint64_t kMostFrequent = 1'000'000'000;     // libjpeg does not join others

// A tree of symbols. Which of equally frequent ones are joined decides the lengths of codes.
class Tree {
 public:
  explicit Tree(const JpegCounts& counts) {
    std::copy(counts.begin(), counts.end(), counts_.begin());
    counts_[kReserved] = 1;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      if (counts_[i] != 0) roots_.push_back(i);
    next_.fill(kNone);
    for (;;) {
      const std::size_t first = Rarest(kNone), second = Rarest(first);
      if (second == kNone) return;
      Join(first, second);
    }
  }

  std::size_t LengthOf(std::size_t symbol) const { return lengths_[symbol]; }

 private:
  // The last one of the rarest that are still apart.
  std::size_t Rarest(std::size_t but) const {
    std::size_t rarest = kNone;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const std::size_t i : roots_) {
      if (counts_[i] > least || i == but) continue;
      least = counts_[i];
      rarest = i;
    }
    return rarest;
  }

  void Join(std::size_t first, std::size_t second) {
    counts_[first] += counts_[second];
    std::erase(roots_, second);
    std::size_t last = first;
    for (std::size_t i = first; i != kNone; i = next_[i]) {
      ++lengths_[i];
      last = i;
    }
    next_[last] = second;
    for (std::size_t i = second; i != kNone; i = next_[i]) ++lengths_[i];
  }

  std::array<std::uint64_t, kSymbols + 1> counts_{};
  std::vector<std::size_t> roots_;  // in their order
  std::array<std::size_t, kSymbols + 1> lengths_{}, next_{};
};

using Lengths = std::array<std::uint32_t, kLongest + 1>;  // codes of each

// Two codes of a length that files do not have become one a bit shorter and, with a shorter one,
// two.
void Shorten(Lengths& lengths) {
  for (std::size_t i = kLongest; i > kLongestOfFile; --i) {
    while (lengths[i] > 0) {
      std::size_t shorter = i - 2;
      while (lengths[shorter] == 0) --shorter;
      lengths[i] -= 2;
      ++lengths[i - 1];
      lengths[shorter + 1] += 2;
      --lengths[shorter];
    }
  }
}

// At least one symbol occurs.
bool MakeOptimalCode(const JpegCounts& counts, MagickAccelerateJpegCode& code) {
  if (std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) >= kMostFrequent)
    return false;
  const Tree tree(counts);
  Lengths lengths{};
  for (std::size_t i = 0; i <= kReserved; ++i) {
    const std::size_t length = tree.LengthOf(i);
    if (length > kLongest) return false;
    if (length != 0) ++lengths[length];
  }
  Shorten(lengths);
  std::size_t longest = kLongestOfFile;
  while (lengths[longest] == 0) --longest;
  --lengths[longest];
  std::transform(lengths.begin(), lengths.begin() + std::size(code.counts), code.counts,
                 [](std::uint32_t count) { return static_cast<std::uint8_t>(count); });
  std::size_t k = 0;
  for (std::size_t length = 1; length <= kLongest; ++length)
    for (std::uint32_t i = 0; i < kSymbols; ++i)
      if (tree.LengthOf(i) == length) code.symbols[k++] = static_cast<std::uint8_t>(i);
  std::fill(code.symbols + k, std::end(code.symbols), std::uint8_t{0});
  return true;
}

}  // namespace

bool OptimizeJpegCodes(const JpegSymbolCounts& counts, MagickAccelerateEncoding& encoding) {
  for (std::size_t c = 0; c < encoding.components; ++c) {
    const std::size_t code = encoding.component[c].code;
    if (!MakeOptimalCode(counts.dc[code], encoding.dc[code]) ||
        !MakeOptimalCode(counts.ac[code], encoding.ac[code]))
      return false;
  }
  return true;
}

}  // namespace lodestone::kernels
