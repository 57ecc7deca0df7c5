#include "magick/core/fonts/font_choice.hpp"

#include <cctype>
#include <string_view>
#include <vector>

#include "magick/core/errors/error.hpp"
#include "magick/core/fonts/font_modules.hpp"
#include "magick/core/fonts/type_list.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr char kDefaultFamily[] = "Helvetica";

bool IsEmpty(const char* text) {
  return text == nullptr || *text == '\0';
}

std::string_view Trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.size() >= 3 && text.front() == '\'' && text.back() == '\'')
    text = text.substr(1, text.size() - 2);
  return text;
}

std::vector<std::string> FamiliesOf(const char* list) {
  std::vector<std::string> families;
  for (std::string_view rest = IsEmpty(list) ? "" : list; !rest.empty();) {
    const std::size_t comma = rest.find(',');
    const std::string_view family = Trimmed(rest.substr(0, comma));
    if (!family.empty()) families.emplace_back(family);
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return families;
}

// Only if its file is there.
std::optional<ChosenFont> FontOf(const TypeInfo* type) {
  if (type == nullptr || type->glyphs == nullptr || !IsAccessible(type->glyphs))
    return std::nullopt;
  return ChosenFont{{type->glyphs, 0}, type->encoding == nullptr ? "" : type->encoding};
}

class Choice {
 public:
  Choice(const DrawInfo& wanted, ExceptionInfo* exception)
      : wanted_(wanted), exception_(exception) {}

  std::optional<ChosenFont> Run() {
    if (!IsEmpty(wanted_.font)) return ByName(wanted_.font);
    return ByFamily(FamiliesOf(wanted_.family));
  }

 private:
  std::optional<ChosenFont> ByName(const char* name) {
    if (*name == '@') return ChosenFont{{name + 1, 0}, ""};
    if (const auto font = FontOf(FindConfiguredType(name))) return font;
    if (IsAccessible(name)) return ChosenFont{{name, 0}, ""};
    if (std::string_view(name).find('/') != std::string_view::npos)
      return Fail("Unable to read font", std::string(name) + ": no such file");
    return Matching(name, {name, nullptr, wanted_.style, wanted_.stretch, wanted_.weight});
  }

  std::optional<ChosenFont> ByFamily(const std::vector<std::string>& families) {
    for (const std::string& family : families)
      if (auto font = Exactly(family)) return font;
    const char* first = families.empty() ? nullptr : families.front().c_str();
    if (first == nullptr)
      if (auto font = Configured(nullptr)) return font;
    const char* family = first == nullptr ? kDefaultFamily : first;
    return Matching(family, {nullptr, family, wanted_.style, wanted_.stretch, wanted_.weight});
  }

  // A family, or a font of that name, that is there.
  std::optional<ChosenFont> Exactly(const std::string& family) {
    if (auto font = Configured(family.c_str())) return font;
    if (auto font = FontOf(FindConfiguredType(family.c_str()))) return font;
    std::string ignored;
    const FontFinder* finder = InstalledFonts(&ignored);
    if (finder == nullptr) return std::nullopt;
    const auto match =
        finder->match({nullptr, family.c_str(), wanted_.style, wanted_.stretch, wanted_.weight});
    if (!match || match->substituted) return std::nullopt;
    return ChosenFont{match->file, ""};
  }

  std::optional<ChosenFont> Configured(const char* family) const {
    return FontOf(FindConfiguredFamily(family, wanted_.style, wanted_.stretch, wanted_.weight));
  }

  std::optional<ChosenFont> Matching(const std::string& what, const FontQuery& query) {
    std::string why;
    const FontFinder* finder = InstalledFonts(&why);
    if (finder == nullptr) return Fail("Unable to read font", what + ": " + why);
    const auto match = finder->match(query);
    if (!match) return Fail("Unable to read font", what + ": no fonts are installed");
    if (match->substituted)
      Throw(exception_, TypeWarning, "Font substitution required",
            (what + " is not installed; " + match->file.path + " stands in").c_str());
    return ChosenFont{match->file, ""};
  }

  std::optional<ChosenFont> Fail(const char* reason, const std::string& description) {
    Throw(exception_, TypeError, reason, description.c_str());
    return std::nullopt;
  }

  const DrawInfo& wanted_;
  ExceptionInfo* const exception_;
};

}  // namespace

std::optional<ChosenFont> ChooseFont(const DrawInfo& draw_info, ExceptionInfo* exception) {
  return Choice(draw_info, exception).Run();
}

}  // namespace lodestone
