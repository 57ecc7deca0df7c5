#include "magick/core/enums/enum_table.hpp"

#include <cctype>

namespace lodestone {

namespace {

// The next significant character, in lower case; '\0' at the end.
char NextLetter(const char** text) {
  while (**text == '-' || **text == '_' || **text == ' ') ++*text;
  return static_cast<char>(std::tolower(static_cast<unsigned char>(**text)));
}

}  // namespace

bool SameEnumName(const char* a, const char* b) {
  for (;; a++, b++) {
    const char letter = NextLetter(&a);
    if (letter != NextLetter(&b)) return false;
    if (letter == '\0') return true;
  }
}

}  // namespace lodestone
