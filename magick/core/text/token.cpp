#include "magick/core/text/token.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "magick/core/errors/required.hpp"
#include "magick/core/strings/text_number.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool IsWordStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '#' || c == '<';
}

// A backslash protects the closing character and itself.
TextToken Quoted(const char* p) {
  const char close = *p == '{' ? '}' : *p;
  TextToken token{{}, p};
  for (++p; *p != '\0' && *p != close; ++p) {
    if (*p == '\\' && (p[1] == close || p[1] == '\\')) ++p;
    token.text += *p;
  }
  token.end = *p == '\0' ? p : p + 1;
  return token;
}

// Where the parentheses that open at `p` close, or the text ends.
const char* ClosingParenthesis(const char* p) {
  for (++p; *p != '\0' && (*p != ')' || p[-1] == '\\'); ++p) {
  }
  return p;
}

// To white space or an equals sign without a backslash before it, outside of parentheses.
const char* WordEnd(const char* start) {
  const char* p = start;
  for (; *p != '\0'; ++p) {
    if ((IsSpace(*p) || *p == '=') && (p == start || p[-1] != '\\')) break;
    if (*p == '(') p = ClosingParenthesis(p);
    if (*p == '\0') break;
  }
  return p;
}

void StripReference(std::string* text) {
  const std::size_t close = text->rfind(')');
  if (LocaleNCompare(text->c_str(), "url(#", 5) == 0 && close != std::string::npos)
    *text = text->substr(5, close - 5);
}

}  // namespace

TextToken NextToken(const char* text) {
  while (IsSpace(*text)) ++text;
  if (*text == '\0') return {{}, text};
  if (*text == '"' || *text == '\'' || *text == '{') return Quoted(text);
  const char* end = text;
  ParseDouble(text, &end);
  if (end != text) {
    if (*end == '%') ++end;
  } else {
    end = IsWordStart(*text) ? WordEnd(text) : text + 1;
  }
  TextToken token{std::string(text, end), end};
  StripReference(&token.text);
  return token;
}

}  // namespace lodestone

using namespace lodestone;

size_t MagickGetToken(const char* start, char** end, char* token, const size_t buffer_length) {
  if (!AreGiven({start, token})) return 0;
  const TextToken found = NextToken(start);
  if (buffer_length != 0) {
    const size_t length = std::min(found.text.size(), buffer_length - 1);
    std::memcpy(token, found.text.data(), length);
    token[length] = '\0';
  }
  if (end != nullptr) *end = const_cast<char*>(found.end);
  return found.text.size();
}

void GetToken(const char* start, char** end, char* token) {
  MagickGetToken(start, end, token, MaxTextExtent);
}
