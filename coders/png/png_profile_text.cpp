#include <charconv>
#include <cctype>

#include "coders/png/png.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kBytesPerLine = 36;

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view SkipSpace(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  return text;
}

}  // namespace

std::string EncodeRawProfile(std::string_view name, const unsigned char* data, std::size_t length) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text = "\n";
  text += name;
  std::string size = std::to_string(length);
  text += '\n' + std::string(size.size() < 8 ? 8 - size.size() : 0, ' ') + size;
  text.reserve(text.size() + length * 2 + length / kBytesPerLine + 2);
  for (std::size_t i = 0; i < length; ++i) {
    if (i % kBytesPerLine == 0) text += '\n';
    text += kHex[data[i] >> 4];
    text += kHex[data[i] & 15];
  }
  return text + '\n';
}

bool DecodeRawProfile(std::string_view text, std::vector<unsigned char>& data) {
  text = SkipSpace(text);
  const std::size_t name_end = text.find('\n');
  if (name_end == std::string_view::npos) return false;
  text = SkipSpace(text.substr(name_end));
  std::size_t length = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), length);
  if (parsed.ec != std::errc() || length == 0) return false;
  text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  if (length > text.size() / 2) return false;
  data.clear();
  data.reserve(length);
  int high = -1;
  for (const char c : text) {
    const int digit = HexDigit(c);
    if (digit < 0) continue;
    if (high < 0) {
      high = digit;
      continue;
    }
    data.push_back(static_cast<unsigned char>(high * 16 + digit));
    high = -1;
    if (data.size() == length) return true;
  }
  return false;
}

}  // namespace lodestone::coders
