#include "magick/core/strings/text_number.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>

#include "magick/utility.h"

namespace lodestone {

namespace {

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

struct Sign {
  const char* rest;
  bool negative;
};

Sign SkipSign(const char* text) {
  while (IsSpace(*text)) text++;
  const bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  return {text, negative};
}

double ParseUnsigned(const char* text, std::chars_format format, const char** end) {
  // from_chars would also take "inf" and "nan".
  if (!IsDigit(*text) && !(*text == '.' && IsDigit(text[1]))) return 0.0;
  double value = 0.0;
  const char* const most = text + std::strspn(text, "0123456789+-.eE");
  const auto result = std::from_chars(text, most, value, format);
  *end = result.ptr;
  if (result.ec == std::errc::result_out_of_range) {
    // Distinguishes overflow from underflow by the sign of the exponent.
    const char* exponent = std::strpbrk(text, "eE");
    const bool tiny = exponent != nullptr && exponent < result.ptr && exponent[1] == '-';
    return tiny ? 0.0 : std::numeric_limits<double>::max();
  }
  return value;
}

}  // namespace

double ParseDouble(const char* text, const char** end) {
  *end = text;
  const Sign sign = SkipSign(text);
  const double value = ParseUnsigned(sign.rest, std::chars_format::general, end);
  return sign.negative ? -value : value;
}

std::int64_t ParseSize(const char* text, unsigned kilo) {
  const Sign sign = SkipSign(text);
  if (!sign.negative && LocaleCompare(sign.rest, "unlimited") == 0)
    return std::numeric_limits<std::int64_t>::max();
  const char* end = sign.rest;
  // Fixed notation: an 'e' after the digits is the suffix for 10^18, not an exponent.
  double value = ParseUnsigned(sign.rest, std::chars_format::fixed, &end);
  static constexpr char kSuffixes[] = "kmgtpe";
  const char* suffix = *end == '\0'
                           ? nullptr
                           : std::strchr(kSuffixes, std::tolower(static_cast<unsigned char>(*end)));
  if (suffix == nullptr || *suffix == '\0') suffix = nullptr;
  for (const char* step = kSuffixes; suffix != nullptr && step <= suffix; step++) value *= kilo;
  if (sign.negative) value = -value;
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (value >= kLimit) return std::numeric_limits<std::int64_t>::max();
  if (value <= -kLimit) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

}  // namespace lodestone
