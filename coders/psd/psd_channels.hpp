// Channels of Photoshop documents: planes of samples, each compressed by itself.
#pragma once

#include "coders/psd/psd.hpp"

namespace lodestone::coders {

enum class PsdCompression { kNone = 0, kPackBits = 1, kZip = 2, kZipDifferences = 3 };

PsdCompression TakePsdCompression(ByteCursor& cursor);

// Packs a row into `out`, which has room for PackedPsdMax bytes; returns the end.
std::uint8_t* PackPsdRow(ByteSpan row, std::uint8_t* out);
constexpr std::size_t PackedPsdMax(std::size_t length) {
  return length + length / 128 + 2;
}

// The size of a plane.
struct PsdPlane {
  std::size_t columns = 0;
  std::size_t rows = 0;
  std::size_t line_bytes = 0;
  unsigned depth = 8;
};

// The rows of a channel in the file.
class PsdChannel {
 public:
  // Takes the rows of `count` channels, which are compressed together.
  static std::vector<PsdChannel> Take(const PsdHeader& header, const PsdPlane& plane,
                                      PsdCompression compression, std::size_t count,
                                      ByteCursor& cursor);

  // A row of samples, in place or in `storage`, which has room for it. Null if it is damaged.
  const std::uint8_t* Row(std::size_t y, std::uint8_t* storage) const;

  // Whether the rows are the same in the file.
  bool Equals(const PsdChannel& other) const;

 private:
  void TakePlain(ByteCursor& cursor);
  void TakePacked(const std::uint32_t* lengths, ByteCursor& cursor);

  PsdPlane plane_;
  bool packed_ = false;
  std::vector<ByteSpan> rows_;
  std::vector<std::uint8_t> inflated_;
};

}  // namespace lodestone::coders
