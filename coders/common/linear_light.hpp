// Samples that are proportional to light, as files of high dynamic range have them. They stay so:
// the image gets gamma 1 and a profile that says it. Other images are sRGB.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/coder_api.hpp"
#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Chromaticities; those of sRGB.
struct Primaries {
  double red[2] = {0.64, 0.33};
  double green[2] = {0.30, 0.60};
  double blue[2] = {0.15, 0.06};
  double white[2] = {0.3127, 0.3290};
};

// An ICC profile of linear light; of grey if `gray`. Empty if the chromaticities mean no colours.
std::vector<std::uint8_t> LinearProfile(const Primaries& primaries, bool gray);

void MarkLinear(Image* image, const Primaries& primaries, bool gray);
bool IsLinear(const Image* image);

// The light of each quantum of the image, from 0 to 1.
std::vector<float> LightOfQuanta(const Image* image);

// Light from 0 to 1; more is white, and what is no number is black.
inline Quantum QuantumOfLight(float light) {
  if (!(light > 0)) return 0;
  return static_cast<Quantum>(std::min(light, 1.0f) * MaxRGBDouble + 0.5);
}

}  // namespace lodestone::coders
LS_CODER_API_END
