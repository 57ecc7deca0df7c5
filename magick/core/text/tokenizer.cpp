// Splitting a line at characters that the caller chooses.
#include <cctype>
#include <cstring>

#include "magick/core/errors/required.hpp"
#include "magick/utility.h"

namespace {

// The values of TokenInfo::state.
enum State { kBefore, kInToken, kInQuotes, kAfter };

enum class Role { kBreak, kQuote, kWhite, kEscape, kOther };

bool IsOneOf(char c, const char* set) {
  return c != '\0' && set != nullptr && std::strchr(set, c) != nullptr;
}

class Tokens {
 public:
  Tokens(TokenInfo* info, char* token, size_t size) : info_(*info), token_(token), size_(size) {}

  // Appends a character, in the case that the flag asks for outside quotes.
  void Store(char c) {
    if (info_.offset < 0 || static_cast<size_t>(info_.offset) + 1 >= size_) return;
    const auto letter = static_cast<unsigned char>(c);
    if (info_.state != kInQuotes && (info_.flag & 3) == 1)
      c = static_cast<char>(std::toupper(letter));
    if (info_.state != kInQuotes && (info_.flag & 3) == 2)
      c = static_cast<char>(std::tolower(letter));
    token_[info_.offset++] = c;
  }
  void End() {
    if (size_ != 0) token_[info_.offset] = '\0';
  }

  // An ordinary character, or white space. False if it ends the token.
  bool Ordinary(char c) {
    if (info_.state == kAfter) return false;
    if (info_.state == kBefore) info_.state = kInToken;
    Store(c);
    return true;
  }
  void White(char c) {
    if (info_.state == kInQuotes) Store(c);
    if (info_.state == kInToken) info_.state = kAfter;
  }
  // False if it ends the token.
  bool Quote(char c, char* quoted) {
    if (info_.state == kInToken || info_.state == kAfter) return false;
    if (info_.state == kBefore) {
      info_.state = kInQuotes;
      info_.quote = c;
      *quoted = 1;
    } else if (c != info_.quote) {
      Store(c);
    } else {
      info_.state = kAfter;
      info_.quote = 0;
    }
    return true;
  }
  int state() const { return info_.state; }
  void set_state(State state) { info_.state = state; }

 private:
  TokenInfo& info_;
  char* const token_;
  const size_t size_;
};

struct Rules {
  const char* white;
  const char* breaks;
  const char* quotes;
  char escape;

  Role RoleOf(char c) const {
    if (IsOneOf(c, breaks)) return Role::kBreak;
    if (IsOneOf(c, quotes)) return Role::kQuote;
    if (IsOneOf(c, white)) return Role::kWhite;
    return c == escape ? Role::kEscape : Role::kOther;
  }
};

// The escape character at line[*next]. False if the token ends here.
bool Escape(Tokens& tokens, const char* line, int* next) {
  if (line[*next + 1] == '\0') {
    tokens.Store(line[(*next)++]);
    return false;
  }
  if (tokens.state() == kAfter) return false;
  if (tokens.state() == kBefore) tokens.set_state(kInToken);
  tokens.Store(line[++*next]);
  return true;
}

// False if the character at line[*next] ends the token, and then *breaker may say so.
bool Accept(Tokens& tokens, const Rules& rules, const char* line, int* next, char* breaker,
            char* quoted) {
  const char c = line[*next];
  switch (rules.RoleOf(c)) {
    case Role::kBreak:
      if (tokens.state() == kInQuotes) return tokens.Ordinary(c);
      ++*next;
      *breaker = c;
      return false;
    case Role::kQuote:
      if (tokens.Quote(c, quoted)) return true;
      *breaker = c;
      return false;
    case Role::kWhite:
      tokens.White(c);
      return true;
    case Role::kEscape:
      return Escape(tokens, line, next);
    case Role::kOther:
      break;
  }
  return tokens.Ordinary(c);
}

}  // namespace

int Tokenizer(TokenInfo* token_info, unsigned flag, char* token, size_t max_token_length,
              char* line, char* white, char* break_set, char* quote, char escape, char* breaker,
              int* next, char* quoted) {
  if (!lodestone::AreGiven({token_info, token, line, breaker, next, quoted})) return 1;
  *breaker = *quoted = 0;
  if (line[*next] == '\0') return 1;
  *token_info = {.state = kBefore, .flag = flag, .offset = 0, .quote = 0};
  Tokens tokens(token_info, token, max_token_length);
  const Rules rules{white, break_set, quote, escape};
  while (line[*next] != '\0' && Accept(tokens, rules, line, next, breaker, quoted)) ++*next;
  tokens.End();
  return 0;
}
