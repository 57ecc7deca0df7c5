#include "utilities/options/known_definitions.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "magick/error.h"
#include "utilities/shell/command_error.hpp"
#include "utilities/text/nearest_word.hpp"

namespace lodestone::cli {
namespace {

// scripts/check compares these with the calls that read them. A key that ends in * stands for all
// that begin like it.
constexpr std::string_view kRead[] = {
    "avif:speed",
    "blur:linear",
    "bmp:format",
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
    "bmp:allow-jpeg",
    "bmp:allow-png",
    "cineon:colorspace",
    "dcm:avoid-scaling",
    "dpx:user.*",
    "jpeg:arithmetic",
    "jpeg:data-precision",
    "jpeg:lossless-precision",
    "jpeg:lossless-predictor",
    "mng:maximum-loops",
    "mng:need-cacheoff",
    "pcl:fit-to-page",
    "pcl:fit_to_page",
    "pdf:stop-on-error",
    "pdf:use-cropbox",
    "ps:imagemask",
    "tiff:ignore-tags",
    "tiff:photometric",
    "tiff:samples-per-pixel",
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

bool IsFormat(const std::vector<std::string>& known, const std::string& key) {
  const std::string format = key.substr(0, key.find(':') + 1);
  return std::ranges::any_of(known, [&](const auto& each) { return each.starts_with(format); });
}

void PrintIfUnknown(const std::string& spelled) {
  std::string key = spelled;
  for (char& c : key) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::vector<std::string> known = KnownKeys();
  if (std::ranges::any_of(known, [&](const auto& each) { return Matches(each, key); })) return;
  const std::string nearest = NearestWord(key, known);
  const bool has_format = key.find(':') != std::string::npos;
  if (has_format && nearest.empty() && !IsFormat(known, key)) return;
  const std::string hint = nearest.empty() ? "" : "did you mean " + nearest + "?";
  PrintMessage(CommandError("Unknown define", spelled).WithHint(hint).WithSeverity(OptionWarning));
}

}  // namespace

void PrintUnknownDefinitions(const std::string& list) {
  constexpr char kSpace[] = " \t\r\n";
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    std::string key = list.substr(at, std::min(list.find('=', at), end) - at);
    at = end + 1;
    key.erase(0, key.find_first_not_of(kSpace));
    key.erase(key.find_last_not_of(kSpace) + 1);
    if (!key.empty()) PrintIfUnknown(key);
  }
}

}  // namespace lodestone::cli
