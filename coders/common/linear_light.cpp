#include "coders/common/linear_light.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "base/on_first_use.hpp"
#include "coders/common/profiles.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

double EncodedExactly(double light) {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

// The curve of sRGB at floats of few significant bits; between them it is as good as straight:
// within 0.002 steps of a 16-bit sample.
class Curve {
 public:
  static constexpr unsigned kShift = 13, kLeastBits = 118u << 23;  // 2^-9
  static constexpr unsigned kOneBits = 127u << 23;

  Curve() {
    for (unsigned i = 0; i < points_.size(); ++i) {
      const auto at = std::bit_cast<float>(kLeastBits + (i << kShift));
      points_[i] = static_cast<float>(EncodedExactly(at));
    }
  }
  // Of light from 2^-9 to below 1.
  float operator()(float light) const {
    const auto bits = std::bit_cast<std::uint32_t>(light);
    const unsigned index = (bits - kLeastBits) >> kShift;
    const float part = static_cast<float>(bits & ((1u << kShift) - 1)) * (1.0f / (1u << kShift));
    return points_[index] + (points_[index + 1] - points_[index]) * part;
  }

 private:
  std::array<float, ((kOneBits - kLeastBits) >> kShift) + 1> points_;
};

const Curve& SrgbCurve() {
  static constinit OnFirstUse<Curve> curve;
  return curve.Get();
}

double DecodedExactly(double sample) {
  return sample <= 0.04045 ? sample / 12.92 : std::pow((sample + 0.055) / 1.055, 2.4);
}

// The other way round: points at even distances are within 0.003 steps of a 16-bit sample.
class ReverseCurve {
 public:
  ReverseCurve() {
    for (unsigned i = 0; i < points_.size(); ++i)
      points_[i] = static_cast<float>(DecodedExactly(static_cast<double>(i) / kParts));
  }
  // Of a sample from 0 to below 1.
  float operator()(float sample) const {
    const float at = sample * kParts;
    const auto index = static_cast<unsigned>(at);
    return points_[index] +
           (points_[index + 1] - points_[index]) * (at - static_cast<float>(index));
  }

 private:
  static constexpr unsigned kParts = 4096;
  std::array<float, kParts + 1> points_;
};

// Chromaticities of files have few digits.
bool IsIdentity(const ColorMatrix& matrix) {
  constexpr double kTolerance = 1e-3;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (std::abs(matrix[i][j] - (i == j ? 1 : 0)) > kTolerance) return false;
  return true;
}

// Nothing if there is nothing to convert, or the colours mean nothing.
std::optional<ColorMatrix> MatrixToSrgb(const std::optional<ColorMatrix>& colorants) {
  const std::optional<ColorMatrix> srgb = ColorantsOf(Primaries());
  const std::optional<ColorMatrix> inverse = srgb ? Inverse(*srgb) : std::nullopt;
  if (!inverse || !colorants) return std::nullopt;
  const ColorMatrix matrix = *inverse * *colorants;
  return IsIdentity(matrix) ? std::nullopt : std::optional(matrix);
}

// Numbers of which a matrix makes numbers.
float Finite(float light) {
  constexpr float kMost = 1e9f;
  return std::isnan(light) ? 0 : std::clamp(light, -kMost, kMost);
}

void CopyMatrix(const std::optional<ColorMatrix>& from, float (&to)[3][3]) {
  for (std::size_t i = 0; i < 3 && from; ++i)
    for (std::size_t j = 0; j < 3; ++j) to[i][j] = static_cast<float>((*from)[i][j]);
}

}  // namespace

bool KeepsLight(const ImageInfo* image_info, const char* format) {
  const char* const text = AccessDefinition(image_info, format, "linear");
  return text != nullptr && LocaleCompare(text, "true") == 0;
}

LightSamples::LightSamples(const ImageInfo* image_info, const char* format,
                           const Primaries& primaries, bool gray)
    : encode_(!KeepsLight(image_info, format)) {
  if (!encode_) {
    profile_ = LinearProfile(primaries, gray);
  } else if (!gray) {
    const std::optional<ColorMatrix> matrix = MatrixToSrgb(ColorantsOf(primaries));
    converts_ = matrix.has_value();
    CopyMatrix(matrix, to_srgb_);
  }
}

LightSamples::LightSamples(ByteSpan icc) {
  const std::optional<ColorMatrix> matrix = MatrixToSrgb(ColorantsOf(icc));
  converts_ = matrix.has_value();
  CopyMatrix(matrix, to_srgb_);
}

float EncodedLight(float light) {
  constexpr float kLeast = 0.0031308f;
  if (!(light > kLeast)) return light * 12.92f;
  return light < 1 ? SrgbCurve()(light) : static_cast<float>(EncodedExactly(light));
}

float DecodedLight(float sample) {
  static constinit OnFirstUse<ReverseCurve> curve;
  if (sample >= 0 && sample < 1) return curve.Get()(sample);
  return static_cast<float>(DecodedExactly(sample));
}

void LightSamples::Describe(Image* image) const {
  image->gamma = encode_ ? kSrgbGamma : 1.0;
  StoreProfile(image, "ICM", profile_);
}

float LightSamples::Encoded(float light) const {
  return light > 0 ? EncodedLight(std::min(light, 1.0f)) : 0;
}

void LightSamples::Store(float red, float green, float blue, PixelPacket& pixel) const {
  if (converts_) {
    const float r = Finite(red), g = Finite(green), b = Finite(blue);
    const auto row = [&](const float(&m)[3]) { return m[0] * r + m[1] * g + m[2] * b; };
    pixel.red = Gray(row(to_srgb_[0]));
    pixel.green = Gray(row(to_srgb_[1]));
    pixel.blue = Gray(row(to_srgb_[2]));
    return;
  }
  pixel.red = Gray(red);
  pixel.green = Gray(green);
  pixel.blue = Gray(blue);
}

bool IsLinear(const Image* image) {
  constexpr double kTolerance = 0.001;
  return std::abs(image->gamma - 1.0) < kTolerance || IsLinearProfile(ProfileOf(image, "ICM"));
}

std::vector<float> LightOfQuanta(const Image* image) {
  const bool linear = IsLinear(image);
  std::vector<float> light(std::size_t{MaxRGB} + 1);
  for (std::size_t i = 0; i < light.size(); ++i) {
    const double value = static_cast<double>(i) / MaxRGBDouble;
    light[i] = static_cast<float>(linear ? value : DecodedExactly(value));
  }
  return light;
}

}  // namespace lodestone::coders
