#include "magick/core/strings/plain_number.hpp"

#include <cmath>
#include <limits>

#include "base/saturate.hpp"
#include "magick/core/strings/text_number.hpp"

namespace lodestone {

std::optional<double> ReadNumber(const char** at) {
  const char* end = *at;
  const double value = ParseDouble(*at, &end);
  if (end == *at || std::fabs(value) == std::numeric_limits<double>::max()) return std::nullopt;
  *at = *end == '%' ? end + 1 : end;
  return value;
}

std::optional<long> ReadWhole(const char** at) {
  const std::optional<double> value = ReadNumber(at);
  if (!value || std::fabs(*value) > kLargestExactLong) return std::nullopt;
  return static_cast<long>(*value);
}

bool StartsNumber(const char* text) {
  const char* end = text;
  ParseDouble(text, &end);
  return end != text;
}

}  // namespace lodestone
