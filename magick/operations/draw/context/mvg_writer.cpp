#include "magick/operations/draw/context/mvg_writer.hpp"

#include <charconv>

namespace lodestone {
namespace {

constexpr std::size_t kLineWidth = 78;
constexpr int kDigits = 6;

}  // namespace

void MvgWriter::Add(std::string_view text) {
  if (width_ < indent_) {
    text_.append(indent_ - width_, ' ');
    width_ = indent_;
  }
  text_ += text;
  width_ = text.ends_with('\n') ? 0 : width_ + text.size();
}

void MvgWriter::AddWrapped(std::string_view text) {
  if (width_ + text.size() > kLineWidth && !text.ends_with('\n')) Add("\n");
  Add(text);
}

std::string NumberText(double number) {
  char text[32];
  const auto end =
      std::to_chars(text, text + sizeof text, number, std::chars_format::general, kDigits);
  return std::string(text, end.ptr);
}

std::string ListText(std::initializer_list<double> numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ",") + NumberText(number);
  return text;
}

std::string PairsText(std::initializer_list<double> numbers) {
  std::string text;
  bool first = true;
  for (const double number : numbers) {
    text += (text.empty() ? "" : first ? " " : ",") + NumberText(number);
    first = !first;
  }
  return text;
}

std::string QuotedText(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted += '\'';
}

}  // namespace lodestone
