#include "utilities/options/value_doubts.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <system_error>

#include "magick/api.h"
#include "utilities/options/known_definitions.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {
namespace {

enum class Form {
  kNumbers,  // within limits
  kSamples,  // the same, or per cent
  kRadius,   // one number within limits, perhaps hexadecimal
  kCount,    // one whole number within limits
  kSize,     // a geometry whose size is not negative
  kArea,     // nor nothing
  kCanvas    // a geometry, or the name of a size of paper
};

// Operations and coders clip it, as GraphicsMagick's do, or do nothing.
constexpr char kAsItIs[] = "; passed on as it is";
constexpr double kUnlimited = std::numeric_limits<double>::max();
constexpr double kAboveZero = std::numeric_limits<double>::min();

struct ValueRule {
  const char* option;
  Form form;
  int count = 1;  // of numbers that the limits are for
  double least = 0.0, most = kUnlimited;
};

constexpr ValueRule kRules[] = {
    {"bilateral-blur", Form::kNumbers, 4},
    {"black-threshold", Form::kSamples, 4},
    {"blur", Form::kNumbers, 2},
    {"border", Form::kSize},
    {"borderwidth", Form::kSize},
    {"charcoal", Form::kNumbers, 2},
    {"chop", Form::kSize},
    {"colorize", Form::kNumbers, 3, 0.0, 100.0},
    {"contrast-stretch", Form::kNumbers, 2, 0.0, 100.0},
    {"crop", Form::kSize},
    {"density", Form::kNumbers, 2, kAboveZero},
    {"depth", Form::kNumbers, 1, 1.0, 64.0},
    {"dissolve", Form::kNumbers, 2, 0.0, 100.0},
    {"edge", Form::kRadius},
    {"emboss", Form::kNumbers, 2},
    {"extent", Form::kSize},
    {"frame", Form::kSize},
    {"fuzz", Form::kNumbers},
    {"gamma", Form::kNumbers, 3, kAboveZero},
    {"gaussian", Form::kNumbers, 2},
    {"gaussian-blur", Form::kNumbers, 2},
    {"geometry", Form::kSize},
    {"lat", Form::kNumbers, 2},
    {"linewidth", Form::kNumbers},
    {"local-contrast", Form::kNumbers},
    {"loop", Form::kNumbers},
    {"maximum-error", Form::kNumbers},
    {"median", Form::kRadius},
    {"modulate", Form::kNumbers, 3},
    {"morph", Form::kNumbers, 1, 1.0},
    {"motion-blur", Form::kNumbers, 2},
    {"noise", Form::kCount},
    {"page", Form::kCanvas},
    {"paint", Form::kRadius},
    {"pointsize", Form::kNumbers, 1, kAboveZero},
    {"quality", Form::kNumbers, 1, 0.0, 100.0},
    {"raise", Form::kSize},
    {"region", Form::kSize},
    {"resample", Form::kNumbers, 2, kAboveZero},
    {"resize", Form::kArea},
    {"sample", Form::kArea},
    {"scale", Form::kArea},
    {"scene", Form::kNumbers},
    {"selective-blur", Form::kNumbers, 2},
    {"sharpen", Form::kNumbers, 2},
    {"shave", Form::kSize},
    {"size", Form::kSize},
    {"solarize", Form::kSamples},
    {"spread", Form::kNumbers},
    {"strokewidth", Form::kNumbers},
    {"threshold", Form::kSamples},
    {"thumbnail", Form::kArea},
    {"treedepth", Form::kNumbers, 1, 0.0, 8.0},
    {"unsharp", Form::kNumbers, 4},
    {"wavelet-denoise", Form::kNumbers, 2},
    {"white-threshold", Form::kSamples, 4},
};

std::string Digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string LimitsText(double least, double most) {
  if (most < kUnlimited) return "from " + Digits(least) + " to " + Digits(most);
  return least == kAboveZero ? "above 0" : "at least " + Digits(least);
}

// The number at `*at`, which moves behind it; nothing if there is none. 0x10 is two numbers.
std::optional<double> TakeNumber(const char** at) {
  double value = 0.0;
  const char* const digits = *at + (**at == '+' ? 1 : 0);
  const auto [end, error] = std::from_chars(digits, digits + std::strlen(digits), value);
  if (error == std::errc::invalid_argument) return std::nullopt;
  *at = end;
  return value;
}

// What is wrong with the numbers of a text, or "".
std::string DoubtAboutNumbers(const ValueRule& rule, const std::string& text) {
  constexpr char kBetween[] = " ,/xX:%!<>@^";
  const bool percent = text.find('%') != std::string::npos;
  const double most = rule.form != Form::kSamples ? rule.most : percent ? 100.0 : MaxRGBDouble;
  const char* at = text.c_str();
  for (int i = 0; *(at += std::strspn(at, kBetween)) != '\0'; ++i) {
    const auto value = TakeNumber(&at);
    if (!value) return "ends with what is no number; that is ignored";
    if (i < rule.count && !(*value >= rule.least && *value <= most))
      return "is not " + LimitsText(rule.least, most) + kAsItIs;
  }
  return "";
}

std::string DoubtAboutOneNumber(const ValueRule& rule, const std::string& text, double taken_as) {
  const std::string doubt = DoubtAboutNumbers(rule, text);
  const char* at = text.c_str();
  if (!doubt.empty() || !TakeNumber(&at) || *at == '\0') return doubt;
  return "has more than one number; taken as " + Digits(taken_as);
}

// A sign in front of all is that of an offset, unless a height follows.
std::string DoubtAboutSize(Form form, std::string text) {
  std::erase_if(text, [](char c) { return std::strchr("%!<>@^ ", c) != nullptr; });
  const std::size_t by = text.find_first_of("xX");
  const bool offset = text.find_first_of("+-") == 0;
  if (by != std::string::npos && (text[0] == '-' || text.substr(by + 1).starts_with('-')))
    return std::string("has a negative size") + kAsItIs;
  if (form != Form::kArea) return "";
  if (offset) return std::string("has no size") + kAsItIs;
  const char* at = text.c_str();
  const double width = TakeNumber(&at).value_or(0.0);
  if (by != std::string::npos) at = text.c_str() + by + 1;
  const double height = by == std::string::npos ? 0.0 : TakeNumber(&at).value_or(0.0);
  return width == 0.0 && height == 0.0 ? std::string("has no size") + kAsItIs : "";
}

std::string DoubtAboutCanvas(const std::string& text) {
  const MagickBuffer<char> geometry(GetPageGeometry(text.c_str()));
  return IsGeometry(geometry.get()) ? "" : "is no geometry; ignored";
}

std::string DoubtAbout(const ValueRule& rule, const std::string& value) {
  switch (rule.form) {
    case Form::kNumbers:
    case Form::kSamples:
      return DoubtAboutNumbers(rule, value);
    case Form::kRadius:
      return DoubtAboutOneNumber(rule, value, std::strtod(value.c_str(), nullptr));
    case Form::kCount: {
      const long count = std::strtol(value.c_str(), nullptr, 10);
      return DoubtAboutOneNumber(rule, value, static_cast<double>(count));
    }
    case Form::kCanvas:
      return DoubtAboutCanvas(value);
    default:
      return DoubtAboutSize(rule.form, value);
  }
}

}  // namespace

void PrintDoubts(const std::string& name, const std::vector<std::string>& values) {
  if (values.empty()) return;
  if (name == "define") return PrintDoubtfulDefinitions(values[0]);
  const auto* const rule = std::find_if(std::begin(kRules), std::end(kRules),
                                        [&](const ValueRule& r) { return name == r.option; });
  if (rule == std::end(kRules)) return;
  const std::string doubt = DoubtAbout(*rule, values[0]);
  if (doubt.empty()) return;
  PrintMessage(
      CommandError("Value of '-" + name + "' " + doubt, values[0]).WithSeverity(OptionWarning));
}

}  // namespace lodestone::cli
