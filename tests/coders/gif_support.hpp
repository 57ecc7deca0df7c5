// GIF files assembled byte by byte, for what no program writes.
#pragma once

#include <array>
#include <string>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

// A GIF with a canvas and, unless `colors` is empty, a global map of 2, 4, 8 ... colours.
class GifBytes {
 public:
  using Color = std::array<std::uint8_t, 3>;

  GifBytes(unsigned width, unsigned height, const std::vector<Color>& colors) {
    Text("GIF89a");
    Short(width);
    Short(height);
    Byte(colors.empty() ? 0x70 : 0xf0u | MapBits(colors));
    Byte(0);
    Byte(0);
    Map(colors);
  }

  GifBytes& Byte(unsigned value) {
    bytes_.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  GifBytes& Short(unsigned value) { return Byte(value & 255).Byte(value >> 8); }
  GifBytes& Text(const std::string& text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }
  // `data` in blocks of at most `size` bytes, then the empty one.
  GifBytes& Blocks(const std::string& data, std::size_t size = 255) {
    for (std::size_t at = 0; at < data.size(); at += size) {
      const std::string block = data.substr(at, size);
      Byte(static_cast<unsigned>(block.size())).Text(block);
    }
    return Byte(0);
  }
  GifBytes& Extension(unsigned function, const std::string& data) {
    return Byte('!').Byte(function).Blocks(data);
  }
  GifBytes& Application(const std::string& name, const std::string& data) {
    return Byte('!').Byte(0xff).Byte(11).Text(name).Blocks(data);
  }
  // flags: 1 transparent, disposal times 4.
  GifBytes& Control(unsigned flags, unsigned delay, unsigned transparent) {
    return Byte('!').Byte(0xf9).Byte(4).Byte(flags).Short(delay).Byte(transparent).Byte(0);
  }
  // A frame of up to 30 pixels, uncompressed; indexes below 8.
  GifBytes& Frame(unsigned x, unsigned y, unsigned width, unsigned height,
                  const std::vector<unsigned>& indexes, const std::vector<Color>& colors = {}) {
    Byte(',').Short(x).Short(y).Short(width).Short(height);
    Byte(colors.empty() ? 0 : 0x80u | MapBits(colors));
    Map(colors);
    return Byte(3).Blocks(Pack(indexes));
  }
  Bytes End() { return Byte(';').bytes_; }
  const Bytes& Cut() const { return bytes_; }

 private:
  static unsigned MapBits(const std::vector<Color>& colors) {
    unsigned bits = 0;
    while ((2u << bits) < colors.size()) ++bits;
    return bits;
  }
  void Map(const std::vector<Color>& colors) {
    for (const Color& color : colors) bytes_.insert(bytes_.end(), color.begin(), color.end());
  }
  // Codes of four bits: a clear code before every sixth pixel keeps that width.
  static std::string Pack(const std::vector<unsigned>& indexes) {
    std::vector<unsigned> codes;
    for (std::size_t i = 0; i < indexes.size(); ++i) {
      if (i % 6 == 0) codes.push_back(8);
      codes.push_back(indexes[i]);
    }
    codes.push_back(9);
    std::string bytes;
    for (std::size_t i = 0; i < codes.size(); i += 2) {
      const unsigned high = i + 1 < codes.size() ? codes[i + 1] : 0;
      bytes += static_cast<char>(codes[i] | high << 4);
    }
    return bytes;
  }

  Bytes bytes_;
};

}  // namespace lodestone::coders::test
