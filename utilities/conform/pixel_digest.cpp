#include "utilities/conform/pixel_digest.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "base/sha256.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::conform {
namespace {

using Stored = std::conditional_t<QuantumDepth == 8, std::uint8_t, std::uint16_t>;

struct Samples {
  std::string map;  // the meaning of each of a pixel's samples, as in DispatchImage
  std::vector<Stored> values;
};

Samples SamplesOf(const Image* image) {
  Samples samples{image->colorspace == CMYKColorspace ? "CMYK" : "RGB", {}};
  if (image->matte) samples.map += 'A';
  samples.values.resize(image->columns * image->rows * samples.map.size());
  cli::Exception exception;
  constexpr StorageType kType = QuantumDepth == 8 ? CharPixel : ShortPixel;
  if (DispatchImage(image, 0, 0, image->columns, image->rows, samples.map.c_str(), kType,
                    samples.values.data(), exception.get()) == MagickFail)
    exception.Throw("Unable to read the pixels");
  return samples;
}

bool IsGrey(const Samples& samples) {
  if (samples.map[0] != 'R') return false;
  const std::size_t step = samples.map.size();
  for (std::size_t i = 0; i < samples.values.size(); i += step) {
    const Stored* const pixel = &samples.values[i];
    if (pixel[0] != pixel[1] || pixel[1] != pixel[2]) return false;
  }
  return true;
}

// One sample in the place of three equal ones.
void DropEqual(Samples* samples) {
  const std::size_t step = samples->map.size(), kept = step - 2;
  const std::size_t pixels = samples->values.size() / step;
  for (std::size_t i = 0; i < pixels; ++i)
    for (std::size_t s = 0; s < kept; ++s)
      samples->values[i * kept + s] = samples->values[i * step + 2 + s];
  samples->values.resize(pixels * kept);
  samples->map.erase(0, 2);
}

std::string TupleType(const std::string& map) {
  const std::string type = map[0] == 'B' ? "GRAYSCALE" : map[0] == 'C' ? "CMYK" : "RGB";
  return type + (map.back() == 'A' ? "_ALPHA" : "");
}

std::string Header(const Image* image, const std::string& map) {
  return "P7\nWIDTH " + std::to_string(image->columns) + "\nHEIGHT " + std::to_string(image->rows) +
         "\nDEPTH " + std::to_string(map.size()) + "\nMAXVAL " + std::to_string(MaxRGB) +
         "\nTUPLTYPE " + TupleType(map) + "\nENDHDR\n";
}

}  // namespace

std::string PamOf(const Image* image) {
  Samples samples = SamplesOf(image);
  if (IsGrey(samples)) DropEqual(&samples);
  std::string bytes = Header(image, samples.map);
  bytes.reserve(bytes.size() + samples.values.size() * sizeof(Stored));
  for (const Stored value : samples.values) {
    if constexpr (QuantumDepth == 16) bytes += static_cast<char>(value >> 8);
    bytes += static_cast<char>(value & 0xff);
  }
  return bytes;
}

std::string Sha256Of(const std::string& bytes) {
  Sha256 sha256;
  sha256.Update(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return sha256.Finish(std::uint64_t{8} * bytes.size());
}

}  // namespace lodestone::conform
