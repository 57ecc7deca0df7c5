#include "utilities/options/option_checks.hpp"

#include <cstdlib>

#include "base/sampling_factors.hpp"
#include "utilities/options/image_tasks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

// Whether the geometry has a number for what it says it has: "@" is no area, "%" no share.
bool IsComplete(int flags) {
  constexpr int kSize = WidthValue | HeightValue;
  if ((flags & AreaValue) != 0) return (flags & kSize) != 0;
  return (flags & PercentValue) == 0 || (flags & (kSize | XValue | YValue)) != 0;
}

}  // namespace

void CheckSampling(const OptionUse& use) {
  if (!ParseSamplingFactors(use.value()))
    throw CommandError("Unrecognized sampling factors", use.values[0].empty() ? "''" : use.value());
}

void CheckGeometry(const OptionUse& use) {
  long x = 0, y = 0;
  unsigned long width = 0, height = 0;
  const int flags = GetGeometry(use.value(), &x, &y, &width, &height);
  if (flags == NoValue || !IsComplete(flags)) throw MalformedArgument(use.spelled(), use.value());
}

void CheckWhole(const OptionUse& use) {
  char* end = nullptr;
  std::strtol(use.value(), &end, 10);
  if (end == use.value()) throw MalformedArgument(use.spelled(), use.value());
}

void CheckColor(const OptionUse& use) {
  PixelPacket color;
  Exception exception;
  if (!QueryColorDatabase(use.value(), &color, exception.get())) {
    throw CommandError("Unrecognized color", use.value());
  }
}

bool IsDefined(const ImageInfo* info, const char* format, const char* key) {
  const char* value = AccessDefinition(info, format, key);
  return value != nullptr && LocaleCompare(value, "false") != 0;
}

void SetLinearLight(ImageTask* task, const char* format) {
  const bool linear = IsDefined(task->info, format, "linear");
  ForEachImage(task, [&](Image* image) { image->linear_light = linear; });
}

void SetAlphaWeights(ImageTask* task) {
  const char* value = AccessDefinition(task->info, "blur", "alpha-weights");
  const bool unweighted = value != nullptr && LocaleCompare(value, "false") == 0;
  ForEachImage(task, [&](Image* image) { image->unweighted_colors = unweighted; });
}

}  // namespace lodestone::cli
