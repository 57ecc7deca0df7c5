#include "utilities/options/known_definitions.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <limits>
#include <string_view>
#include <vector>

#include "magick/error.h"
#include "magick/utility.h"
#include "utilities/shell/command_error.hpp"
#include "utilities/text/nearest_word.hpp"

namespace lodestone::cli {
namespace {

constexpr double kAnyNumber = std::numeric_limits<double>::max();

// What a value may be: these words, in lower case, or a kind, in capitals. A key alone has none, as
// if it were empty.
constexpr std::string_view kTrueAlone = "true|false";
constexpr std::string_view kSwitch = "true|false|1|yes|on|";
constexpr std::string_view kPresence = "true|1|yes|on|";  // whatever it is
constexpr std::string_view kNumber = "NUMBER";
constexpr std::string_view kGeometry = "GEOMETRY";
constexpr std::string_view kText = "TEXT";
constexpr std::string_view kByReader = "READER";  // which says what is wrong
constexpr char kAsFalse[] = "taken as false", kAsTrue[] = "taken as true";

struct DefinedKey {
  std::string_view key;  // one that ends in * stands for all that begin like it
  std::string_view words;
  const char* otherwise = "ignored";
  double least = 0.0, most = kAnyNumber;
};

// scripts/check compares these with the calls that read them.
constexpr DefinedKey kRead[] = {
    {"avif:speed", kNumber, "", 0, 10},
    {"blur:alpha-weights", kSwitch, kAsTrue},
    {"blur:linear", kSwitch, kAsTrue},
    {"bmp:allow-jpeg", kSwitch, kAsTrue},
    {"bmp:allow-png", kSwitch, kAsTrue},
    {"bmp:format", "bmp|bmp2|bmp3|bmp4"},
    {"cineon:colorspace", kByReader},
    {"dcm:avoid-scaling", kPresence, kAsTrue},
    {"dds:compression", kByReader},
    {"dds:linear", kTrueAlone, kAsFalse},
    {"dds:mipmaps", kByReader},
    {"dds:skip-mipmaps", kSwitch, kAsTrue},
    {"dpx:bits-per-sample", kByReader},
    {"dpx:colorspace", kByReader},
    {"dpx:file.*", kText},
    {"dpx:image.*", kText},
    {"dpx:mp.*", kText},
    {"dpx:packing-method", "packed|lsbpad|msbpad|a|b"},
    {"dpx:pixel-endian", "lsb|msb"},
    {"dpx:reference-high", kNumber},
    {"dpx:reference-low", kNumber},
    {"dpx:source.*", kText},
    {"dpx:swap-samples", kSwitch, kAsTrue},
    {"dpx:swap-samples-read", kSwitch, kAsTrue},
    {"dpx:swap-samples-write", kSwitch, kAsTrue},
    {"dpx:tv.*", kText},
    {"exr:compression", kByReader},
    {"exr:linear", kTrueAlone, kAsFalse},
    {"exr:type", kByReader},
    {"gradient:direction", "northwest|north|northeast|west|east|southwest|south|southeast"},
    {"hdr:linear", kTrueAlone, kAsFalse},
    {"heif:ignore-transformations", kTrueAlone, kAsFalse},
    {"heif:preset", kByReader},
    {"icon:auto-resize", kByReader},
    {"info:format", kText},
    {"jp2:allow_trunc", "0|1", "taken as 0"},
    {"jp2:cblkheight", kByReader},
    {"jp2:cblkwidth", kByReader},
    {"jp2:eph", kByReader},
    {"jp2:ilyrrates", kText},
    {"jp2:imgareatlx", kByReader},
    {"jp2:imgareatly", kByReader},
    {"jp2:lazy", kByReader},
    {"jp2:maxlyrs", kNumber},
    {"jp2:mode", "real|integer|int", "taken as integer"},
    {"jp2:nomct", kByReader},
    {"jp2:numgbits", kText},
    {"jp2:numrlvls", kByReader},
    {"jp2:prcheight", kByReader},
    {"jp2:prcwidth", kByReader},
    {"jp2:prg", kByReader},
    {"jp2:pterm", kByReader},
    {"jp2:rate", kByReader},
    {"jp2:resetprob", kByReader},
    {"jp2:segsym", kByReader},
    {"jp2:sop", kByReader},
    {"jp2:termall", kByReader},
    {"jp2:tilegrdtlx", kByReader},
    {"jp2:tilegrdtly", kByReader},
    {"jp2:tileheight", kByReader},
    {"jp2:tilewidth", kByReader},
    {"jp2:vcausal", kByReader},
    {"jpeg:arithmetic-coding", kSwitch, kAsTrue},
    {"jpeg:block-smoothing", kSwitch, kAsTrue},
    {"jpeg:dct-method", "islow|ifast|float|default|fastest"},
    {"jpeg:fancy-upsampling", kSwitch, kAsTrue},
    {"jpeg:max-scan-number", kNumber},
    {"jpeg:max-warnings", kNumber},
    {"jpeg:optimize-coding", kSwitch, kAsTrue},
    {"jpeg:preserve-settings", kPresence, kAsTrue},
    {"jpeg:sampling-factor", kByReader},
    {"jpeg:shrink-on-load", "true|false|GEOMETRY", kAsFalse},
    {"jxl:decodingspeed", kByReader},
    {"jxl:effort", kByReader},
    {"jxl:linear", kTrueAlone, kAsFalse},
    {"mng:maximum-loops", kByReader},
    {"pdf:author", kText},
    {"pdf:create-epoch", kNumber},
    {"pdf:creator", kText},
    {"pdf:keywords", kText},
    {"pdf:modify-epoch", kNumber},
    {"pdf:producer", kText},
    {"pdf:subject", kText},
    {"pdf:time-limit", kByReader},
    {"pdf:title", kText},
    {"png:chunk-malloc-max", kNumber},
    {"pnm:ascii", kSwitch, kAsTrue},
    {"profile:black-point-compensation", kSwitch, kAsTrue},
    {"ps:imagemask", kPresence, kAsTrue},
    {"ps:time-limit", kByReader},
    {"ptif:minimum-geometry", "GEOMETRY"},
    {"read:seconds", kByReader},
    {"resize:linear", kSwitch, kAsTrue},
    {"sandbox:memory", kByReader},
    {"sandbox:partial", kTrueAlone, kAsFalse},
    {"sandbox:seconds", kByReader},
    {"sgi:bits-per-sample", kByReader},
    {"tiff:alpha", "unspecified|associated|unassociated"},
    {"tiff:bits-per-sample", kNumber, "", 1, 64},
    {"tiff:fill-order", "msb2lsb|lsb2msb|msb|lsb"},
    {"tiff:group-three-options", kNumber, "", 0, 7},
    {"tiff:lzmapreset", kNumber, "", 1, 9},
    {"tiff:max-sample-value", kNumber, "", -kAnyNumber},
    {"tiff:min-sample-value", kNumber, "", -kAnyNumber},
    {"tiff:photometric", "miniswhite|minisblack"},
    {"tiff:predictor", kNumber, "", 1, 3},
    {"tiff:report-warnings", kTrueAlone, kAsFalse},
    {"tiff:rows-per-strip", kNumber, "", 1},
    {"tiff:sample-format", "unsigned|ieeefp"},
    {"tiff:strip-per-page", kTrueAlone, kAsFalse},
    {"tiff:tile", kPresence, kAsTrue},
    {"tiff:tile-geometry", "GEOMETRY"},
    {"tiff:tile-height", kNumber, "", 1},
    {"tiff:tile-width", kNumber, "", 1},
    {"tiff:webp-lossless", kTrueAlone, kAsFalse},
    {"tiff:zstd-compress-level", kNumber, "", 1, 22},
    {"txt:with-im-header", kPresence, kAsTrue},
    {"unsharp:luma", kSwitch, kAsTrue},
    {"webp:alpha-compression", kByReader},
    {"webp:alpha-filtering", kByReader},
    {"webp:alpha-quality", kByReader},
    {"webp:auto-filter", kTrueAlone, kAsFalse},
    {"webp:emulate-jpeg-size", kTrueAlone, kAsFalse},
    {"webp:exact", kTrueAlone, kAsFalse},
    {"webp:filter-sharpness", kByReader},
    {"webp:filter-strength", kByReader},
    {"webp:filter-type", kByReader},
    {"webp:image-hint", kByReader},
    {"webp:lossless", kTrueAlone, kAsFalse},
    {"webp:low-memory", kTrueAlone, kAsFalse},
    {"webp:method", kByReader},
    {"webp:near-lossless", kByReader},
    {"webp:partition-limit", kByReader},
    {"webp:partitions", kByReader},
    {"webp:pass", kByReader},
    {"webp:preprocessing", kByReader},
    {"webp:segments", kByReader},
    {"webp:show-compressed", kTrueAlone, kAsFalse},
    {"webp:sns-strength", kByReader},
    {"webp:target-psnr", kByReader},
    {"webp:target-size", kByReader},
    {"webp:thread-level", kByReader},
    {"webp:use-sharp-yuv", kTrueAlone, kAsFalse},
};

// Those that GraphicsMagick alone reads, and its manual has.
constexpr std::string_view kTheirs[] = {
    "dpx:user.*",
    "jpeg:arithmetic",
    "jpeg:data-precision",
    "jpeg:lossless-precision",
    "jpeg:lossless-predictor",
    "mng:need-cacheoff",
    "pcl:fit-to-page",
    "pcl:fit_to_page",
    "pdf:stop-on-error",
    "pdf:use-cropbox",
    "tiff:ignore-tags",
    "tiff:samples-per-pixel",
};

bool Matches(std::string_view known, std::string_view key) {
  if (!known.ends_with('*')) return known == key;
  known.remove_suffix(1);
  return key.starts_with(known);
}

std::vector<std::string> KnownKeys() {
  std::vector<std::string> keys;
  for (const DefinedKey& each : kRead) keys.emplace_back(each.key);
  keys.insert(keys.end(), std::begin(kTheirs), std::end(kTheirs));
  return keys;
}

void PrintIfUnknown(const std::string& key, const std::string& spelled) {
  const std::vector<std::string> known = KnownKeys();
  if (std::ranges::any_of(known, [&](const auto& each) { return Matches(each, key); })) return;
  const std::string nearest = NearestWord(key, known);
  const std::string hint = nearest.empty() ? "" : "did you mean " + nearest + "?";
  PrintMessage(
      CommandError("Unknown define; ignored", spelled).WithHint(hint).WithSeverity(OptionWarning));
}

std::string NumberText(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

std::string DoubtAboutWord(const DefinedKey& rule, const std::string& value) {
  const std::string listed = "|" + std::string(rule.words) + "|";
  if (listed.find("|" + value + "|") != listed.npos) return "";
  if (rule.words.ends_with(kGeometry) && IsGeometry(value.c_str())) return "";
  const std::size_t shown = rule.words.size() - (rule.words.ends_with('|') ? 1 : 0);
  return "is not " + listed.substr(1, shown) + "; " + rule.otherwise;
}

// What is wrong with a value, and what becomes of it; "" if nothing is.
std::string DoubtAboutValue(const DefinedKey& rule, const std::string& value) {
  if (rule.words == kText || rule.words == kByReader) return "";
  if (rule.words != kNumber) return DoubtAboutWord(rule, value);
  double number = 0.0;
  const char* const end = value.data() + value.size();
  const bool whole = std::from_chars(value.data(), end, number).ptr == end;
  if (whole && number >= rule.least && number <= rule.most) return "";
  const bool limited = rule.least > 0.0 || (rule.least == 0.0 && rule.most < kAnyNumber);
  const std::string least = limited ? " from " + NumberText(rule.least) : "";
  const std::string most = rule.most < kAnyNumber ? " to " + NumberText(rule.most) : "";
  return "is no number" + least + most + "; the nearest possible is used, or none";
}

void PrintIfDoubtful(const std::string& key, const std::string& value, const std::string& spelled) {
  const auto* const rule =
      std::ranges::find_if(kRead, [&](const DefinedKey& each) { return each.key == key; });
  if (rule == std::end(kRead)) return;
  const std::string doubt = DoubtAboutValue(*rule, value);
  if (doubt.empty()) return;
  PrintMessage(
      CommandError("Value of '" + key + "' " + doubt, spelled).WithSeverity(OptionWarning));
}

std::string Lowered(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string Trimmed(const std::string& text) {
  constexpr char kSpace[] = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return "";
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

}  // namespace

void PrintDoubtfulDefinitions(const std::string& list) {
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string item = Trimmed(list.substr(at, end - at));
    at = end + 1;
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::string key = Lowered(Trimmed(item.substr(0, equals)));
    const bool of_a_list = key.find_first_not_of("0123456789") == key.npos;
    if (of_a_list) continue;
    PrintIfUnknown(key, item);
    const std::string value = equals < item.size() ? item.substr(equals + 1) : "";
    PrintIfDoubtful(key, Lowered(value), item);
  }
}

}  // namespace lodestone::cli
