// DirectDraw surfaces, field by field.
#pragma once

#include <array>
#include <string>

#include "tests/coders/psd_builder.hpp"

namespace lodestone::coders::test {

inline void PutLittle(Bytes& bytes, std::uint64_t value, unsigned length = 4) {
  for (unsigned i = 0; i < length; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

struct Dds {
  unsigned columns = 4, rows = 4;
  unsigned depth = 0, levels = 0;
  unsigned flags = 4;  // of the pixels: a name
  std::string name = "DXT1";
  unsigned bits = 0;
  std::array<unsigned, 4> masks = {};
  unsigned kinds = 0;
  std::vector<unsigned> header10;  // layout, dimension, flags, images, alpha
  Bytes data;

  Bytes File() const {
    Bytes out;
    PutText(out, "DDS ");
    for (const unsigned field : {124u, 0x1007u, rows, columns, 0u, depth, levels})
      PutLittle(out, field);
    out.insert(out.end(), 44, 0);
    PutLittle(out, 32);
    PutLittle(out, flags);
    PutText(out, (name + std::string(4, '\0')).substr(0, 4));
    PutLittle(out, bits);
    for (const unsigned mask : masks) PutLittle(out, mask);
    for (const unsigned field : {0x1000u, kinds, 0u, 0u, 0u}) PutLittle(out, field);
    for (const unsigned field : header10) PutLittle(out, field);
    PutBytes(out, data);
    return out;
  }
};

// A layout by its number in the header of Direct3D 10.
inline Dds DdsOfNumber(unsigned number, const Bytes& data, unsigned columns = 4,
                       unsigned rows = 4) {
  Dds dds;
  dds.columns = columns;
  dds.rows = rows;
  dds.name = "DX10";
  dds.header10 = {number, 3, 0, 1, 0};
  dds.data = data;
  return dds;
}

inline Dds DdsOfMasks(unsigned bits, unsigned flags, const std::array<unsigned, 4>& masks,
                      unsigned columns, const Bytes& data) {
  Dds dds;
  dds.columns = columns;
  dds.rows = 1;
  dds.flags = flags;
  dds.name.clear();
  dds.bits = bits;
  dds.masks = masks;
  dds.data = data;
  return dds;
}

}  // namespace lodestone::coders::test
