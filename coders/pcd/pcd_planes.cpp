#include <array>

#include "coders/pcd/pcd.hpp"

namespace lodestone::coders {
namespace {

void DoubleRow(const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
  for (std::size_t x = 0; x < count; ++x) {
    const unsigned next = from[std::min(x + 1, count - 1)];
    to[2 * x] = from[x];
    to[2 * x + 1] = static_cast<std::uint8_t>((from[x] + next + 1) >> 1);
  }
}

// A row between two rows that were doubled already.
void FillBetween(const std::uint8_t* above, const std::uint8_t* below, std::size_t columns,
                 std::uint8_t* to) {
  for (std::size_t x = 0; x < columns; x += 2) {
    const bool last = x + 2 == columns;
    to[x] = static_cast<std::uint8_t>((above[x] + below[x] + 1) >> 1);
    to[x + 1] = last ? static_cast<std::uint8_t>((above[x + 1] + below[x + 1] + 1) >> 1)
                     : static_cast<std::uint8_t>(
                           (above[x] + above[x + 2] + below[x] + below[x + 2] + 2) >> 2);
  }
}

// The 32 bits at a place; 0 beyond the end.
class Bits {
 public:
  Bits(ByteSpan bytes, std::size_t byte) : bytes_(bytes), position_(std::uint64_t{8} * byte) {}

  std::uint32_t Window() const {
    std::uint64_t window = 0;
    const auto first = static_cast<std::size_t>(position_ / 8);
    for (std::size_t i = first; i < first + 5; ++i)
      window = window << 8 | (i < bytes_.size() ? bytes_[i] : std::uint8_t{0});
    return static_cast<std::uint32_t>(window >> (8 - position_ % 8));
  }
  void Skip(std::size_t count) {
    position_ += count;
    if (position_ > std::uint64_t{8} * bytes_.size()) FailTruncated();
  }
  std::size_t BytesRead() const { return static_cast<std::size_t>((position_ + 7) / 8); }

 private:
  ByteSpan bytes_;
  std::uint64_t position_;
};

bool IsSync(std::uint32_t window) {
  return (window & 0xffffff00u) == 0xfffffe00u;
}

void SkipToSync(Bits& bits) {
  while (!IsSync(bits.Window())) bits.Skip(1);
}

// Codes of up to 16 bits, by what follows them.
class Codes {
 public:
  explicit Codes(ByteCursor& cursor) : codes_(std::size_t{1} << kMostBits) {
    const std::size_t count = std::size_t{cursor.U8()} + 1;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned length = cursor.U8() + 1u;
      const unsigned sequence = cursor.U16Be();
      const std::uint8_t key = cursor.U8();
      if (length > kMostBits) Fail(CorruptImageError, "Unable to uncompress image");
      Add(length, sequence, key);
    }
  }
  struct Code {
    std::uint8_t length = 0, key = 0;  // no code has length 0
  };
  Code Find(std::uint32_t window) const { return codes_[window >> 16]; }

 private:
  static constexpr unsigned kMostBits = 16;

  // The first of those that begin alike holds.
  void Add(unsigned length, unsigned sequence, std::uint8_t key) {
    const unsigned span = 1u << (kMostBits - length);
    if (sequence % span != 0) return;
    for (unsigned i = sequence; i < sequence + span; ++i)
      if (codes_[i].length == 0) codes_[i] = {static_cast<std::uint8_t>(length), key};
  }

  std::vector<Code> codes_;
};

// What a row of differences is for.
struct RowPlace {
  std::size_t row = 0;
  unsigned plane = 0;  // 0, 1, 2; more is none
};

RowPlace TakeSync(Bits& bits) {
  constexpr std::size_t kSyncBits = 24, kPlaceBits = 16;
  bits.Skip(kSyncBits);
  const std::uint32_t window = bits.Window();
  bits.Skip(kPlaceBits);
  const unsigned plane = window >> 30;
  return {window >> 17 & 0x1fff, plane == 0 ? 0 : plane == 1 ? 3 : plane - 1};
}

bool AddRow(Bits& bits, const Codes& codes, std::uint8_t* row, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const std::uint32_t window = bits.Window();
    if (IsSync(window)) return false;
    const Codes::Code code = codes.Find(window);
    if (code.length == 0) return false;
    const int difference = code.key < 128 ? code.key : code.key - 256;
    row[x] = static_cast<std::uint8_t>(std::clamp(row[x] + difference, 0, 255));
    bits.Skip(code.length);
  }
  return true;
}

}  // namespace

PcdPlane Doubled(const PcdPlane& plane) {
  PcdPlane doubled(2 * plane.columns, 2 * plane.rows);
  for (std::size_t y = 0; y < plane.rows; ++y)
    DoubleRow(plane.Row(y), plane.columns, doubled.Row(2 * y));
  for (std::size_t y = 1; y < doubled.rows; y += 2)
    FillBetween(doubled.Row(y - 1), doubled.Row(std::min(y + 1, doubled.rows - 2)), doubled.columns,
                doubled.Row(y));
  const std::size_t last = doubled.rows - 1;
  std::copy_n(doubled.Row(last - 1), doubled.columns, doubled.Row(last));
  return doubled;
}

std::size_t AddPcdDifferences(ByteSpan file, std::size_t at, std::size_t tables, PcdPlanes& planes,
                              bool* damaged) {
  ByteCursor cursor(file);
  cursor.Seek(std::min(at, file.size()));
  std::vector<Codes> codes;
  for (std::size_t i = 0; i < tables; ++i) codes.emplace_back(cursor);
  Bits bits(file, cursor.Position());
  for (;;) {
    SkipToSync(bits);
    const RowPlace place = TakeSync(bits);
    if (place.row == planes[0].rows) return bits.BytesRead();
    if (place.row > planes[0].rows || place.plane >= tables) {
      *damaged = true;
      continue;
    }
    PcdPlane& plane = planes[place.plane];
    const std::size_t row = place.plane == 0 ? place.row : place.row / 2;
    if (!AddRow(bits, codes[place.plane], plane.Row(row), plane.columns)) *damaged = true;
  }
}

}  // namespace lodestone::coders
