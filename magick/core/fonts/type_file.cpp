#include "magick/core/fonts/type_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include "magick/blob.h"
#include "magick/core/system/memory.hpp"
#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr unsigned kDeepestInclude = 20;

template <class Value>
struct Word {
  const char* word;
  Value value;
};
constexpr Word<StyleType> kStyles[] = {
    {"normal", NormalStyle}, {"italic", ItalicStyle}, {"oblique", ObliqueStyle}};
constexpr Word<StretchType> kStretches[] = {{"normal", NormalStretch},
                                            {"ultra-condensed", UltraCondensedStretch},
                                            {"extra-condensed", ExtraCondensedStretch},
                                            {"condensed", CondensedStretch},
                                            {"semi-condensed", SemiCondensedStretch},
                                            {"semi-expanded", SemiExpandedStretch},
                                            {"expanded", ExpandedStretch},
                                            {"extra-expanded", ExtraExpandedStretch},
                                            {"ultra-expanded", UltraExpandedStretch}};
constexpr Word<std::string TypeEntry::*> kTexts[] = {
    {"encoding", &TypeEntry::encoding},    {"family", &TypeEntry::family},
    {"format", &TypeEntry::format},        {"foundry", &TypeEntry::foundry},
    {"fullname", &TypeEntry::description}, {"glyphs", &TypeEntry::glyphs},
    {"metrics", &TypeEntry::metrics},      {"name", &TypeEntry::name}};

bool Same(const char* word, const std::string& text) {
  return LocaleCompare(word, text.c_str()) == 0;
}

template <class Words, class Value>
void SetNamed(const Words& words, const std::string& text, Value* value) {
  for (const auto& each : words)
    if (Same(each.word, text)) *value = each.value;
}

void SetProperty(const std::string& name, const std::string& value, TypeEntry* entry) {
  for (const auto& each : kTexts)
    if (Same(each.word, name)) entry->*each.value = value;
  if (Same("style", name)) SetNamed(kStyles, value, &entry->style);
  if (Same("stretch", name)) SetNamed(kStretches, value, &entry->stretch);
  if (Same("stealth", name)) entry->stealth = Same("true", value);
  if (!Same("weight", name)) return;
  entry->weight = Same("bold", value)     ? 700
                  : Same("normal", value) ? 400
                                          : std::strtoul(value.c_str(), nullptr, 10);
}

// The elements of a file, with their attributes, one after another.
class Elements {
 public:
  explicit Elements(std::string_view text) : rest_(text) {}

  // The name of the next one; empty at the end. Comments and ends of elements are passed over.
  std::string Next() {
    for (;;) {
      const std::size_t start = rest_.find('<');
      if (start == std::string_view::npos) return "";
      rest_.remove_prefix(start + 1);
      if (rest_.starts_with("!--")) {
        Skip("-->");
      } else if (std::string name = Name(); !name.empty()) {
        return name;
      }
    }
  }

  // The next attribute of that element; false if it has no more.
  bool Attribute(std::string* name, std::string* value) {
    while (!rest_.empty() && rest_.front() != '>') {
      *name = Name();
      SkipSpace();
      if (name->empty() || rest_.empty() || rest_.front() != '=') {
        if (name->empty() && !rest_.empty()) rest_.remove_prefix(1);
        continue;
      }
      rest_.remove_prefix(1);
      SkipSpace();
      *value = Quoted();
      return true;
    }
    return false;
  }

 private:
  void Skip(std::string_view end) {
    const std::size_t at = rest_.find(end);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
  }
  void SkipSpace() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0)
      rest_.remove_prefix(1);
  }
  std::string Name() {
    SkipSpace();
    std::size_t length = 0;
    while (length < rest_.size() &&
           (std::isalpha(static_cast<unsigned char>(rest_[length])) != 0 || rest_[length] == '-'))
      ++length;
    const std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return name;
  }
  std::string Quoted() {
    if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\'')) return "";
    const char quote = rest_.front();
    rest_.remove_prefix(1);
    const std::string value(rest_.substr(0, rest_.find(quote)));
    rest_.remove_prefix(std::min(rest_.size(), value.size() + 1));
    return value;
  }

  std::string_view rest_;
};

class Reader {
 public:
  std::vector<TypeEntry> Take() { return std::move(entries_); }

  void Read(const std::string& file, unsigned depth) {
    char path[MaxTextExtent];
    size_t length = 0;
    const MagickPtr<void> content(Content(file, depth, path, &length));
    if (content == nullptr) return;
    Elements elements({static_cast<const char*>(content.get()), length});
    for (std::string element = elements.Next(); !element.empty(); element = elements.Next()) {
      if (Same("type", element)) AddType(path, &elements);
      if (Same("include", element)) Include(path, depth, &elements);
    }
  }

 private:
  // An included file is looked for by its path, then in the folders of configuration files.
  static void* Content(const std::string& file, unsigned depth, char* path, size_t* length) {
    MagickStrlCpy(path, file.c_str(), MaxTextExtent);
    if (depth != 0 && IsAccessibleAndNotEmpty(path)) return FileToBlob(path, length, nullptr);
    return GetConfigureBlob(file.substr(file.rfind('/') + 1).c_str(), path, length, nullptr);
  }

  void AddType(const char* path, Elements* elements) {
    TypeEntry entry;
    entry.path = path;
    std::string name, value;
    while (elements->Attribute(&name, &value)) SetProperty(name, value, &entry);
    entries_.push_back(std::move(entry));
  }

  void Include(const std::string& from, unsigned depth, Elements* elements) {
    const std::string folder = from.substr(0, from.rfind('/') + 1);
    std::string name, value;
    while (elements->Attribute(&name, &value))
      if (Same("file", name) && depth < kDeepestInclude) Read(folder + value, depth + 1);
  }

  std::vector<TypeEntry> entries_;
};

}  // namespace

std::vector<TypeEntry> ReadTypeFiles() {
  Reader reader;
  reader.Read("type.mgk", 0);
  return reader.Take();
}

}  // namespace lodestone
