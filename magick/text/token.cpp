// Tokens of drawing and style text.
#include <cctype>
#include <cstring>
#include <string_view>

#include "magick/core/required.hpp"
#include "magick/text/text_number.hpp"
#include "magick/utility.h"

namespace {

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool IsWordStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '#' || c == '<';
}

struct Token {
  std::string_view text;
  const char* end;
};

Token Quoted(const char* p) {
  const char close = *p == '{' ? '}' : *p;
  const char* start = ++p;
  while (*p != '\0' && *p != close) p += *p == '\\' && p[1] != '\0' ? 2 : 1;
  const std::string_view text(start, static_cast<size_t>(p - start));
  return {text, *p == '\0' ? p : p + 1};
}

// A word extends to white space, a comma or an equals sign; parentheses keep their contents
// together.
Token Word(const char* p) {
  const char* start = p;
  int depth = 0;
  for (; *p != '\0'; p++) {
    if (*p == '(') depth++;
    if (*p == ')' && --depth <= 0) {
      p++;
      break;
    }
    if (depth == 0 && (IsSpace(*p) || *p == ',' || *p == '=')) break;
  }
  std::string_view text(start, static_cast<size_t>(p - start));
  if (text.substr(0, 5) == "url(#" && text.back() == ')') {
    text = text.substr(5, text.size() - 6);
  }
  return {text, p};
}

Token NextToken(const char* p) {
  while (IsSpace(*p)) p++;
  if (*p == '\0') return {{}, p};
  if (*p == '"' || *p == '\'' || *p == '{') return Quoted(p);
  if (IsWordStart(*p)) return Word(p);
  const char* end = p;
  lodestone::ParseDouble(p, &end);
  if (end == p) {
    end++;
  } else if (*end == '%') {
    end++;
  }
  return {{p, static_cast<size_t>(end - p)}, end};
}

}  // namespace

size_t MagickGetToken(const char* start, char** end, char* token, const size_t buffer_length) {
  if (!lodestone::AreGiven({start, token})) return 0;
  const Token found = NextToken(start);
  if (buffer_length != 0) {
    const size_t length = found.text.size() < buffer_length ? found.text.size() : buffer_length - 1;
    if (length != 0) std::memmove(token, found.text.data(), length);
    token[length] = '\0';
  }
  if (end != nullptr) *end = const_cast<char*>(found.end);
  return found.text.size();
}

void GetToken(const char* start, char** end, char* token) {
  MagickGetToken(start, end, token, MaxTextExtent);
}
