#include "base/sampling_factors.hpp"

#include <cctype>
#include <charconv>

namespace lodestone {
namespace {

constexpr int kMaxFactor = 4;  // of JPEG

// Takes texts apart from left to right.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool AtEnd() {
    SkipSpace();
    return text_.empty();
  }

  bool Take(char wanted) {
    SkipSpace();
    if (text_.empty() || std::tolower(static_cast<unsigned char>(text_[0])) != wanted) return false;
    text_.remove_prefix(1);
    return true;
  }

  // A whole number, such as 2 or 2.0; -1 if there is none.
  int TakeWhole() {
    SkipSpace();
    double number = -1.0;
    const char* const begin = text_.data();
    const auto [end, error] =
        std::from_chars(begin, begin + text_.size(), number, std::chars_format::fixed);
    if (error != std::errc() || !(number >= 0.0 && number <= 1000.0)) return -1;
    text_.remove_prefix(static_cast<std::size_t>(end - begin));
    const int whole = static_cast<int>(number);
    return whole == number ? whole : -1;
  }

 private:
  void SkipSpace() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_[0])))
      text_.remove_prefix(1);
  }

  std::string_view text_;
};

bool IsFactor(int factor) {
  return factor >= 1 && factor <= kMaxFactor;
}

// J:a:b: of two rows of J pixels, the first has `a` samples of chroma, and the second `b` of its
// own. A fourth number is that of alpha, which has all.
std::optional<SamplingFactors> ParseRatio(Cursor cursor) {
  const int pixels = cursor.TakeWhole();
  if (!cursor.Take(':')) return std::nullopt;
  const int first = cursor.TakeWhole();
  if (!cursor.Take(':')) return std::nullopt;
  const int second = cursor.TakeWhole();
  const int alpha = cursor.Take(':') ? cursor.TakeWhole() : pixels;
  if (!cursor.AtEnd() || pixels < 1 || first < 1 || pixels % first != 0 || alpha != pixels)
    return std::nullopt;
  if ((second != 0 && second != first) || !IsFactor(pixels / first)) return std::nullopt;
  SamplingFactors factors;
  factors[0] = {pixels / first, second == 0 ? 2 : 1};
  return factors;
}

std::optional<SamplingFactors> ParsePairs(Cursor cursor) {
  SamplingFactors factors;
  for (SamplingFactor& factor : factors) {
    factor.across = factor.down = cursor.TakeWhole();
    if (cursor.Take('x')) factor.down = cursor.TakeWhole();
    if (!IsFactor(factor.across) || !IsFactor(factor.down)) return std::nullopt;
    if (cursor.AtEnd()) return factors;
    if (!cursor.Take(',')) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SamplingFactors> ParseSamplingFactors(std::string_view text) {
  const bool ratio = text.find(':') != std::string_view::npos;
  return ratio ? ParseRatio(Cursor(text)) : ParsePairs(Cursor(text));
}

}  // namespace lodestone
