// Options for what the colours of an image mean: chromaticities of its primaries and of white.
#include <cmath>
#include <cstdio>

#include "utilities/options/image_tasks.hpp"
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

// X,Y or X/Y. Returns the number of coordinates.
int ParsePoint(const OptionUse& use, PrimaryInfo* point) {
  return std::sscanf(use.value(), "%lf%*[,/]%lf", &point->x, &point->y);
}

void CheckPoint(const OptionUse& use) {
  PrimaryInfo point{};
  const bool valid =
      ParsePoint(use, &point) > 0 && std::isfinite(point.x) && std::isfinite(point.y);
  if (!valid) throw MalformedArgument(use.spelled(), use.value());
}

// All 0 after a plus. What is not given stays.
template <PrimaryInfo ChromaticityInfo::*Point>
void ApplyPoint(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    PrimaryInfo& point = image->chromaticity.*Point;
    if (use.plus) {
      point.x = point.y = 0.0;
    } else {
      ParsePoint(use, &point);
    }
  });
}

template <PrimaryInfo ChromaticityInfo::*Point>
constexpr Option OnPoint(const char* name, const char* help) {
  return {name,
          kWriters,
          1,
          0,
          "x,y",
          help,
          CheckPoint,
          nullptr,
          ApplyPoint<Point>,
          OptionEffect::kMark};
}

constexpr Option kOptions[] = {
    OnPoint<&ChromaticityInfo::blue_primary>("blue-primary", "chromaticity of blue"),
    OnPoint<&ChromaticityInfo::green_primary>("green-primary", "chromaticity of green"),
    OnPoint<&ChromaticityInfo::red_primary>("red-primary", "chromaticity of red"),
    OnPoint<&ChromaticityInfo::white_point>("white-point", "chromaticity of white"),
};

}  // namespace

std::span<const Option> PrimaryOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
