#include "utilities/events/read/json_fields.hpp"

namespace lodestone::cli {
namespace {

// More digits might not fit 64 bits.
constexpr std::size_t kMaxDigits = 19;

class PlainReader {
 public:
  PlainReader(std::string_view text, JsonFields* fields) : rest_(text), fields_(fields) {}

  bool Object();

 private:
  void SkipBlanks();
  bool Skip(char c);
  bool Skip(std::string_view word);
  bool Text(std::string_view* text);
  bool Number();
  bool Value();

  std::string_view rest_;
  JsonFields* fields_;
};

void PlainReader::SkipBlanks() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
}

bool PlainReader::Skip(char c) {
  SkipBlanks();
  if (rest_.empty() || rest_[0] != c) return false;
  rest_.remove_prefix(1);
  return true;
}

bool PlainReader::Skip(std::string_view word) {
  if (!rest_.starts_with(word)) return false;
  rest_.remove_prefix(word.size());
  return true;
}

bool PlainReader::Text(std::string_view* text) {
  if (!Skip('"')) return false;
  const char* const start = rest_.data();
  const char* const end = start + rest_.size();
  const char* at = start;
  // As signed numbers, bytes of multi-byte UTF-8 sequences are less than any ASCII character.
  while (at != end && static_cast<signed char>(*at) >= ' ' && *at != '"' && *at != '\\') ++at;
  if (at == end || *at != '"') return false;
  *text = {start, static_cast<std::size_t>(at - start)};
  rest_.remove_prefix(text->size() + 1);
  return true;
}

bool PlainReader::Number() {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
    if (digits == kMaxDigits) return false;
    value = 10 * value + static_cast<std::uint64_t>(rest_[digits] - '0');
  }
  if (digits == 0 || (digits > 1 && rest_[0] == '0')) return false;
  rest_.remove_prefix(digits);
  return fields_->number_unsigned(value);  // a fraction makes what follows invalid
}

bool PlainReader::Value() {
  SkipBlanks();
  if (rest_.empty()) return false;
  std::string_view text;
  switch (rest_[0]) {
    case '"':
      return Text(&text) && fields_->string(text);
    case 't':
      return Skip("true") && fields_->boolean(true);
    case 'f':
      return Skip("false") && fields_->boolean(false);
    default:
      return Number();
  }
}

bool PlainReader::Object() {
  if (!Skip('{')) return false;
  fields_->start_object(0);
  do {
    std::string_view name;
    if (!Text(&name) || !fields_->key(name) || !Skip(':') || !Value()) return false;
  } while (Skip(','));
  if (!Skip('}')) return false;
  fields_->end_object();
  SkipBlanks();
  return rest_.empty();
}

}  // namespace

bool TakePlainJson(std::string_view line, JsonFields* fields) {
  return PlainReader(line, fields).Object();
}

}  // namespace lodestone::cli
