#include "magick/operations/annotate/characters.hpp"

#include "magick/utility.h"

namespace lodestone {
namespace {

unsigned char ByteAt(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// Takes one character from the start of a text; its length, or 0 if it is none.
using Decoder = std::size_t (*)(std::string_view text, unsigned long* character);

std::size_t FromUtf8(std::string_view text, unsigned long* character) {
  const unsigned char first = ByteAt(text, 0);
  const std::size_t length = first < 0x80             ? 1
                             : (first & 0xe0) != 0xe0 ? 2
                             : (first & 0xf0) != 0xf0 ? 3
                             : (first & 0xf8) == 0xf0 ? 4
                                                      : 0;
  if (length == 0 || text.size() < length) return 0;
  constexpr unsigned char kBits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  *character = first & kBits[length];
  for (std::size_t i = 1; i < length; ++i) {
    if ((ByteAt(text, i) & 0xc0) != 0x80) return 0;
    *character = *character << 6 | (ByteAt(text, i) & 0x3fu);
  }
  return length;
}

std::size_t FromShiftJis(std::string_view text, unsigned long* character) {
  *character = ByteAt(text, 0);
  if (*character < 0x80) return 1;
  if (text.size() < 2) return 0;
  *character = *character << 8 | ByteAt(text, 1);
  return 2;
}

std::size_t FromByte(std::string_view text, unsigned long* character) {
  *character = ByteAt(text, 0);
  return 1;
}

bool Decode(std::string_view text, Decoder decoder, Characters* characters) {
  while (!text.empty()) {
    unsigned long character = 0;
    const std::size_t length = decoder(text, &character);
    if (length == 0) return false;
    characters->push_back(character);
    text.remove_prefix(length);
  }
  return true;
}

Decoder DecoderFor(CharacterCodes codes, const char* encoding) {
  if (codes == CharacterCodes::kShiftJis) return FromShiftJis;
  if (codes == CharacterCodes::kUnicode) return FromUtf8;
  if (encoding == nullptr || *encoding == '\0') return FromByte;
  if (LocaleCompare(encoding, "SJIS") == 0) return FromShiftJis;
  if (LocaleCompare(encoding, "UTF-8") == 0 || codes != CharacterCodes::kNone) return FromUtf8;
  return FromByte;
}

}  // namespace

Characters CharactersOf(std::string_view text, CharacterCodes codes, const char* encoding) {
  Characters characters;
  characters.reserve(text.size());
  if (Decode(text, DecoderFor(codes, encoding), &characters)) return characters;
  characters.clear();
  (void)Decode(text, FromByte, &characters);
  return characters;
}

std::size_t LengthOfCharacter(std::string_view text) {
  unsigned long character = 0;
  const std::size_t length = text.empty() ? 0 : FromUtf8(text, &character);
  return length == 0 ? 1 : length;
}

}  // namespace lodestone
