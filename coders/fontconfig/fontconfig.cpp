// The fonts installed, through fontconfig: the finder of magick/fonts.
#include <fontconfig/fontconfig.h>

#include <cmath>
#include <tuple>
#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/owner.hpp"
#include "coders/common/registration.hpp"
#include "magick/core/fonts/font_engine.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

using PatternOwner = Owner<FcPattern, FcPatternDestroy>;
using SetOwner = Owner<FcFontSet, FcFontSetDestroy>;
using ObjectsOwner = Owner<FcObjectSet, FcObjectSetDestroy>;

// As it was when it was first needed; kept for the life of the process.
FcConfig* Configuration() {
  static FcConfig* const configuration = FcInitLoadConfigAndFonts();
  return configuration;
}

const FcChar8* Bytes(const std::string& text) {
  return reinterpret_cast<const FcChar8*>(text.c_str());
}

std::string TextOf(const FcPattern* pattern, const char* object) {
  FcChar8* value = nullptr;
  if (FcPatternGetString(pattern, object, 0, &value) != FcResultMatch) return "";
  return reinterpret_cast<const char*>(value);
}

int NumberOf(const FcPattern* pattern, const char* object, int fallback) {
  double value = fallback;
  return FcPatternGetDouble(pattern, object, 0, &value) == FcResultMatch ? static_cast<int>(value)
                                                                         : fallback;
}

struct NamedStretch {
  StretchType stretch;
  int width;
};
constexpr NamedStretch kStretches[] = {{UltraCondensedStretch, FC_WIDTH_ULTRACONDENSED},
                                       {ExtraCondensedStretch, FC_WIDTH_EXTRACONDENSED},
                                       {CondensedStretch, FC_WIDTH_CONDENSED},
                                       {SemiCondensedStretch, FC_WIDTH_SEMICONDENSED},
                                       {NormalStretch, FC_WIDTH_NORMAL},
                                       {SemiExpandedStretch, FC_WIDTH_SEMIEXPANDED},
                                       {ExpandedStretch, FC_WIDTH_EXPANDED},
                                       {ExtraExpandedStretch, FC_WIDTH_EXTRAEXPANDED},
                                       {UltraExpandedStretch, FC_WIDTH_ULTRAEXPANDED}};

StretchType StretchOf(int width) {
  return std::min_element(std::begin(kStretches), std::end(kStretches),
                          [&](const NamedStretch& a, const NamedStretch& b) {
                            return std::abs(a.width - width) < std::abs(b.width - width);
                          })
      ->stretch;
}

StyleType StyleOf(int slant) {
  if (slant == FC_SLANT_ITALIC) return ItalicStyle;
  return slant == FC_SLANT_OBLIQUE ? ObliqueStyle : NormalStyle;
}

// Empty if it has no file of its own, as instances of variable fonts have none.
std::optional<FontFile> FileOf(const FcPattern* pattern) {
  int index = 0;
  (void)FcPatternGetInteger(pattern, FC_INDEX, 0, &index);
  FontFile file{TextOf(pattern, FC_FILE), index & 0xffff};
  if (file.path.empty() || index > 0xffff) return std::nullopt;
  return file;
}

std::optional<InstalledFont> FontOf(const FcPattern* pattern) {
  const auto file = FileOf(pattern);
  if (!file) return std::nullopt;
  InstalledFont font{*file,
                     TextOf(pattern, FC_POSTSCRIPT_NAME),
                     TextOf(pattern, FC_FULLNAME),
                     TextOf(pattern, FC_FAMILY),
                     TextOf(pattern, FC_FOUNDRY),
                     TextOf(pattern, FC_FONTFORMAT),
                     StyleOf(NumberOf(pattern, FC_SLANT, FC_SLANT_ROMAN)),
                     StretchOf(NumberOf(pattern, FC_WIDTH, FC_WIDTH_NORMAL)),
                     static_cast<unsigned long>(
                         FcWeightToOpenType(NumberOf(pattern, FC_WEIGHT, FC_WEIGHT_NORMAL)))};
  if (font.name.empty()) font.name = font.full_name;
  if (font.name.empty()) return std::nullopt;
  return font;
}

SetOwner ListOf(FcPattern* wanted) {
  const ObjectsOwner objects(FcObjectSetBuild(FC_FILE, FC_INDEX, FC_POSTSCRIPT_NAME, FC_FULLNAME,
                                              FC_FAMILY, FC_FOUNDRY, FC_FONTFORMAT, FC_SLANT,
                                              FC_WIDTH, FC_WEIGHT, nullptr));
  return SetOwner(FcFontList(Configuration(), wanted, objects.get()));
}

PatternOwner OutlineFonts() {
  PatternOwner pattern(FcPatternCreate());
  FcPatternAddBool(pattern.get(), FC_OUTLINE, FcTrue);
  return pattern;
}

// One of each name.
std::vector<InstalledFont> List() {
  std::vector<InstalledFont> fonts;
  const PatternOwner all = OutlineFonts();
  const SetOwner set = ListOf(all.get());
  for (int i = 0; set != nullptr && i < set->nfont; ++i)
    if (auto font = FontOf(set->fonts[i])) fonts.push_back(std::move(*font));
  std::sort(fonts.begin(), fonts.end(), [](const InstalledFont& a, const InstalledFont& b) {
    return std::tie(a.name, a.file.path, a.file.index) <
           std::tie(b.name, b.file.path, b.file.index);
  });
  // The same font in several formats.
  const auto same = [](const InstalledFont& a, const InstalledFont& b) { return a.name == b.name; };
  fonts.erase(std::unique(fonts.begin(), fonts.end(), same), fonts.end());
  return fonts;
}

// The font that has this name.
std::optional<FontFile> Named(const char* object, const std::string& name) {
  const PatternOwner wanted = OutlineFonts();
  FcPatternAddString(wanted.get(), object, Bytes(name));
  const SetOwner set = ListOf(wanted.get());
  std::vector<FontFile> files;
  for (int i = 0; set != nullptr && i < set->nfont; ++i)
    if (auto file = FileOf(set->fonts[i])) files.push_back(std::move(*file));
  const auto first =
      std::min_element(files.begin(), files.end(),
                       [](const FontFile& a, const FontFile& b) { return a.path < b.path; });
  return first == files.end() ? std::nullopt : std::optional(*first);
}

struct Wanted {
  std::string family;
  int slant = FC_SLANT_ROMAN;
  int weight = FC_WEIGHT_NORMAL;
  int width = FC_WIDTH_NORMAL;
};

// Families of PostScript that are abbreviated in its names of fonts.
struct Abbreviation {
  const char* name;
  const char* family;
};
constexpr Abbreviation kAbbreviations[] = {{"AvantGarde", "ITC Avant Garde Gothic"},
                                           {"Bookman", "ITC Bookman"},
                                           {"NewCenturySchlbk", "New Century Schoolbook"},
                                           {"ZapfChancery", "ITC Zapf Chancery"},
                                           {"ZapfDingbats", "ITC Zapf Dingbats"}};

struct StyleWord {
  std::string_view word;
  int Wanted::*property;
  int value;
};
// Longer words precede those that they contain.
constexpr StyleWord kStyleWords[] = {{"semibold", &Wanted::weight, FC_WEIGHT_DEMIBOLD},
                                     {"demi", &Wanted::weight, FC_WEIGHT_DEMIBOLD},
                                     {"extralight", &Wanted::weight, FC_WEIGHT_EXTRALIGHT},
                                     {"light", &Wanted::weight, FC_WEIGHT_LIGHT},
                                     {"medium", &Wanted::weight, FC_WEIGHT_MEDIUM},
                                     {"black", &Wanted::weight, FC_WEIGHT_BLACK},
                                     {"heavy", &Wanted::weight, FC_WEIGHT_BLACK},
                                     {"bold", &Wanted::weight, FC_WEIGHT_BOLD},
                                     {"italic", &Wanted::slant, FC_SLANT_ITALIC},
                                     {"oblique", &Wanted::slant, FC_SLANT_OBLIQUE},
                                     {"narrow", &Wanted::width, FC_WIDTH_CONDENSED},
                                     {"condensed", &Wanted::width, FC_WIDTH_CONDENSED}};

std::string Family(const std::string& name) {
  for (const Abbreviation& each : kAbbreviations)
    if (LocaleCompare(each.name, name.c_str()) == 0) return each.family;
  return name;
}

// "Helvetica-BoldOblique"
Wanted FromName(const std::string& name) {
  const std::size_t dash = name.find('-');
  Wanted wanted;
  wanted.family = Family(name.substr(0, dash));
  std::string style = dash == std::string::npos ? "" : name.substr(dash + 1);
  for (char& c : style) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const StyleWord& each : kStyleWords) {
    const std::size_t at = style.find(each.word);
    if (at == std::string::npos) continue;
    wanted.*each.property = each.value;
    style.erase(at, each.word.size());
  }
  return wanted;
}

Wanted FromProperties(const FontQuery& query) {
  Wanted wanted;
  if (query.family != nullptr) wanted.family = query.family;
  if (query.style == ItalicStyle) wanted.slant = FC_SLANT_ITALIC;
  if (query.style == ObliqueStyle) wanted.slant = FC_SLANT_OBLIQUE;
  if (query.weight != 0)
    wanted.weight = FcWeightFromOpenType(static_cast<int>(std::min(query.weight, 1000ul)));
  for (const NamedStretch& each : kStretches)
    if (each.stretch == query.stretch) wanted.width = each.width;
  return wanted;
}

PatternOwner BestMatch(const Wanted& wanted) {
  const PatternOwner pattern = OutlineFonts();
  if (!wanted.family.empty()) FcPatternAddString(pattern.get(), FC_FAMILY, Bytes(wanted.family));
  FcPatternAddInteger(pattern.get(), FC_SLANT, wanted.slant);
  FcPatternAddInteger(pattern.get(), FC_WEIGHT, wanted.weight);
  FcPatternAddInteger(pattern.get(), FC_WIDTH, wanted.width);
  FcConfigSubstitute(Configuration(), pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result;
  return PatternOwner(FcFontMatch(Configuration(), pattern.get(), &result));
}

bool HasFamily(const FcPattern* pattern, const std::string& family) {
  FcChar8* name = nullptr;
  for (int i = 0; FcPatternGetString(pattern, FC_FAMILY, i, &name) == FcResultMatch; ++i)
    if (FcStrCmpIgnoreCase(name, Bytes(family)) == 0) return true;
  return false;
}

// The family is neither installed nor an alias, so that fontconfig falls back to what it takes for
// any name.
bool IsFallback(const FcPattern* match, const Wanted& wanted) {
  if (wanted.family.empty() || HasFamily(match, wanted.family)) return false;
  Wanted unknown = wanted;
  unknown.family = "no font has this name";
  const PatternOwner fallback = BestMatch(unknown);
  return fallback == nullptr || TextOf(fallback.get(), FC_FILE) == TextOf(match, FC_FILE);
}

std::optional<FontMatch> Match(const FontQuery& query) {
  if (query.name != nullptr && *query.name != '\0') {
    for (const char* object : {FC_POSTSCRIPT_NAME, FC_FULLNAME})
      if (auto file = Named(object, query.name)) return FontMatch{std::move(*file), false};
  }
  const bool named = query.name != nullptr && *query.name != '\0';
  const Wanted wanted = named ? FromName(query.name) : FromProperties(query);
  const PatternOwner match = BestMatch(wanted);
  if (match == nullptr) return std::nullopt;
  auto file = FileOf(match.get());
  if (!file) return std::nullopt;
  return FontMatch{std::move(*file), IsFallback(match.get(), wanted)};
}

}  // namespace

LS_CODER_ENTRY(FONTCONFIG) {
  SetFontFinder({List, Match});
}

}  // namespace lodestone::coders
