// Rows of samples as libtiff gives and takes them, and quanta.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "coders/tiff/tiff.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {

// Converts samples of one format to quanta.
class TiffUnpacker {
 public:
  explicit TiffUnpacker(const TiffFormat& format);
  void Unpack(const std::uint8_t* row, std::size_t count, Quantum* out) const;

 private:
  void UnpackBytes(const std::uint8_t* row, std::size_t count, Quantum* out) const;
  void UnpackFloats(const std::uint8_t* row, std::size_t count, Quantum* out) const;

  const TiffFormat format_;
  std::vector<Quantum> table_;  // of samples of up to 16 bits: one quantum for each value
};

// Unsigned samples of up to 16 bits as they are.
void UnpackTiffNumbers(unsigned bits, const std::uint8_t* row, std::size_t count,
                       std::uint16_t* out);

// The reverse of TiffUnpacker.
class TiffPacker {
 public:
  explicit TiffPacker(const TiffFormat& format) : format_(format) {}
  void Pack(const Quantum* samples, std::size_t count, std::uint8_t* row) const;

 private:
  void PackFloats(const Quantum* samples, std::size_t count, std::uint8_t* row) const;
  void PackBytes(const Quantum* samples, std::size_t count, std::uint8_t* row) const;

  const TiffFormat format_;
};

void PackTiffNumbers(unsigned bits, const std::uint16_t* numbers, std::size_t count,
                     std::uint8_t* row);

}  // namespace lodestone::coders
