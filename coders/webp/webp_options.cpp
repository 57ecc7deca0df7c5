#include <charconv>
#include <cstdlib>
#include <cstring>

#include "base/thread_pool.hpp"
#include "coders/webp/webp.hpp"
#include "magick/image.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct Number {
  const char* name;
  int WebPConfig::*field;
};

constexpr Number kNumbers[] = {{"method", &WebPConfig::method},
                               {"target-size", &WebPConfig::target_size},
                               {"segments", &WebPConfig::segments},
                               {"sns-strength", &WebPConfig::sns_strength},
                               {"filter-strength", &WebPConfig::filter_strength},
                               {"filter-sharpness", &WebPConfig::filter_sharpness},
                               {"filter-type", &WebPConfig::filter_type},
                               {"alpha-compression", &WebPConfig::alpha_compression},
                               {"alpha-filtering", &WebPConfig::alpha_filtering},
                               {"alpha-quality", &WebPConfig::alpha_quality},
                               {"pass", &WebPConfig::pass},
                               {"preprocessing", &WebPConfig::preprocessing},
                               {"partitions", &WebPConfig::partitions},
                               {"partition-limit", &WebPConfig::partition_limit},
                               {"thread-level", &WebPConfig::thread_level},
                               {"near-lossless", &WebPConfig::near_lossless}};

constexpr Number kSwitches[] = {{"lossless", &WebPConfig::lossless},
                                {"auto-filter", &WebPConfig::autofilter},
                                {"show-compressed", &WebPConfig::show_compressed},
                                {"emulate-jpeg-size", &WebPConfig::emulate_jpeg_size},
                                {"low-memory", &WebPConfig::low_memory},
                                {"use-sharp-yuv", &WebPConfig::use_sharp_yuv},
                                {"exact", &WebPConfig::exact}};

struct Hint {
  const char* name;
  WebPImageHint hint;
};

constexpr Hint kHints[] = {{"default", WEBP_HINT_DEFAULT},
                           {"picture", WEBP_HINT_PICTURE},
                           {"photo", WEBP_HINT_PHOTO},
                           {"graph", WEBP_HINT_GRAPH}};

[[noreturn]] void FailOption(const char* name, const char* value) {
  Fail(OptionError, std::string("Invalid value of webp:") + name + ": " + value);
}

template <typename Value>
void SetNumber(const ImageInfo* image_info, const char* name, Value& number) {
  const char* text = AccessDefinition(image_info, "webp", name);
  if (text == nullptr) return;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, number);
  if (error != std::errc() || stop != end) FailOption(name, text);
}

void SetHint(const ImageInfo* image_info, WebPConfig& config) {
  const char* text = AccessDefinition(image_info, "webp", "image-hint");
  if (text == nullptr) return;
  for (const Hint& hint : kHints) {
    if (LocaleCompare(text, hint.name) != 0) continue;
    config.image_hint = hint.hint;
    return;
  }
  FailOption("image-hint", text);
}

}  // namespace

WebPConfig WebpOptions(const ImageInfo* image_info) {
  WebPConfig config;
  if (WebPConfigInit(&config) == 0) Fail(DelegateError, "libwebp has another version");
  config.thread_level = accel::ThreadsStart(kWebpThreads) ? 1 : 0;
  config.quality = static_cast<float>(image_info->quality);
  for (const Number& number : kNumbers) {
    SetNumber(image_info, number.name, config.*number.field);
  }
  SetNumber(image_info, "target-psnr", config.target_PSNR);
  for (const Number& option : kSwitches) {
    const char* text = AccessDefinition(image_info, "webp", option.name);
    if (text != nullptr) config.*option.field = LocaleCompare(text, "TRUE") == 0 ? 1 : 0;
  }
  // The colours of what is transparent are lost too, unless that is asked for.
  const bool chosen = AccessDefinition(image_info, "webp", "exact") != nullptr;
  if (config.lossless != 0 && !chosen) config.exact = 1;
  SetHint(image_info, config);
  if (WebPValidateConfig(&config) == 0) Fail(CoderError, "Invalid WebP options");
  return config;
}

}  // namespace lodestone::coders
