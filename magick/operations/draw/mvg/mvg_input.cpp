#include "magick/operations/draw/mvg/mvg_input.hpp"

#include <cctype>
#include <cstring>
#include <utility>

#include "magick/core/strings/plain_number.hpp"
#include "magick/core/text/token.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr std::size_t kDeepest = 100;
constexpr int kMostInserted = 100000;

const char* SkipSpace(const char* text) {
  while (std::isspace(static_cast<unsigned char>(*text))) ++text;
  return text;
}

}  // namespace

void MvgInput::Insert(std::string text) {
  LeaveEnded();
  if (frames_.size() >= kDeepest || ++inserted_ > kMostInserted)
    throw DrawFailure{DrawError, "drawing recursion detected", std::to_string(frames_.size())};
  frames_.push_back({std::move(text)});
}

void MvgInput::MoveTo(const char* place) {
  frames_.back().at = static_cast<std::size_t>(place - frames_.back().text.c_str());
}

// The last one stays, for there is always one.
void MvgInput::LeaveEnded() {
  while (frames_.size() > 1 && *SkipSpace(at()) == '\0') frames_.pop_back();
}

std::string MvgInput::Token() {
  LeaveEnded();
  TextToken token = NextToken(at());
  MoveTo(token.end);
  return std::move(token.text);
}

void MvgInput::SkipLine() {
  const char* end = at();
  MoveTo(end + std::strcspn(end, "\n"));
}

void MvgInput::SkipComma() {
  const char* next = SkipSpace(at());
  MoveTo(*next == ',' ? next + 1 : next);
}

bool MvgInput::StartsNumber() {
  LeaveEnded();
  return lodestone::StartsNumber(at());
}

double MvgInput::Number() {
  LeaveEnded();
  SkipComma();
  const char* place = at();
  const auto value = ReadNumber(&place);
  if (!value) throw Nonconforming{};
  MoveTo(place);
  return *value;
}

double MvgInput::NumberOrPercentage() {
  const double value = Number();
  return at()[-1] == '%' ? 0.01 * value : value;
}

long MvgInput::Whole() {
  LeaveEnded();
  const char* place = at();
  const auto value = ReadWhole(&place);
  if (!value) throw Nonconforming{};
  MoveTo(place);
  return *value;
}

PointInfo MvgInput::Pair() {
  const double x = Number();
  return {x, Number()};
}

bool MvgInput::Follows(const char* text) const {
  return LocaleNCompare(at(), text, std::strlen(text)) == 0;
}

std::string MvgInput::TextUntilPop(const char* kind) {
  const char* const begin = at();
  for (const char* place = begin; *place != '\0';) {
    const TextToken token = NextToken(place);
    if (token.end == place) break;
    place = token.end;
    if (LocaleCompare(token.text.c_str(), "pop") != 0) continue;
    const TextToken popped = NextToken(place);
    if (LocaleCompare(popped.text.c_str(), kind) != 0) continue;
    MoveTo(popped.end);
    constexpr long kPop = 4;  // with the space before it
    return place - begin > kPop ? std::string(begin, place - kPop) : std::string();
  }
  throw DrawFailure{DrawError, "unbalanced push-pop", std::string("push ") + kind};
}

}  // namespace lodestone
