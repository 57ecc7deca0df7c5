// Looks at a page of HTML the strict way: every element closed, every attribute quoted.
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
  std::vector<PageElement> elements;  // in the order of their beginnings
  std::string error;                  // "" when the page is sound

  std::vector<const PageElement*> All(const std::string& name) const;
  const PageElement* WithId(const std::string& id) const;
};

Page ReadPage(const std::string& html);

}  // namespace lodestone::test
