// Files of bitmaps, field by field.
#pragma once

#include <algorithm>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

inline void Put(Bytes& bytes, std::uint32_t value, unsigned length) {
  for (unsigned i = 0; i < length; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

// A bitmap of 5x3 pixels (unless given otherwise) for one test.
struct Bitmap {
  std::uint32_t header = 40;
  std::int32_t columns = 5;
  std::int32_t rows = 3;
  unsigned bits = 24;
  std::uint32_t compression = 0;
  std::vector<std::uint32_t> masks;
  Bytes palette;
  std::uint32_t colors = 0;
  Bytes raster;

  Bytes Dib() const {
    Bytes out;
    Put(out, header, 4);
    const unsigned size_bytes = header == 12 ? 2 : 4;
    Put(out, static_cast<std::uint32_t>(columns), size_bytes);
    Put(out, static_cast<std::uint32_t>(rows), size_bytes);
    Put(out, 1, 2);
    Put(out, bits, 2);
    if (header > 12) {
      for (const std::uint32_t field : {compression, 0u, 2835u, 3000u, colors, 0u}) {
        Put(out, field, 4);
      }
    }
    if (header != 12) out.resize(std::min<std::size_t>(out.size(), header));
    for (const std::uint32_t mask : masks) Put(out, mask, 4);
    out.resize(std::max<std::size_t>(out.size(), header));
    out.insert(out.end(), palette.begin(), palette.end());
    return out;
  }

  Bytes File(std::size_t origin = 0) const {
    const Bytes dib = Dib();
    Bytes out = {'B', 'M'};
    Put(out, static_cast<std::uint32_t>(14 + dib.size() + raster.size()), 4);
    Put(out, 0, 4);
    Put(out, static_cast<std::uint32_t>(origin + 14 + dib.size()), 4);
    out.insert(out.end(), dib.begin(), dib.end());
    out.insert(out.end(), raster.begin(), raster.end());
    return out;
  }
};

}  // namespace lodestone::coders::test
