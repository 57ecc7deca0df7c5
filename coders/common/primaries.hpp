// What red, green and blue of a file are, and the matrices between such colours.
#pragma once

#include <array>
#include <optional>

#include "base/coder_api.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Chromaticities; those of sRGB.
struct Primaries {
  double red[2] = {0.64, 0.33};
  double green[2] = {0.30, 0.60};
  double blue[2] = {0.15, 0.06};
  double white[2] = {0.3127, 0.3290};
};

using Triple = std::array<double, 3>;
using ColorMatrix = std::array<Triple, 3>;

inline constexpr Triple kD50 = {0.9642, 1.0, 0.8249};  // the white of profiles

ColorMatrix operator*(const ColorMatrix& a, const ColorMatrix& b);
std::optional<ColorMatrix> Inverse(const ColorMatrix& m);

// From colours under the white of the primaries to colours under that of profiles.
std::optional<ColorMatrix> AdaptationOf(const Primaries& primaries);

// Columns: red, green and blue as XYZ under the white of profiles. Nothing if the chromaticities
// mean no colours.
std::optional<ColorMatrix> ColorantsOf(const Primaries& primaries);

}  // namespace lodestone::coders
LS_CODER_API_END
