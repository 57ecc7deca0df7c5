// Base64 (RFC 4648, with padding).
#include <array>
#include <cstdint>
#include <string_view>

#include "magick/memory.h"
#include "magick/utility.h"

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Value of each character, -1 if it is not in the alphabet.
constexpr std::array<int8_t, 256> MakeValues() {
  std::array<int8_t, 256> values{};
  for (auto& value : values) value = -1;
  for (size_t i = 0; i < kAlphabet.size(); i++) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<int8_t>(i);
  }
  return values;
}

constexpr std::array<int8_t, 256> kValues = MakeValues();

}  // namespace

char* Base64Encode(const unsigned char* blob, const size_t blob_length, size_t* encode_length) {
  if (encode_length != nullptr) *encode_length = 0;
  if (encode_length == nullptr || (blob == nullptr && blob_length != 0)) return nullptr;
  if (blob_length > SIZE_MAX / 4 * 3 - 8) return nullptr;
  const size_t length = (blob_length + 2) / 3 * 4;
  char* text = static_cast<char*>(MagickMalloc(length + 1));
  if (text == nullptr) return nullptr;
  char* out = text;
  for (size_t i = 0; i < blob_length; i += 3) {
    const size_t left = blob_length - i;
    uint32_t bits = static_cast<uint32_t>(blob[i]) << 16;
    if (left > 1) bits |= static_cast<uint32_t>(blob[i + 1]) << 8;
    if (left > 2) bits |= blob[i + 2];
    *out++ = kAlphabet[bits >> 18];
    *out++ = kAlphabet[bits >> 12 & 63];
    *out++ = left > 1 ? kAlphabet[bits >> 6 & 63] : '=';
    *out++ = left > 2 ? kAlphabet[bits & 63] : '=';
  }
  *out = '\0';
  *encode_length = length;
  return text;
}

unsigned char* Base64Decode(const char* source, size_t* length) {
  if (length != nullptr) *length = 0;
  if (source == nullptr || length == nullptr) return nullptr;
  const std::string_view text(source);
  unsigned char* blob = static_cast<unsigned char*>(MagickMalloc(text.size() / 4 * 3 + 4));
  if (blob == nullptr) return nullptr;
  uint32_t bits = 0;
  unsigned held = 0;
  size_t used = 0;
  for (const char c : text) {
    if (c == '=') break;
    const int value = kValues[static_cast<unsigned char>(c)];
    if (value < 0) continue;  // line breaks and the like
    bits = bits << 6 | static_cast<uint32_t>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      blob[used++] = static_cast<unsigned char>(bits >> held);
    }
  }
  *length = used;
  return blob;
}
