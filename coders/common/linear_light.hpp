// Samples that are proportional to light, as files of high dynamic range have them. They become
// sRGB, as all images are, unless -define FORMAT:linear=true keeps them: then the image gets gamma
// 1 and a profile that says so.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/coder_api.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/linear_profile.hpp"
#include "coders/common/primaries.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// -define FORMAT:linear=true
bool KeepsLight(const ImageInfo* image_info, const char* format);

// A share from 0 to 1 as a quantum; more is the largest, and what is no number is 0.
inline Quantum QuantumOfShare(float share) {
  if (!(share > 0)) return 0;
  return static_cast<Quantum>(std::min(share, 1.0f) * MaxRGBDouble + 0.5);
}

// The curve of sRGB, for any number: beyond 0 to 1 it goes on.
float EncodedLight(float light);
float DecodedLight(float sample);

// Makes samples of the light of a file.
class LightSamples {
 public:
  // Light of these primaries.
  LightSamples(const ImageInfo* image_info, const char* format, const Primaries& primaries,
               bool gray);
  // Light of this profile, as sRGB.
  explicit LightSamples(ByteSpan icc);

  // Gamma and profile.
  void Describe(Image* image) const;

  // Light from 0 to 1 is black to white. More is white, and what is no number is black.
  Quantum Gray(float light) const {
    return encode_ ? QuantumOfShare(Encoded(light)) : QuantumOfShare(light);
  }
  void Store(float red, float green, float blue, PixelPacket& pixel) const;

 private:
  float Encoded(float light) const;

  bool encode_ = true;
  bool converts_ = false;  // the primaries are not those of sRGB
  float to_srgb_[3][3] = {};
  std::vector<std::uint8_t> profile_;
};

bool IsLinear(const Image* image);

// The light of each quantum of the image, from 0 to 1.
std::vector<float> LightOfQuanta(const Image* image);

}  // namespace lodestone::coders
LS_CODER_API_END
