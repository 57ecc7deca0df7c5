#include "magick/operations/colorspace/log_space.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "magick/attribute.h"
#include "magick/core/strings/text_number.hpp"

namespace lodestone {
namespace {

// Code values have ten bits; a step of one is this much film density.
constexpr double kDensityPerCode = 0.002;
constexpr std::size_t kCodes = 1024;
constexpr double kUsualGamma = 1.7;
constexpr double kWhiteCode = 685.0;

double AttributeOr(const Image* image, const char* name, double usual) {
  const ImageAttribute* attribute = GetImageAttribute(image, name);
  if (!attribute) return usual;
  const char* end = attribute->value;
  const double value = ParseDouble(attribute->value, &end);
  return end == attribute->value ? usual : value;
}

struct Film {
  explicit Film(const Image* image)
      : white(AttributeOr(image, "reference-white", kWhiteCode)),
        black(AttributeOr(image, "reference-black", 95.0)),
        display_gamma(AttributeOr(image, "display-gamma", kUsualGamma)),
        codes_per_decade(AttributeOr(image, "film-gamma", 0.6) / kDensityPerCode),
        gain(MaxRGBDouble / (1.0 - Exposure(black))),
        offset(gain - MaxRGBDouble) {}

  // Relative to that of the white code.
  double Exposure(double code) const {
    return std::pow(std::pow(10.0, (code - white) / codes_per_decade), display_gamma / kUsualGamma);
  }

  const double white, black, display_gamma, codes_per_decade, gain, offset;
};

// Of a code with ten bits.
double Linear(const Film& film, double soft_clip, double code) {
  const double knee = film.white - soft_clip;
  if (code < film.black) return 0.0;
  if (code <= knee) return film.Exposure(code) * film.gain - film.offset;
  // Whatever is brighter approaches white slowly.
  const double from = film.Exposure(knee) * film.gain - film.offset;
  const double power = soft_clip / 100.0;
  const double rise = (MaxRGBDouble - from) / std::pow(5.0 * soft_clip, power);
  return std::pow(code - knee, power) * rise + from;
}

}  // namespace

PointTable TableToLog(const Image* image) {
  const Film film(image);
  return MakePointTable([&](Quantum value) {
    const double exposure =
        std::pow((value + film.offset) / film.gain, kUsualGamma / film.display_gamma);
    const double code = kWhiteCode + std::log10(exposure) * film.codes_per_decade;
    constexpr double kShortsPerCode = 64.0;
    const double in_16_bits = std::clamp(code * kShortsPerCode + 0.5, 0.0, 65535.0);
    return std::trunc(std::trunc(in_16_bits) * MaxRGBDouble / 65535.0);
  });
}

PointTable TableFromLog(const Image* image) {
  const Film film(image);
  const double soft_clip = AttributeOr(image, "soft-clip-offset", 0.0);
  std::array<double, kCodes> linear;
  for (std::size_t code = 0; code < kCodes; ++code)
    linear[code] = Linear(film, soft_clip, static_cast<double>(code));
  return MakePointTable([&](Quantum value) {
    constexpr unsigned kShortsPerCode = 64;
    return linear[ScaleQuantumToShort(value) / kShortsPerCode];
  });
}

}  // namespace lodestone
