#include "utilities/options/known_definitions.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <limits>
#include <string_view>
#include <vector>

#include "magick/error.h"
#include "utilities/shell/command_error.hpp"
#include "utilities/text/nearest_word.hpp"

namespace lodestone::cli {
namespace {

constexpr double kAnyNumber = std::numeric_limits<double>::max();

// scripts/check compares these with the calls that read them. A key that ends in * stands for all
// that begin like it.
constexpr std::string_view kRead[] = {
    "avif:speed",
    "blur:alpha-weights",
    "blur:linear",
    "bmp:allow-jpeg",
    "bmp:allow-png",
    "bmp:format",
    "cineon:colorspace",
    "dcm:avoid-scaling",
    "dds:compression",
    "dds:linear",
    "dds:mipmaps",
    "dds:skip-mipmaps",
    "dpx:bits-per-sample",
    "dpx:colorspace",
    "dpx:file.*",
    "dpx:image.*",
    "dpx:mp.*",
    "dpx:packing-method",
    "dpx:pixel-endian",
    "dpx:reference-high",
    "dpx:reference-low",
    "dpx:source.*",
    "dpx:swap-samples",
    "dpx:swap-samples-read",
    "dpx:swap-samples-write",
    "dpx:tv.*",
    "exr:compression",
    "exr:linear",
    "exr:type",
    "gradient:direction",
    "hdr:linear",
    "heif:ignore-transformations",
    "heif:preset",
    "icon:auto-resize",
    "info:format",
    "jp2:allow_trunc",
    "jp2:cblkheight",
    "jp2:cblkwidth",
    "jp2:eph",
    "jp2:ilyrrates",
    "jp2:imgareatlx",
    "jp2:imgareatly",
    "jp2:lazy",
    "jp2:maxlyrs",
    "jp2:mode",
    "jp2:nomct",
    "jp2:numgbits",
    "jp2:numrlvls",
    "jp2:prcheight",
    "jp2:prcwidth",
    "jp2:prg",
    "jp2:pterm",
    "jp2:rate",
    "jp2:resetprob",
    "jp2:segsym",
    "jp2:sop",
    "jp2:termall",
    "jp2:tilegrdtlx",
    "jp2:tilegrdtly",
    "jp2:tileheight",
    "jp2:tilewidth",
    "jp2:vcausal",
    "jpeg:arithmetic-coding",
    "jpeg:block-smoothing",
    "jpeg:dct-method",
    "jpeg:fancy-upsampling",
    "jpeg:max-scan-number",
    "jpeg:max-warnings",
    "jpeg:optimize-coding",
    "jpeg:preserve-settings",
    "jpeg:sampling-factor",
    "jpeg:shrink-on-load",
    "jxl:decodingspeed",
    "jxl:effort",
    "jxl:linear",
    "mng:maximum-loops",
    "pdf:author",
    "pdf:create-epoch",
    "pdf:creator",
    "pdf:keywords",
    "pdf:modify-epoch",
    "pdf:producer",
    "pdf:subject",
    "pdf:time-limit",
    "pdf:title",
    "png:chunk-malloc-max",
    "pnm:ascii",
    "profile:black-point-compensation",
    "ps:imagemask",
    "ps:time-limit",
    "ptif:minimum-geometry",
    "read:seconds",
    "resize:linear",
    "sandbox:memory",
    "sandbox:partial",
    "sandbox:seconds",
    "sgi:bits-per-sample",
    "tiff:alpha",
    "tiff:bits-per-sample",
    "tiff:fill-order",
    "tiff:group-three-options",
    "tiff:lzmapreset",
    "tiff:max-sample-value",
    "tiff:min-sample-value",
    "tiff:photometric",
    "tiff:predictor",
    "tiff:report-warnings",
    "tiff:rows-per-strip",
    "tiff:sample-format",
    "tiff:strip-per-page",
    "tiff:tile",
    "tiff:tile-geometry",
    "tiff:tile-height",
    "tiff:tile-width",
    "tiff:webp-lossless",
    "tiff:zstd-compress-level",
    "txt:with-im-header",
    "unsharp:luma",
    "webp:alpha-compression",
    "webp:alpha-filtering",
    "webp:alpha-quality",
    "webp:auto-filter",
    "webp:emulate-jpeg-size",
    "webp:exact",
    "webp:filter-sharpness",
    "webp:filter-strength",
    "webp:filter-type",
    "webp:image-hint",
    "webp:lossless",
    "webp:low-memory",
    "webp:method",
    "webp:near-lossless",
    "webp:partition-limit",
    "webp:partitions",
    "webp:pass",
    "webp:preprocessing",
    "webp:segments",
    "webp:show-compressed",
    "webp:sns-strength",
    "webp:target-psnr",
    "webp:target-size",
    "webp:thread-level",
    "webp:use-sharp-yuv",
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

// Values of keys whose readers say nothing of others. Those of webp:, jp2:, jxl:, exr: and others
// that are missing here are checked by their coders.
struct DefinedValue {
  std::string_view key;
  std::string_view words;  // in lower case; "" for a number
  const char* otherwise = "ignored";
  double least = 0.0, most = kAnyNumber;
};

constexpr std::string_view kTrueAlone = "true|false";
constexpr std::string_view kSwitch = "true|false|1|yes|on|";  // also without a value
constexpr char kAsFalse[] = "taken as false", kAsTrue[] = "taken as true";

constexpr DefinedValue kValues[] = {
    {"avif:speed", "", "", 0, 10},
    {"blur:alpha-weights", kTrueAlone, kAsTrue},
    {"blur:linear", kSwitch, kAsTrue},
    {"bmp:allow-jpeg", kSwitch, kAsTrue},
    {"bmp:allow-png", kSwitch, kAsTrue},
    {"bmp:format", "bmp|bmp2|bmp3|bmp4"},
    {"dds:linear", kTrueAlone, kAsFalse},
    {"dds:skip-mipmaps", kTrueAlone, kAsTrue},
    {"dpx:packing-method", "packed|lsbpad|msbpad|a|b"},
    {"dpx:pixel-endian", "lsb|msb"},
    {"dpx:reference-high", "", ""},
    {"dpx:reference-low", "", ""},
    {"dpx:swap-samples", kSwitch, kAsTrue},
    {"dpx:swap-samples-read", kSwitch, kAsTrue},
    {"dpx:swap-samples-write", kSwitch, kAsTrue},
    {"exr:linear", kTrueAlone, kAsFalse},
    {"gradient:direction", "northwest|north|northeast|west|east|southwest|south|southeast"},
    {"hdr:linear", kTrueAlone, kAsFalse},
    {"heif:ignore-transformations", kTrueAlone, kAsFalse},
    {"jpeg:arithmetic-coding", kSwitch, kAsTrue},
    {"jpeg:block-smoothing", kSwitch, kAsTrue},
    {"jpeg:dct-method", "islow|ifast|float|default|fastest"},
    {"jpeg:fancy-upsampling", kSwitch, kAsTrue},
    {"jpeg:max-scan-number", "", ""},
    {"jpeg:max-warnings", "", ""},
    {"jpeg:optimize-coding", kSwitch, kAsTrue},
    {"jxl:linear", kTrueAlone, kAsFalse},
    {"pdf:create-epoch", "", ""},
    {"pdf:modify-epoch", "", ""},
    {"png:chunk-malloc-max", "", ""},
    {"pnm:ascii", kSwitch, kAsTrue},
    {"profile:black-point-compensation", kSwitch, kAsTrue},
    {"resize:linear", kSwitch, kAsTrue},
    {"sandbox:partial", kTrueAlone, kAsFalse},
    {"tiff:alpha", "unspecified|associated|unassociated"},
    {"tiff:bits-per-sample", "", "", 1, 64},
    {"tiff:fill-order", "msb2lsb|lsb2msb|msb|lsb"},
    {"tiff:group-three-options", "", "", 0, 7},
    {"tiff:lzmapreset", "", "", 1, 9},
    {"tiff:max-sample-value", "", "", -kAnyNumber},
    {"tiff:min-sample-value", "", "", -kAnyNumber},
    {"tiff:photometric", "miniswhite|minisblack"},
    {"tiff:predictor", "", "", 1, 3},
    {"tiff:report-warnings", kTrueAlone, kAsFalse},
    {"tiff:rows-per-strip", "", "", 1},
    {"tiff:sample-format", "unsigned|ieeefp"},
    {"tiff:strip-per-page", kTrueAlone, kAsFalse},
    {"tiff:tile-height", "", "", 1},
    {"tiff:tile-width", "", "", 1},
    {"tiff:webp-lossless", kTrueAlone, kAsFalse},
    {"tiff:zstd-compress-level", "", "", 1, 22},
    {"unsharp:luma", kSwitch, kAsTrue},
};

bool Matches(std::string_view known, std::string_view key) {
  if (!known.ends_with('*')) return known == key;
  known.remove_suffix(1);
  return key.starts_with(known);
}

std::vector<std::string> KnownKeys() {
  std::vector<std::string> keys(std::begin(kRead), std::end(kRead));
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

// What is wrong with a value, and what becomes of it; "" if nothing is.
std::string DoubtAboutValue(const DefinedValue& rule, std::string_view value) {
  if (!rule.words.empty()) {
    const std::string listed = "|" + std::string(rule.words) + "|";
    const bool among = listed.find("|" + std::string(value) + "|") != listed.npos;
    const std::size_t shown = rule.words.size() - (rule.words.ends_with('|') ? 1 : 0);
    return among ? "" : "is not " + listed.substr(1, shown) + "; " + rule.otherwise;
  }
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
      std::ranges::find_if(kValues, [&](const DefinedValue& each) { return each.key == key; });
  if (rule == std::end(kValues)) return;
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
    if (equals < item.size()) PrintIfDoubtful(key, Lowered(item.substr(equals + 1)), item);
  }
}

}  // namespace lodestone::cli
