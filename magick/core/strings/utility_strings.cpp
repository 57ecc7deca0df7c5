// C strings: allocation, bounded copies, formatting, comparison, and numbers with suffixes.
#include <algorithm>
#include <cctype>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "magick/memory.h"
#include "magick/core/strings/text_number.hpp"
#include "magick/utility.h"

namespace {

// Minimum capacity that callers of AllocateString have always been able to rely on.
constexpr size_t kMinCapacity = 256;

// Strings grow by doubling so that repeated concatenation stays linear.
size_t RoomFor(size_t length) {
  size_t room = kMinCapacity;
  while (room < length + 1) room *= 2;
  return room;
}

int Folded(char c) {
  return std::tolower(static_cast<unsigned char>(c));
}

}  // namespace

char* AllocateString(const char* source) {
  const size_t length = source == nullptr ? 0 : std::strlen(source);
  char* destination = static_cast<char*>(MagickMalloc(RoomFor(length)));
  if (destination == nullptr) return nullptr;
  if (length != 0) std::memcpy(destination, source, length);
  destination[length] = '\0';
  return destination;
}

char* AcquireString(const char* source) {
  return AllocateString(source);
}

MagickPassFail CloneString(char** destination, const char* source) {
  if (destination == nullptr) return MagickFail;
  if (source == nullptr) {
    MagickFree(*destination);
    *destination = nullptr;
    return MagickPass;
  }
  char* copy = AllocateString(source);
  if (copy == nullptr) return MagickFail;
  MagickFree(*destination);
  *destination = copy;
  return MagickPass;
}

MagickPassFail ConcatenateString(char** destination, const char* source) {
  if (destination == nullptr) return MagickFail;
  if (source == nullptr) return MagickPass;
  if (*destination == nullptr) {
    *destination = AllocateString(source);
    return *destination == nullptr ? MagickFail : MagickPass;
  }
  const size_t old_length = std::strlen(*destination);
  const size_t added = std::strlen(source);
  const size_t room = RoomFor(old_length + added);
  char* grown = static_cast<char*>(MagickRealloc(*destination, room));
  if (grown == nullptr) {
    *destination = nullptr;
    return MagickFail;
  }
  std::memcpy(grown + old_length, source, added + 1);
  *destination = grown;
  return MagickPass;
}

size_t MagickFormatStringList(char* string, const size_t length, const char* format,
                              va_list operands) {
  if (string == nullptr || format == nullptr || length == 0) return 0;
  const int wanted = std::vsnprintf(string, length, format, operands);
  if (wanted < 0) {
    string[0] = '\0';
    return 0;
  }
  string[length - 1] = '\0';
  return std::min(static_cast<size_t>(wanted), length - 1);
}

size_t MagickFormatString(char* string, const size_t length, const char* format, ...) {
  va_list operands;
  va_start(operands, format);
  const size_t wanted = MagickFormatStringList(string, length, format, operands);
  va_end(operands);
  return wanted;
}

size_t FormatStringList(char* string, const char* format, va_list operands) {
  return MagickFormatStringList(string, MaxTextExtent, format, operands);
}

size_t FormatString(char* string, const char* format, ...) {
  va_list operands;
  va_start(operands, format);
  const size_t wanted = MagickFormatStringList(string, MaxTextExtent, format, operands);
  va_end(operands);
  return wanted;
}

size_t MagickStrlCpyTrunc(char* dst, const char* src, const size_t size) {
  if (dst == nullptr || src == nullptr || size == 0) return 0;
  const size_t copied = strnlen(src, size - 1);
  std::memmove(dst, src, copied);
  dst[copied] = '\0';
  return copied;
}

size_t MagickStrlCpy(char* dst, const char* src, const size_t size) {
  if (dst == nullptr || src == nullptr) return 0;
  MagickStrlCpyTrunc(dst, src, size);
  return std::strlen(src);
}

size_t MagickStrlCat(char* dst, const char* src, const size_t size) {
  if (dst == nullptr || src == nullptr) return 0;
  const size_t used = strnlen(dst, size);
  if (used == size) return size + std::strlen(src);
  return used + MagickStrlCpy(dst + used, src, size - used);
}

int LocaleNCompare(const char* p, const char* q, const size_t length) {
  if (p == q || length == 0) return 0;
  if (p == nullptr) return -1;
  if (q == nullptr) return 1;
  for (size_t i = 0; i < length; i++) {
    const int difference = Folded(p[i]) - Folded(q[i]);
    if (difference != 0) return difference;
    if (p[i] == '\0') return 0;
  }
  return 0;
}

int LocaleCompare(const char* p, const char* q) {
  return LocaleNCompare(p, q, SIZE_MAX);
}

void LocaleLower(char* string) {
  if (string == nullptr) return;
  for (; *string != '\0'; string++) *string = static_cast<char>(Folded(*string));
}

void LocaleUpper(char* string) {
  if (string == nullptr) return;
  for (; *string != '\0'; string++) {
    *string = static_cast<char>(std::toupper(static_cast<unsigned char>(*string)));
  }
}

double StringToDouble(const char* text, const double interval) {
  if (text == nullptr) return 0.0;
  const char* end = text;
  const double value = lodestone::ParseDouble(text, &end);
  return std::strchr(end, '%') != nullptr ? value * interval / 100.0 : value;
}

magick_int64_t MagickSizeStrToInt64(const char* str, const unsigned int kilo) {
  if (str == nullptr) return 0;
  return lodestone::ParseSize(str, kilo);
}

void FormatSize(const magick_int64_t size, char* format) {
  if (format == nullptr) return;
  static constexpr char kPrefixes[] = "KMGTPE";
  double length = static_cast<double>(size);
  int steps = 0;
  for (; length > 1024.0 && kPrefixes[steps] != '\0'; steps++) length /= 1024.0;
  if (steps == 0) {
    FormatString(format, "%.0f", length);
  } else {
    FormatString(format, "%.1f%ci", length, kPrefixes[steps - 1]);
  }
}

unsigned long MultilineCensus(const char* label) {
  if (label == nullptr) return 0;
  unsigned long lines = 1;
  for (; *label != '\0'; label++) lines += *label == '\n' ? 1 : 0;
  return lines;
}
