// Splitting and joining text: escapes, substitution, lines, words, tokens, base64.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/memory.h"
#include "magick/core/strings/string_list.hpp"
#include "magick/utility.h"

namespace {

using lodestone::Guard;

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool IsQuote(char c) {
  return c == '"' || c == '\'';
}

constexpr size_t kBytesPerDumpLine = 20;

// One line of the hex dump shown for text that contains control characters.
std::string DumpLine(std::string_view bytes, size_t offset) {
  char number[32];
  std::snprintf(number, sizeof(number), "0x%08zx: ", offset);
  std::string line = number;
  for (size_t i = 0; i < kBytesPerDumpLine; i++) {
    if (i < bytes.size()) {
      std::snprintf(number, sizeof(number), "%02x", static_cast<unsigned char>(bytes[i]));
      line += number;
    } else {
      line += "  ";
    }
    if (i % 4 == 3) line += ' ';
  }
  line += ' ';
  for (const char c : bytes) line += std::isprint(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return line;
}

bool IsPlainText(std::string_view text) {
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (byte < 0x20 && !IsSpace(c)) return false;
  }
  return true;
}

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  size_t start = 0;
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', start)) {
    lines.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  lines.emplace_back(text.substr(start));
  return lines;
}

// Words separated by white space; one that starts with a quote ends with the same quote.
std::vector<std::string> Words(const char* p) {
  std::vector<std::string> words{"magick"};
  while (IsSpace(*p)) p++;
  while (*p != '\0') {
    const char* start = p;
    if (IsQuote(*p)) {
      const char quote = *p;
      start = ++p;
      while (*p != '\0' && *p != quote) p++;
      words.emplace_back(start, p);
      if (*p == quote) p++;
    } else {
      while (*p != '\0' && !IsSpace(*p)) p++;
      words.emplace_back(start, p);
    }
    while (IsSpace(*p)) p++;
  }
  return words;
}

}  // namespace

char* EscapeString(const char* source, const char escape) {
  return Guard(nullptr, {source}, nullptr, [=] {
    std::string text;
    for (const char* p = source; *p != '\0'; p++) {
      if (*p == '\\' || *p == escape) text += '\\';
      text += *p;
    }
    return AllocateString(text.c_str());
  });
}

MagickBool SubstituteString(char** buffer, const char* search, const char* replace) {
  if (!lodestone::AreGiven({buffer, search, replace}) || *buffer == nullptr) return MagickFalse;
  const size_t length = std::strlen(search);
  if (length == 0 || std::strstr(*buffer, search) == nullptr) return MagickFalse;
  return Guard(nullptr, MagickFalse, [=] {
    const std::string_view with(replace);
    std::string text = *buffer;
    for (size_t at = text.find(search); at != std::string::npos;
         at = text.find(search, at + with.size())) {
      text.replace(at, length, with);
    }
    return CloneString(buffer, text.c_str()) == MagickPass ? MagickTrue : MagickFalse;
  });
}

void Strip(char* message) {
  if (message == nullptr) return;
  std::string_view text(message);
  if (text.size() <= 1) return;
  const auto drop = [](char c) { return IsSpace(c) || IsQuote(c); };
  if (drop(text.front())) {
    while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
    if (!text.empty() && IsQuote(text.front())) text.remove_prefix(1);
  }
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  if (!text.empty() && IsQuote(text.back())) text.remove_suffix(1);
  std::memmove(message, text.data(), text.size());
  message[text.size()] = '\0';
}

char** StringToList(const char* text) {
  if (text == nullptr) return nullptr;
  return Guard(nullptr, nullptr, [text] {
    const std::string_view all(text);
    if (IsPlainText(all)) return lodestone::ToStringList(Lines(all));
    std::vector<std::string> lines;
    for (size_t at = 0; at < all.size(); at += kBytesPerDumpLine) {
      lines.push_back(DumpLine(all.substr(at, kBytesPerDumpLine), at));
    }
    return lodestone::ToStringList(lines);
  });
}

char** StringToArgv(const char* text, int* argc) {
  if (argc == nullptr) return nullptr;
  *argc = 0;
  if (text == nullptr) return nullptr;
  return Guard(nullptr, nullptr, [=] {
    const std::vector<std::string> words = Words(text);
    char** list = lodestone::ToStringList(words);
    if (list != nullptr) *argc = static_cast<int>(words.size());
    return list;
  });
}
