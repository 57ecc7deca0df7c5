// JPEG without loss (ITU-T T.81, process 14), in which many medical images are stored.
#include <array>

#include "coders/dcm/dcm_image.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kStartOfFrame = 0xffc3, kHuffman = 0xffc4, kStartOfScan = 0xffda,
                   kRestartInterval = 0xffdd, kEnd = 0xffd9;

class HuffmanTable {
 public:
  explicit HuffmanTable(ByteCursor& cursor) {
    std::size_t count = 0;
    for (unsigned length = 1; length <= 16; ++length) count += counts_[length] = cursor.U8();
    const ByteSpan symbols = cursor.Take(count);
    symbols_.assign(symbols.begin(), symbols.end());
  }

  // The next bits of `bits` as a symbol.
  template <class Bits>
  unsigned Take(Bits& bits) const {
    unsigned code = 0, first = 0;
    std::size_t index = 0;
    for (unsigned length = 1; length <= 16; ++length) {
      code = code << 1 | bits.Take(1);
      if (code - first < counts_[length]) return symbols_[index + (code - first)];
      index += counts_[length];
      first = (first + counts_[length]) << 1;
    }
    Fail(CorruptImageError, "Improper code in a frame of JPEG");
  }

 private:
  std::array<unsigned, 17> counts_ = {};
  std::vector<std::uint8_t> symbols_;
};

// Bits between markers, where a zero follows each byte of ones.
class ScanBits {
 public:
  explicit ScanBits(ByteCursor& cursor) : cursor_(cursor) {}

  unsigned Take(unsigned count) {
    while (held_ < count) {
      bits_ = bits_ << 8 | NextByte();
      held_ += 8;
    }
    held_ -= count;
    return static_cast<unsigned>(bits_ >> held_) & ((1u << count) - 1);
  }

  void Restart() {
    held_ = 0;
    for (;;) {
      if (cursor_.U8() != 0xff) continue;
      const unsigned marker = cursor_.U8();
      if (marker >= 0xd0 && marker <= 0xd7) return;
      if (marker != 0xff && marker != 0)
        Fail(CorruptImageError, "Improper marker in a frame of JPEG");
    }
  }

 private:
  unsigned NextByte() {
    const unsigned byte = cursor_.U8();
    if (byte == 0xff && cursor_.U8() != 0) FailTruncated();
    return byte;
  }

  ByteCursor& cursor_;
  std::uint64_t bits_ = 0;
  unsigned held_ = 0;
};

class LosslessDecoder {
 public:
  LosslessDecoder(ByteSpan frame, const DcmImage& image) : cursor_(frame), image_(image) {}

  std::vector<std::uint8_t> Decode() {
    cursor_.Skip(2);
    for (unsigned marker = cursor_.U16Be(); marker != kEnd; marker = cursor_.U16Be()) {
      ByteCursor segment(cursor_.Take(std::max<std::size_t>(cursor_.U16Be(), 2) - 2));
      if (marker == kStartOfFrame) ReadFrame(segment);
      if (marker == kRestartInterval) interval_ = segment.U16Be();
      if (marker == kHuffman) ReadTables(segment);
      if (marker == kStartOfScan) return ReadScan(segment);
    }
    FailTruncated();
  }

 private:
  void ReadFrame(ByteCursor& segment) {
    precision_ = segment.U8();
    const std::size_t rows = segment.U16Be(), columns = segment.U16Be();
    const unsigned components = segment.U8();
    if (precision_ < 2 || precision_ > image_.allocated || rows != image_.rows ||
        columns != image_.columns || components != image_.samples)
      Fail(CorruptImageError, "A frame of JPEG has another size than the image");
    for (unsigned i = 0; i < components; ++i) {
      segment.Skip(1);
      if (segment.U8() != 0x11)
        Fail(CoderError, "Subsampled frames of lossless JPEG are not supported");
      segment.Skip(1);
    }
  }

  void ReadTables(ByteCursor& segment) {
    while (!segment.AtEnd()) {
      const unsigned place = segment.U8() & 3u;
      tables_[place].emplace(segment);
    }
  }

  std::vector<std::uint8_t> ReadScan(ByteCursor& segment) {
    if (precision_ == 0) Fail(CorruptImageError, "A frame of JPEG has no header");
    const unsigned components = segment.U8();
    if (components != image_.samples)
      Fail(CoderError, "Frames of lossless JPEG with several scans are not supported");
    std::vector<const HuffmanTable*> tables;
    for (unsigned i = 0; i < components; ++i) {
      segment.Skip(1);
      const auto& table = tables_[segment.U8() >> 4 & 3];
      if (!table) Fail(CorruptImageError, "A frame of JPEG lacks a table");
      tables.push_back(&*table);
    }
    predictor_ = segment.U8();
    segment.Skip(1);
    shift_ = segment.U8() & 15u;
    if (predictor_ < 1 || predictor_ > 7 || shift_ >= precision_)
      Fail(CorruptImageError, "Improper prediction in a frame of JPEG");
    return DecodeSamples(tables);
  }

  std::vector<std::uint8_t> DecodeSamples(const std::vector<const HuffmanTable*>& tables) {
    const std::size_t columns = image_.columns, count = image_.samples,
                      bytes = image_.allocated / 8;
    std::vector<std::uint8_t> planes(image_.Pixels() * count * bytes);
    std::vector<int> above(columns * count), row(columns * count);
    ScanBits bits(cursor_);
    bool starts = true;  // no row above counts
    std::size_t left = interval_;
    for (std::size_t y = 0; y < image_.rows; ++y) {
      for (std::size_t x = 0; x < columns; ++x) {
        if (interval_ != 0 && left == 0) {
          bits.Restart();
          starts = true;
          left = interval_;
        }
        const bool begins = starts && (x == 0 || left == interval_);
        for (std::size_t i = 0; i < count; ++i) {
          const std::size_t at = x * count + i;
          const int sample =
              (Predict(row, above, at, x, starts, begins) + TakeDifference(*tables[i], bits)) &
              0xffff;
          row[at] = sample;
          Put(planes, (i * image_.Pixels() + y * columns + x) * bytes,
              static_cast<unsigned>(sample) << shift_);
        }
        --left;
      }
      starts = false;
      row.swap(above);
    }
    return planes;
  }

  int Predict(const std::vector<int>& row, const std::vector<int>& above, std::size_t at,
              std::size_t x, bool starts, bool begins) const {
    const std::size_t count = image_.samples;
    if (begins) return 1 << (precision_ - shift_ - 1);
    if (starts) return row[at - count];
    if (x == 0) return above[at];
    const int a = row[at - count], b = above[at], c = above[at - count];
    switch (predictor_) {
      case 1:
        return a;
      case 2:
        return b;
      case 3:
        return c;
      case 4:
        return a + b - c;
      case 5:
        return a + ((b - c) >> 1);
      case 6:
        return b + ((a - c) >> 1);
      default:
        return (a + b) >> 1;
    }
  }

  static int TakeDifference(const HuffmanTable& table, ScanBits& bits) {
    const unsigned length = table.Take(bits);
    if (length == 0) return 0;
    if (length == 16) return 32768;
    if (length > 16) Fail(CorruptImageError, "Improper code in a frame of JPEG");
    const int value = static_cast<int>(bits.Take(length));
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  void Put(std::vector<std::uint8_t>& planes, std::size_t at, unsigned sample) const {
    planes[at] = static_cast<std::uint8_t>(sample);
    if (image_.allocated == 16) planes[at + 1] = static_cast<std::uint8_t>(sample >> 8);
  }

  ByteCursor cursor_;
  const DcmImage& image_;
  std::array<std::optional<HuffmanTable>, 4> tables_;
  std::size_t interval_ = 0;
  unsigned precision_ = 0, predictor_ = 1, shift_ = 0;
};

}  // namespace

bool IsLosslessJpeg(ByteSpan frame) {
  ByteCursor cursor(frame);
  if (cursor.Remaining() < 4 || cursor.U16Be() != 0xffd8) return false;
  while (cursor.Remaining() >= 4) {
    const unsigned marker = cursor.U16Be();
    if (marker == kStartOfFrame) return true;
    const std::size_t length = std::max<std::size_t>(cursor.U16Be(), 2) - 2;
    if (marker < 0xff00 || marker == kStartOfScan || length > cursor.Remaining()) return false;
    cursor.Skip(length);
  }
  return false;
}

std::vector<std::uint8_t> DecodeLosslessJpeg(ByteSpan frame, const DcmImage& image) {
  if (image.allocated % 8 != 0) Fail(CorruptImageError, "Improper bits of a frame of JPEG");
  return LosslessDecoder(frame, image).Decode();
}

}  // namespace lodestone::coders
