#include "tests/events/page_reader.hpp"

#include <algorithm>
#include <set>

namespace lodestone::test {
namespace {

const std::set<std::string> kVoid = {"meta", "link", "br"};
constexpr const char* kBlanks = " \t\n";

class Reader {
 public:
  explicit Reader(const std::string& html) : html_(html) {}

  Page Read() {
    const std::string doctype = "<!DOCTYPE html>";
    if (html_.compare(0, doctype.size(), doctype) != 0) return Fail("no doctype");
    at_ = doctype.size();
    while (page_.error.empty() && at_ < html_.size()) {
      html_[at_] == '<' ? ReadTag() : ReadText();
    }
    if (page_.error.empty() && !open_.empty()) Fail(Top().name + " is never closed");
    return page_;
  }

 private:
  PageElement& Top() { return page_.elements[open_.back()]; }

  Page& Fail(const std::string& error) {
    if (page_.error.empty()) page_.error = error + " at " + html_.substr(at_, 60);
    return page_;
  }

  void ReadText() {
    const auto end = std::min(html_.find('<', at_), html_.size());
    const std::string text = html_.substr(at_, end - at_);
    if (open_.empty() && text.find_first_not_of(kBlanks) != std::string::npos) {
      Fail("text outside of the page");
      return;
    }
    if (!open_.empty() && Top().name != "style" && text.find('>') != std::string::npos) {
      Fail("an unescaped >");
      return;
    }
    if (!open_.empty()) Top().text += text;
    at_ = end;
  }

  void ReadTag() {
    const bool closes = html_.compare(at_, 2, "</") == 0;
    at_ += closes ? 2 : 1;
    const std::string name = Word();
    if (name.empty()) {
      Fail("an unescaped <");
      return;
    }
    closes ? Close(name) : Open(name);
  }

  void Close(const std::string& name) {
    if (open_.empty() || Top().name != name || html_[at_] != '>') {
      Fail("</" + name + "> closes nothing");
      return;
    }
    ++at_;
    open_.pop_back();
  }

  void Open(const std::string& name) {
    page_.elements.push_back({name, {}, {}});
    const std::size_t index = page_.elements.size() - 1;
    while (page_.error.empty() && at_ < html_.size() && html_[at_] != '>' && html_[at_] != '/') {
      ReadAttribute(&page_.elements[index]);
    }
    const bool empty = html_.compare(at_, 2, "/>") == 0;
    at_ = std::min(html_.find('>', at_), html_.size() - 1) + 1;
    if (!empty && kVoid.count(name) == 0) open_.push_back(index);
  }

  void ReadAttribute(PageElement* element) {
    at_ = std::min(html_.find_first_not_of(kBlanks, at_), html_.size());
    const std::string name = Word();
    if (name.empty()) return;
    std::string value;
    if (html_.compare(at_, 2, "=\"") == 0) {
      const auto end = html_.find('"', at_ + 2);
      value = html_.substr(at_ + 2, end - at_ - 2);
      at_ = std::min(end, html_.size() - 1) + 1;
      if (value.find('<') != std::string::npos) Fail("an unescaped < in " + name);
    } else if (html_[at_] == '=') {
      Fail("an attribute without quotes");
    }
    if (!element->attributes.emplace(name, value).second) Fail("two attributes " + name);
  }

  std::string Word() {
    const auto end = std::min(html_.find_first_of(" \t\n=>/\"'<", at_), html_.size());
    const std::string word = html_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  const std::string& html_;
  std::size_t at_ = 0;
  Page page_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::vector<const PageElement*> Page::All(const std::string& name) const {
  std::vector<const PageElement*> found;
  for (const PageElement& element : elements) {
    if (element.name == name) found.push_back(&element);
  }
  return found;
}

const PageElement* Page::WithId(const std::string& id) const {
  for (const PageElement& element : elements) {
    const auto found = element.attributes.find("id");
    if (found != element.attributes.end() && found->second == id) return &element;
  }
  return nullptr;
}

Page ReadPage(const std::string& html) {
  return Reader(html).Read();
}

}  // namespace lodestone::test
