#include <fstream>
#include <numeric>
#include <string>

#include "coders/common/samples.hpp"
#include "coders/topol/topol.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kMostColors = 256;

// The file's name with another extension.
std::string Beside(const std::string& filename, const char* extension) {
  const std::size_t slash = filename.find_last_of('/');
  const std::size_t dot = filename.find_last_of('.');
  const bool has = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return filename.substr(0, has ? dot : std::string::npos) + extension;
}

// The first bytes of the file in capitals or small letters, no more than the largest has.
std::vector<std::uint8_t> BytesBeside(const std::string& filename, const char* capitals,
                                      const char* small) {
  for (const char* extension : {capitals, small}) {
    std::ifstream file(Beside(filename, extension), std::ios::binary);
    if (!file) continue;
    std::vector<std::uint8_t> bytes(1 + 4 * kMostColors);
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
  }
  return {};
}

PixelPacket Color(const std::uint8_t* rgb) {
  PixelPacket color{};
  color.red = QuantumFromByte(rgb[0]);
  color.green = QuantumFromByte(rgb[1]);
  color.blue = QuantumFromByte(rgb[2]);
  color.opacity = OpaqueOpacity;
  return color;
}

// The number of entries, and then the number and red, green and blue of each.
std::vector<PixelPacket> ColorsByNumber(const std::vector<std::uint8_t>& bytes) {
  std::vector<PixelPacket> colors(kMostColors, PixelPacket{0, 0, 0, OpaqueOpacity});
  for (std::size_t at = 1; at + 4 <= bytes.size(); at += 4)
    colors[bytes[at]] = Color(&bytes[at + 1]);
  return colors;
}

}  // namespace

std::vector<PixelPacket> TopolPalette(const char* filename, std::size_t colors) {
  if (*filename == '\0') return {};
  const std::vector<std::uint8_t> entries = BytesBeside(filename, ".PAL", ".pal");
  // For each value, the number of an entry; of images without entries, the shade.
  std::vector<std::uint8_t> numbers = BytesBeside(filename, ".MEZ", ".mez");
  if (entries.empty() && numbers.empty()) return {};
  const std::size_t given = std::min(numbers.size(), kMostColors);
  numbers.resize(kMostColors);
  std::iota(numbers.begin() + static_cast<std::ptrdiff_t>(given), numbers.end(),
            static_cast<std::uint8_t>(given));
  const std::vector<PixelPacket> by_number = ColorsByNumber(entries);
  std::vector<PixelPacket> palette;
  for (std::size_t value = 0; value < colors; ++value) {
    const std::uint8_t number = numbers[value], shade[] = {number, number, number};
    palette.push_back(entries.empty() ? Color(shade) : by_number[number]);
  }
  return palette;
}

}  // namespace lodestone::coders
