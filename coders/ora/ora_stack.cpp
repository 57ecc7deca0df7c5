#include "coders/ora/ora_stack.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace lodestone::coders {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

// A start tag, or an end tag, which has "/" before its name.
struct Tag {
  std::string_view name;
  std::map<std::string_view, std::string_view> attributes;
  bool empty = false;

  std::string_view operator[](std::string_view key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? std::string_view() : found->second;
  }
};

// Puts a character in place of each of the five entities that XML has.
std::string Text(std::string_view raw) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string text;
  while (!raw.empty()) {
    const auto* found = std::ranges::find_if(
        kEntities, [&](const auto& entity) { return raw.starts_with(entity.first); });
    const bool is_entity = found != std::end(kEntities);
    text += is_entity ? found->second : raw.front();
    raw.remove_prefix(is_entity ? found->first.size() : 1);
  }
  return text;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  // The next tag; comments, declarations and texts are passed over.
  std::optional<Tag> Next() {
    for (;;) {
      const std::size_t start = rest_.find('<');
      if (start == rest_.npos) return std::nullopt;
      rest_.remove_prefix(start + 1);
      if (rest_.starts_with("!--")) {
        SkipPast("-->");
      } else if (rest_.starts_with("?") || rest_.starts_with("!")) {
        SkipPast(">");
      } else {
        return TakeTag();
      }
    }
  }

 private:
  [[noreturn]] static void FailOfText() { Fail(CorruptImageError, "Improper stack of layers"); }

  void SkipPast(std::string_view end) {
    const std::size_t at = rest_.find(end);
    if (at == rest_.npos) FailOfText();
    rest_.remove_prefix(at + end.size());
  }

  std::string_view TakeUntil(std::string_view stops) {
    const std::size_t at = rest_.find_first_of(stops);
    if (at == rest_.npos) FailOfText();
    const std::string_view taken = rest_.substr(0, at);
    rest_.remove_prefix(at);
    return taken;
  }

  char SkipSpace() {
    const std::size_t at = rest_.find_first_not_of(kSpace);
    if (at == rest_.npos) FailOfText();
    rest_.remove_prefix(at);
    return rest_.front();
  }

  Tag TakeTag() {
    Tag tag;
    const bool end = rest_.starts_with("/");
    const char* start = rest_.data();
    if (end) rest_.remove_prefix(1);
    const std::string_view name = TakeUntil(" \t\r\n/>");
    tag.name = {start, name.size() + (end ? 1 : 0)};
    for (char next = SkipSpace(); next != '>'; next = SkipSpace()) {
      if (next == '/') {
        tag.empty = true;
        rest_.remove_prefix(1);
        continue;
      }
      const std::string_view key = TakeUntil("= \t\r\n>");
      if (SkipSpace() != '=') FailOfText();
      rest_.remove_prefix(1);
      const char quote = SkipSpace();
      if (quote != '"' && quote != '\'') FailOfText();
      rest_.remove_prefix(1);
      tag.attributes[key] = TakeUntil({&quote, 1});
      rest_.remove_prefix(1);
    }
    rest_.remove_prefix(1);
    return tag;
  }

  std::string_view rest_;
};

template <class Number>
Number NumberOf(std::string_view text, Number otherwise) {
  Number number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// What groups pass on to their layers.
struct Group {
  double opacity = 1;
  bool visible = true;
};

Group GroupOf(const Tag& tag, const Group& outer) {
  const double opacity = NumberOf(tag["opacity"], 1.0);
  return {outer.opacity * (opacity >= 0 ? std::min(opacity, 1.0) : 0.0),
          outer.visible && tag["visibility"] != "hidden"};
}

OraLayer LayerOf(const Tag& tag, const Group& outer) {
  const Group own = GroupOf(tag, outer);
  OraLayer layer;
  layer.source = Text(tag["src"]);
  layer.name = Text(tag["name"]);
  layer.compose = Text(tag["composite-op"]);
  layer.x = NumberOf(tag["x"], 0l);
  layer.y = NumberOf(tag["y"], 0l);
  layer.opacity = own.opacity;
  layer.visible = own.visible;
  return layer;
}

}  // namespace

OraStack ParseOraStack(ByteSpan text) {
  Scanner scanner({reinterpret_cast<const char*>(text.data()), text.size()});
  OraStack stack;
  std::vector<Group> groups(1);
  while (const std::optional<Tag> tag = scanner.Next()) {
    if (tag->name == "image") {
      stack.x_resolution = NumberOf((*tag)["xres"], 0.0);
      stack.y_resolution = NumberOf((*tag)["yres"], 0.0);
    } else if (tag->name == "layer") {
      stack.layers.push_back(LayerOf(*tag, groups.back()));
    } else if (tag->name == "stack" && !tag->empty) {
      groups.push_back(GroupOf(*tag, groups.back()));
    } else if (tag->name == "/stack" && groups.size() > 1) {
      groups.pop_back();
    }
  }
  return stack;
}

CompositeOperator OraCompositeOf(std::string_view name) {
  constexpr std::pair<std::string_view, CompositeOperator> kOperators[] = {
      {"svg:multiply", MultiplyCompositeOp},
      {"svg:screen", ScreenCompositeOp},
      {"svg:overlay", OverlayCompositeOp},
      {"svg:darken", DarkenCompositeOp},
      {"svg:lighten", LightenCompositeOp},
      {"svg:color-dodge", ColorDodgeCompositeOp},
      {"svg:color-burn", ColorBurnCompositeOp},
      {"svg:hard-light", HardLightCompositeOp},
      {"svg:soft-light", SoftLightCompositeOp},
      {"svg:difference", DifferenceCompositeOp},
      {"svg:color", ColorizeCompositeOp},
      {"svg:luminosity", LuminizeCompositeOp},
      {"svg:hue", HueCompositeOp},
      {"svg:saturation", SaturateCompositeOp},
      {"svg:plus", PlusCompositeOp},
      {"svg:src-atop", AtopCompositeOp}};
  const auto* found =
      std::ranges::find(kOperators, name, &std::pair<std::string_view, CompositeOperator>::first);
  return found == std::end(kOperators) ? OverCompositeOp : found->second;
}

}  // namespace lodestone::coders
