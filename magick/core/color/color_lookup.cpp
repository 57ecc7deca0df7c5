// Colours by name or in one of the numeric forms, and back.
#include "magick/color_lookup.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/color.h"
#include "magick/core/color/color_table.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/core/strings/string_list.hpp"
#include "magick/core/strings/text_number.hpp"
#include "magick/utility.h"

namespace {

using lodestone::NamedColor;

bool IsTransparentName(const NamedColor& named) {
  return std::strcmp(named.name, "none") == 0 || std::strcmp(named.name, "transparent") == 0;
}

PixelPacket PixelOf(const NamedColor& named) {
  PixelPacket pixel{};
  pixel.red = ScaleCharToQuantum(named.rgb >> 16 & 255);
  pixel.green = ScaleCharToQuantum(named.rgb >> 8 & 255);
  pixel.blue = ScaleCharToQuantum(named.rgb & 255);
  pixel.opacity = IsTransparentName(named) ? TransparentOpacity : OpaqueOpacity;
  return pixel;
}

Quantum ToQuantum(double fraction) {
  return static_cast<Quantum>(std::clamp(fraction, 0.0, 1.0) * MaxRGBDouble + 0.5);
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// `digits`: 3 or 4 groups of 1 to 4 hexadecimal digits, the fourth for opacity.
std::optional<PixelPacket> ParseHex(std::string_view digits) {
  const size_t length = digits.size();
  const size_t groups = length == 4 || length == 8 || length == 16 ? 4 : 3;
  if (length == 0 || length % groups != 0 || length / groups > 4) return std::nullopt;
  const size_t width = length / groups;
  Quantum samples[4] = {0, 0, 0, OpaqueOpacity};
  for (size_t group = 0; group < groups; group++) {
    unsigned value = 0;
    for (const char c : digits.substr(group * width, width)) {
      if (HexDigit(c) < 0) return std::nullopt;
      value = value << 4 | static_cast<unsigned>(HexDigit(c));
    }
    samples[group] = ToQuantum(static_cast<double>(value) / ((1U << (4 * width)) - 1));
  }
  PixelPacket pixel{};
  pixel.red = samples[0];
  pixel.green = samples[1];
  pixel.blue = samples[2];
  pixel.opacity = samples[3];
  return pixel;
}

// The numbers between the parentheses of "name(...)", as fractions of the full range: 255 and 100%
// are 1. Nothing for any other text.
std::optional<std::vector<double>> ParseArguments(const char* text) {
  while (*text == ' ') text++;
  if (*text++ != '(') return std::nullopt;
  std::vector<double> fractions;
  for (;;) {
    const char* end = text;
    const double value = lodestone::ParseDouble(text, &end);
    if (end == text) return std::nullopt;
    const bool is_percent = *end == '%';
    fractions.push_back(value / (is_percent ? 100.0 : 255.0));
    text = is_percent ? end + 1 : end;
    while (*text == ' ') text++;
    if (*text == ')') return fractions;
    if (*text++ != ',') return std::nullopt;
  }
}

// "rgb(r,g,b)", "rgba(r,g,b,opacity)" and "gray(v)".
std::optional<PixelPacket> ParseFunction(const char* text) {
  const bool is_rgba = LocaleNCompare(text, "rgba", 4) == 0;
  const bool is_rgb = !is_rgba && LocaleNCompare(text, "rgb", 3) == 0;
  const bool is_gray = LocaleNCompare(text, "gray", 4) == 0 || LocaleNCompare(text, "grey", 4) == 0;
  if (!is_rgb && !is_rgba && !is_gray) return std::nullopt;
  const auto values = ParseArguments(text + (is_rgb ? 3 : 4));
  if (!values.has_value()) return std::nullopt;
  const size_t wanted = is_gray ? 1 : 3;
  if (values->size() < wanted) return std::nullopt;
  PixelPacket pixel{};
  pixel.red = ToQuantum((*values)[0]);
  pixel.green = ToQuantum((*values)[is_gray ? 0 : 1]);
  pixel.blue = ToQuantum((*values)[is_gray ? 0 : 2]);
  if (is_rgba && values->size() > 3) pixel.opacity = ToQuantum((*values)[3]);
  return pixel;
}

std::optional<PixelPacket> ParseName(const char* name) {
  std::string key(name);
  // The table has only "gray"; both spellings are accepted.
  if (LocaleNCompare(name, "grey", 4) == 0) key[2] = 'a';
  for (const NamedColor& named : lodestone::NamedColors()) {
    if (LocaleCompare(named.name, name) == 0 || LocaleCompare(named.name, key.c_str()) == 0) {
      return PixelOf(named);
    }
  }
  return std::nullopt;
}

std::optional<PixelPacket> Parse(const char* text) {
  while (std::isspace(static_cast<unsigned char>(*text)) != 0) text++;
  if (*text == '#') return ParseHex(text + 1);
  if (const auto pixel = ParseFunction(text)) return pixel;
  return ParseName(text);
}

// Clients that run the commands quote colours, as shells would.
std::optional<PixelPacket> ParseQuoted(const char* text) {
  const std::string_view whole(text);
  const bool quoted = whole.size() > 2 && whole.front() == '"' && whole.back() == '"';
  return Parse(quoted ? std::string(whole.substr(1, whole.size() - 2)).c_str() : text);
}

constexpr char kDefaultColor[] = "#ffffff";

}  // namespace

char** GetColorList(const char* pattern, unsigned long* number_colors) {
  if (number_colors == nullptr) return nullptr;
  *number_colors = 0;
  return lodestone::Guard(nullptr, nullptr, [=]() -> char** {
    std::vector<std::string> names;
    for (const NamedColor& named : lodestone::NamedColors()) {
      if (GlobExpression(named.name, pattern) != MagickFalse) names.emplace_back(named.name);
    }
    char** list = lodestone::ToStringList(names);
    if (list != nullptr) *number_colors = names.size();
    return list;
  });
}

unsigned int QueryColorDatabase(const char* name, PixelPacket* color, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {color}, MagickFail, [=] {
    const char* text = name == nullptr || *name == '\0' ? kDefaultColor : name;
    const std::optional<PixelPacket> found = ParseQuoted(text);
    if (found.has_value()) {
      *color = *found;
      return MagickPass;
    }
    *color = PixelPacket{};
    color->opacity = TransparentOpacity;
    ThrowException(exception, OptionWarning, "Unrecognized color", name);
    return MagickFail;
  });
}

unsigned int QueryColorname(const Image* image, const PixelPacket* color,
                            const ComplianceType compliance, char* name, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image, color, name}, exception)) return MagickFail;
  const bool known = lodestone::CheckKnown(compliance, exception);
  for (const NamedColor& named : lodestone::NamedColors()) {
    if (!known || (named.compliance & compliance) == 0) continue;
    const PixelPacket pixel = PixelOf(named);
    if (pixel.red == color->red && pixel.green == color->green && pixel.blue == color->blue &&
        pixel.opacity == color->opacity) {
      MagickStrlCpy(name, named.name, MaxTextExtent);
      return MagickPass;
    }
  }
  GetColorTuple(color, image->depth, image->matte, MagickTrue, name);
  return MagickFail;
}
