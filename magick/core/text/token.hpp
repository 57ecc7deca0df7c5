// Tokens of drawing and style text, as GraphicsMagick splits it.
#pragma once

#include <string>

namespace lodestone {

struct TextToken {
  std::string text;  // without its quotes, or the "url(#...)" around a name
  const char* end;   // the first character behind it
};

// A number with a sign and "%", a word, a quoted text, or one other character; empty at the end.
TextToken NextToken(const char* text);

}  // namespace lodestone
