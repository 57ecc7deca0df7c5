#include "magick/core/fonts/type_list.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>

#include "base/on_first_use.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/enum_strings.h"
#include "magick/core/fonts/font_modules.hpp"
#include "magick/core/fonts/type_file.hpp"
#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

struct Type {
  explicit Type(TypeEntry from) : entry(std::move(from)) {
    const auto text = [](std::string& string) { return string.empty() ? nullptr : string.data(); };
    info.path = text(entry.path);
    info.name = text(entry.name);
    info.description = text(entry.description);
    info.family = text(entry.family);
    info.style = entry.style;
    info.stretch = entry.stretch;
    info.weight = entry.weight;
    info.encoding = text(entry.encoding);
    info.foundry = text(entry.foundry);
    info.format = text(entry.format);
    info.metrics = text(entry.metrics);
    info.glyphs = text(entry.glyphs);
    info.stealth = entry.stealth ? MagickTrue : MagickFalse;
    info.signature = MagickSignature;
  }
  Type(const Type&) = delete;
  Type& operator=(const Type&) = delete;

  TypeEntry entry;
  TypeInfo info{};
};

TypeEntry EntryOf(const InstalledFont& font) {
  TypeEntry entry;
  entry.path = "fontconfig";
  entry.name = font.name;
  entry.description = font.full_name;
  entry.family = font.family;
  entry.foundry = font.foundry;
  entry.format = font.format;
  entry.glyphs = font.file.path;
  entry.style = font.style;
  entry.stretch = font.stretch;
  entry.weight = font.weight;
  return entry;
}

// Those of type.mgk, then those installed, each read when it is first needed.
class Types {
 public:
  static Types& Get() {
    static constinit OnFirstUse<Types> types;
    return types.Get();
  }

  // Runs visitor(types of type.mgk) under the lock.
  template <class Visitor>
  auto VisitConfigured(Visitor visitor) {
    const std::lock_guard lock(mutex_);
    ReadConfigured();
    return visitor(Range{types_.begin(), types_.begin() + static_cast<long>(configured_)});
  }

  template <class Visitor>
  auto VisitAll(Visitor visitor) {
    const std::lock_guard lock(mutex_);
    ReadConfigured();
    ReadInstalled();
    return visitor(Range{types_.begin(), types_.end()});
  }

  void Forget() {
    const std::lock_guard lock(mutex_);
    types_.clear();
    configured_ = 0;
    has_configured_ = has_installed_ = false;
  }

  struct Range {
    std::deque<Type>::const_iterator first, last;
    auto begin() const { return first; }
    auto end() const { return last; }
  };

 private:
  void ReadConfigured() {
    if (std::exchange(has_configured_, true)) return;
    for (TypeEntry& entry : ReadTypeFiles()) Add(std::move(entry));
    configured_ = types_.size();
  }

  void ReadInstalled() {
    if (std::exchange(has_installed_, true)) return;
    std::string ignored;
    const FontFinder* finder = InstalledFonts(&ignored);
    if (finder == nullptr) return;
    // A type names no face of a collection but the first; the others are found by fontconfig.
    for (const InstalledFont& font : finder->list())
      if (font.file.index == 0) Add(EntryOf(font));
  }

  void Add(TypeEntry entry) {
    types_.emplace_back(std::move(entry));
    if (types_.size() == 1) return;
    TypeInfo& before = types_[types_.size() - 2].info;
    before.next = &types_.back().info;
    types_.back().info.previous = &before;
  }

  std::mutex mutex_;
  std::deque<Type> types_;
  std::size_t configured_ = 0;
  bool has_configured_ = false, has_installed_ = false;
};

bool Same(const char* a, const char* b) {
  return a != nullptr && b != nullptr && LocaleCompare(a, b) == 0;
}

const TypeInfo* FindName(const Types::Range& types, const char* name) {
  const auto found = std::find_if(types.begin(), types.end(),
                                  [&](const Type& type) { return Same(type.info.name, name); });
  return found == types.end() ? nullptr : &found->info;
}

bool IsOfFamily(const TypeInfo& type, const char* family) {
  return family != nullptr ? Same(type.family, family)
                           : Same(type.family, "arial") || Same(type.family, "helvetica");
}

bool IsSlanted(StyleType style) {
  return style == ItalicStyle || style == ObliqueStyle;
}

// GraphicsMagick's: style counts twice as much as weight, and weight twice as much as stretch.
int Likeness(const TypeInfo& type, StyleType style, StretchType stretch, unsigned long weight) {
  const auto distance = [](auto a, auto b) { return static_cast<int>(a > b ? a - b : b - a); };
  int score = 0;
  if (style == AnyStyle || type.style == style) {
    score += 32;
  } else if (IsSlanted(style) && IsSlanted(type.style)) {
    score += 25;
  }
  const auto capped = [](unsigned long value) { return std::min(value, 900ul); };
  score += weight == 0 ? 16 : 16 * (800 - distance(capped(weight), capped(type.weight))) / 800;
  const int range = UltraExpandedStretch - NormalStretch;
  score += stretch == AnyStretch
               ? 8
               : 8 * (range - distance(static_cast<int>(stretch), static_cast<int>(type.stretch))) /
                     range;
  return score;
}

const TypeInfo* FindFamily(const Types::Range& types, const char* family, StyleType style,
                           StretchType stretch, unsigned long weight) {
  const TypeInfo* best = nullptr;
  int most = 0;
  for (const Type& type : types) {
    if (!IsOfFamily(type.info, family)) continue;
    const int score = Likeness(type.info, style, stretch, weight);
    if (score <= most) continue;
    most = score;
    best = &type.info;
  }
  return best;
}

// Families of other systems, and what stands in for them.
struct Substitute {
  const char* family;
  const char* substitute;
};
constexpr Substitute kSubstitutes[] = {
    {"fixed", "courier"},         {"modern", "courier"}, {"monotype corsiva", "courier"},
    {"news gothic", "helvetica"}, {"system", "courier"}, {"terminal", "courier"},
    {"wingdings", "symbol"}};

const TypeInfo* FindFamilyOrSubstitute(const Types::Range& types, const char* family,
                                       StyleType style, StretchType stretch, unsigned long weight,
                                       ExceptionInfo* exception) {
  const TypeInfo* type = FindFamily(types, family, style, stretch, weight);
  if (type != nullptr || family == nullptr) return type;
  for (const Substitute& each : kSubstitutes) {
    if (!Same(each.family, family)) continue;
    type = FindFamily(types, each.substitute, style, stretch, weight);
    if (type != nullptr) Throw(exception, TypeError, "Font substitution required", type->family);
  }
  return type != nullptr ? type : FindFamily(types, nullptr, style, stretch, weight);
}

const char* OrUnknown(const char* text) {
  return text == nullptr ? "unknown" : text;
}

void Print(const TypeInfo& type, FILE* file) {
  std::fprintf(file, "%-32.32s %-23.23s %-7.7s %-9s %lu\n", OrUnknown(type.name),
               OrUnknown(type.family), StyleTypeToString(type.style),
               StretchTypeToString(type.stretch), type.weight);
}

void PrintAll(const Types::Range& types, FILE* file) {
  const char* path = nullptr;
  for (const Type& type : types) {
    if (path == nullptr || !Same(path, type.info.path)) {
      std::fprintf(file, "%sPath: %s\n\n%-32s %-23s %-7s %-8s %s\n%s\n",
                   path == nullptr ? "" : "\n", type.info.path, "Name", "Family", "Style",
                   "Stretch", "Weight", std::string(80, '-').c_str());
      path = type.info.path;
    }
    if (!type.info.stealth) Print(type.info, file);
  }
}

// Null if out of memory.
char** NamesLike(const Types::Range& types, const char* pattern, unsigned long* count) {
  const auto most = static_cast<std::size_t>(std::distance(types.begin(), types.end()));
  auto** const names = static_cast<char**>(MagickMalloc((most + 1) * sizeof(char*)));
  if (names == nullptr) return nullptr;
  for (const Type& type : types) {
    if (type.info.stealth || type.info.name == nullptr || !GlobExpression(type.info.name, pattern))
      continue;
    names[*count] = AllocateString(type.info.name);
    if (names[*count] != nullptr) ++*count;
  }
  return names;
}

}  // namespace

const TypeInfo* FindConfiguredType(const char* name) {
  return Types::Get().VisitConfigured(
      [&](const Types::Range& types) { return FindName(types, name); });
}

const TypeInfo* FindConfiguredFamily(const char* family, StyleType style, StretchType stretch,
                                     unsigned long weight) {
  return Types::Get().VisitConfigured(
      [&](const Types::Range& types) { return FindFamily(types, family, style, stretch, weight); });
}

}  // namespace lodestone

using namespace lodestone;

const TypeInfo* GetTypeInfo(const char* name, ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] {
    return Types::Get().VisitAll([&](const Types::Range& types) -> const TypeInfo* {
      if (name != nullptr && LocaleCompare(name, "*") != 0) return FindName(types, name);
      return types.first == types.last ? nullptr : &types.first->info;
    });
  });
}

const TypeInfo* GetTypeInfoByFamily(const char* family, const StyleType style,
                                    const StretchType stretch, const unsigned long weight,
                                    ExceptionInfo* exception) {
  if (!CheckKnown(style, exception) || !CheckKnown(stretch, exception)) return nullptr;
  return Guard(exception, nullptr, [&] {
    return Types::Get().VisitAll([&](const Types::Range& types) {
      return FindFamilyOrSubstitute(types, family, style, stretch, weight, exception);
    });
  });
}

char** GetTypeList(const char* pattern, unsigned long* number_types) {
  if (number_types != nullptr) *number_types = 0;
  return Guard(nullptr, {pattern, number_types}, nullptr, [&] {
    return Types::Get().VisitAll(
        [&](const Types::Range& types) { return NamesLike(types, pattern, number_types); });
  });
}

MagickPassFail ListTypeInfo(FILE* file, ExceptionInfo* exception) {
  return Guard(exception, MagickFail, [&] {
    FILE* const to = file == nullptr ? stdout : file;
    Types::Get().VisitAll([&](const Types::Range& types) { PrintAll(types, to); });
    return std::fflush(to) == 0 ? MagickPass : MagickFail;
  });
}

void DestroyTypeInfo(void) {
  Guard(nullptr, [] { Types::Get().Forget(); });
}
