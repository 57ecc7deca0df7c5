// Text in GraphicsMagick's drawing language, as its drawing functions write it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace lodestone {

class MvgWriter {
 public:
  // Adds a text, indented if it begins a line.
  void Add(std::string_view text);
  // The same on the next line if this one would become too long.
  void AddWrapped(std::string_view text);

  void Indent() { ++indent_; }
  void Unindent() {
    if (indent_ != 0) --indent_;
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t width_ = 0;  // of the last line
  std::size_t indent_ = 0;
};

// A number as "%g" writes it in the C locale.
std::string NumberText(double number);
// Numbers with commas.
std::string ListText(std::initializer_list<double> numbers);
// Numbers two and two: with commas between the numbers of a pair, and spaces between pairs.
std::string PairsText(std::initializer_list<double> numbers);
// Quoted, as one token.
std::string QuotedText(std::string_view text);

}  // namespace lodestone
