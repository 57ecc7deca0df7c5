// Radiance files: three bytes and a common exponent a pixel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "coders/common/blob_reader.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/linear_light.hpp"

namespace lodestone::coders {

using HdrPixel = std::array<std::uint8_t, 4>;

struct HdrHeader {
  std::size_t columns = 0, rows = 0;
  bool by_columns = false;  // lines of the file are columns of the image
  bool from_right = false, from_bottom = false;
  bool xyz = false;  // instead of red, green and blue
  Primaries primaries;
  std::string comment;

  std::size_t Lines() const { return by_columns ? columns : rows; }
  std::size_t LineLength() const { return by_columns ? rows : columns; }
};
HdrHeader TakeHdrHeader(BlobReader& reader);

// Reads one line, in any of the three forms that lines have.
void TakeHdrLine(BlobReader& reader, std::span<HdrPixel> line);
void PutHdrLine(std::span<const HdrPixel> line, bool runs, ByteSink& sink);

}  // namespace lodestone::coders
