// File name patterns: * ? [a-z] [!a-z] {one,two} and \ to escape a character.
#include <cstring>
#include <string>
#include <string_view>

#include "magick/core/errors/barrier.hpp"
#include "magick/utility.h"

namespace {

// Length of the bracket expression at the front, 0 if it has no end.
size_t BracketLength(std::string_view pattern) {
  size_t at = 1;
  if (at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^')) at++;
  if (at < pattern.size() && pattern[at] == ']') at++;
  const size_t end = pattern.find(']', at);
  return end == std::string_view::npos ? 0 : end + 1;
}

bool BracketHas(std::string_view bracket, char c) {
  std::string_view set = bracket.substr(1, bracket.size() - 2);
  const bool negated = set.front() == '!' || set.front() == '^';
  if (negated) set.remove_prefix(1);
  bool found = false;
  for (size_t i = 0; i < set.size(); i++) {
    if (i + 2 < set.size() && set[i + 1] == '-') {
      found = found || (set[i] <= c && c <= set[i + 2]);
      i += 2;
    } else {
      found = found || set[i] == c;
    }
  }
  return found != negated;
}

// Length of the pattern's front element if it matches c, else 0.
size_t MatchOne(std::string_view pattern, char c) {
  if (pattern.front() == '?') return 1;
  if (pattern.front() == '\\' && pattern.size() > 1) return pattern[1] == c ? 2 : 0;
  if (pattern.front() == '[') {
    const size_t length = BracketLength(pattern);
    if (length > 2) return BracketHas(pattern.substr(0, length), c) ? length : 0;
  }
  return pattern.front() == c ? 1 : 0;
}

// Without braces. Backtracks to the last star only, so the time is at most the product of the
// lengths.
bool MatchPlain(std::string_view text, std::string_view pattern) {
  size_t t = 0;
  size_t p = 0;
  size_t star = std::string_view::npos;
  size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
      continue;
    }
    const size_t length = p < pattern.size() ? MatchOne(pattern.substr(p), text[t]) : 0;
    if (length != 0) {
      p += length;
      t++;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') p++;
  return p == pattern.size();
}

constexpr int kMaxBraces = 4;  // bounds the number of alternatives tried

bool Match(std::string_view text, std::string_view pattern, int braces_left) {
  const size_t open = pattern.find('{');
  const size_t close = open == std::string_view::npos ? open : pattern.find('}', open);
  if (close == std::string_view::npos || braces_left == 0) return MatchPlain(text, pattern);
  std::string_view choices = pattern.substr(open + 1, close - open - 1);
  for (;;) {
    const size_t comma = choices.find(',');
    std::string one(pattern.substr(0, open));
    one += choices.substr(0, comma);
    one += pattern.substr(close + 1);
    if (Match(text, one, braces_left - 1)) return true;
    if (comma == std::string_view::npos) return false;
    choices.remove_prefix(comma + 1);
  }
}

}  // namespace

int GlobExpression(const char* expression, const char* pattern) {
  if (expression == nullptr) return MagickFalse;
  if (pattern == nullptr || *pattern == '\0') return MagickTrue;
  return lodestone::Guard(nullptr, MagickFalse, [=] {
    return Match(expression, pattern, kMaxBraces) ? MagickTrue : MagickFalse;
  });
}

MagickBool IsGlob(const char* path) {
  if (path == nullptr) return MagickFalse;
  return std::strpbrk(path, "*?{}[]") != nullptr ? MagickTrue : MagickFalse;
}
