// The tags of an XML document, one after the other. Text between them is passed over; entities that
// a document declares, and other files, are not read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lodestone::cli {

struct XmlTag {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  bool opens = false;   // <name ...>
  bool closes = false;  // </name>; both: <name ... />
};

class XmlReader {
 public:
  explicit XmlReader(std::string text) : text_(std::move(text)) {}

  // Nothing at the end. Throws CommandError for what is no XML.
  std::optional<XmlTag> Next();

  // That of the tag read last, or where an error is: 1, 2, 3 ...
  unsigned long line() const { return line_; }

 private:
  bool Begins(std::string_view text) const;
  bool Take(std::string_view text);
  void Require(std::string_view text);
  void SkipBlanks();
  bool SkipMarkup();
  void SkipPast(std::string_view end);
  void MoveTo(std::size_t at);
  std::string TakeName();
  std::string TakeValue();
  XmlTag TakeTag();
  void Enter(const XmlTag& tag);

  std::string text_;
  std::size_t at_ = 0;
  unsigned long line_ = 1;
  bool has_root_ = false;
  std::vector<std::string> open_;
};

}  // namespace lodestone::cli
