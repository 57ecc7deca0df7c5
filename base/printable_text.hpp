// Text from outside, such as names of files, for people to read: nothing in it controls a terminal.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace lodestone {

// The length of the character in UTF-8 that the text begins with; 0 if there is none.
inline std::size_t CharacterLength(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  return length;
}

// Whether terminals take the character, or the byte that is none, for an order. Those of 8 bits
// (C1) are orders as bytes and as characters.
inline bool IsControl(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || (first >= 0x7F && first < 0xA0);
  return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

// Gives the characters of the text to `put`, and '?' in the place of each such one that is not in
// `kept`. Needs no memory.
template <class Put>
void ForEachPrintable(std::string_view text, std::string_view kept, const Put& put) {
  while (!text.empty()) {
    const std::size_t length = CharacterLength(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    const bool control = IsControl(character) && kept.find(character) == kept.npos;
    put(control ? "?" : character);
    text.remove_prefix(character.size());
  }
}

inline std::string Printable(std::string_view text, std::string_view kept = "") {
  std::string printable;
  ForEachPrintable(text, kept, [&](std::string_view character) { printable += character; });
  return printable;
}

// The same, but for the ends of lines and tabs, if the stream is a terminal. What programs read
// stays as it is.
inline std::string TextFor(std::FILE* stream, std::string text) {
  return isatty(fileno(stream)) == 1 ? Printable(text, "\n\t") : text;
}

}  // namespace lodestone
