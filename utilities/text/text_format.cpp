#include "utilities/text/text_format.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace lodestone::cli {
namespace {

bool BeginsCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

}  // namespace

std::string Format(const char* format, ...) {
  va_list values;
  va_start(values, format);
  va_list again;
  va_copy(again, values);
  const int length = std::vsnprintf(nullptr, 0, format, values);
  va_end(values);
  std::string text(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  if (!text.empty()) std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  return text;
}

std::string Counted(std::uint64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::vector<std::string> LinesOf(std::string_view text) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == text.npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::size_t DisplayWidth(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), BeginsCharacter));
}

std::string Shortened(const std::string& text, std::size_t width) {
  static const std::string kMore = "...";
  if (DisplayWidth(text) <= width) return text;
  if (width <= kMore.size()) return kMore.substr(0, width);
  std::size_t end = 0;
  for (std::size_t left = width - kMore.size();; ++end) {
    if (BeginsCharacter(text[end]) && left-- == 0) break;
  }
  return text.substr(0, end) + kMore;
}

}  // namespace lodestone::cli
