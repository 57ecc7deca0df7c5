// A strict HTML parser: every element closed, every attribute quoted.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace lodestone::test {

struct PageElement {
  std::string name;
  std::map<std::string, std::string> attributes;  // as written, escapes and all
  std::string text;                               // what is directly inside of it, likewise
};

struct Page {
  std::vector<PageElement> elements;  // in document order
  std::string error;                  // "" when the page is valid

  std::vector<const PageElement*> All(const std::string& name) const;
  const PageElement* WithId(const std::string& id) const;
};

Page ReadPage(const std::string& html);

}  // namespace lodestone::test
