#include "bench/text.hpp"

#include <cstdarg>
#include <cstdio>

namespace lodestone::bench {

std::string Format(const char* format, ...) {
  char text[1001];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string Milliseconds(double value) {
  if (value <= 0) return "-";
  return Format(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
}

}  // namespace lodestone::bench
