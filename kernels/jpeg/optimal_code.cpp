#include "kernels/jpeg/optimal_code.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <span>

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
    next_.fill(kNone);
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] != 0) roots_.push({counts[i], i});
    roots_.push({1, kReserved});
    while (roots_.size() > 1) {
      Root rarest = TakeRarest();
      const Root second = TakeRarest();
      rarest.count += second.count;
      Join(rarest.symbol, second.symbol);
      roots_.push(rarest);
    }
  }

  std::size_t LengthOf(std::size_t symbol) const { return lengths_[symbol]; }

 private:
  struct Root {
    std::uint64_t count;
    std::size_t symbol;
    // Of equally rare ones the last is first.
    bool operator<(const Root& other) const {
      return count != other.count ? count > other.count : symbol < other.symbol;
    }
  };

  Root TakeRarest() {
    const Root rarest = roots_.top();
    roots_.pop();
    return rarest;
  }

  void Join(std::size_t first, std::size_t second) {
    std::size_t last = first;
    for (std::size_t i = first; i != kNone; i = next_[i]) {
      ++lengths_[i];
      last = i;
    }
    next_[last] = second;
    for (std::size_t i = second; i != kNone; i = next_[i]) ++lengths_[i];
  }

  std::priority_queue<Root> roots_;  // those that are still apart
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

// By length.
void FillInSymbols(const Tree& tree, MagickAccelerateJpegCode& code) {
  std::array<std::size_t, kLongest + 2> places{};
  for (std::size_t i = 0; i < kSymbols; ++i)
    if (const std::size_t length = tree.LengthOf(i); length != 0) ++places[length + 1];
  std::partial_sum(places.begin(), places.end(), places.begin());
  std::fill(std::begin(code.symbols), std::end(code.symbols), std::uint8_t{0});
  for (std::size_t i = 0; i < kSymbols; ++i)
    if (const std::size_t length = tree.LengthOf(i); length != 0)
      code.symbols[places[length]++] = static_cast<std::uint8_t>(i);
}

bool MakeOptimalCode(const JpegCounts& counts, MagickAccelerateJpegCode& code) {
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (all == 0 || all >= kMostFrequent) return false;
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
  FillInSymbols(tree, code);
  return true;
}

}  // namespace

bool OptimizeJpegCodes(const JpegSymbolCounts& counts, MagickAccelerateEncoding& encoding) {
  const std::span components(encoding.component, encoding.components);
  for (std::size_t code = 0; code < MAGICK_ACCELERATE_JPEG_CODES; ++code) {
    const auto has_code = [&](const MagickAccelerateEncodedComponent& each) {
      return each.code == code;
    };
    if (std::none_of(components.begin(), components.end(), has_code)) continue;
    if (!MakeOptimalCode(counts.dc[code], encoding.dc[code]) ||
        !MakeOptimalCode(counts.ac[code], encoding.ac[code]))
      return false;
  }
  return true;
}

}  // namespace lodestone::kernels
