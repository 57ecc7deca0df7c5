// Run lengths of bitmaps.
#include "coders/bmp/bmp.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kEndOfLine = 0;
constexpr unsigned kEndOfBitmap = 1;
constexpr unsigned kMove = 2;

// A code of two bytes sets at most 255 pixels.
void CheckEnoughData(const BmpHeader& header, const ByteCursor& cursor) {
  const std::uint64_t pixels = std::uint64_t{header.columns} * header.rows;
  if (cursor.Remaining() == 0 || pixels / 255 > cursor.Remaining() * std::uint64_t{255}) {
    Fail(CorruptImageError, "Insufficient image data in file");
  }
}

class RunDecoder {
 public:
  RunDecoder(const BmpHeader& header, ByteCursor& cursor)
      : header_(header),
        cursor_(cursor),
        sample_bytes_(header.compression == BmpCompression::kRle24 ? 3 : 1),
        out_(std::size_t{header.columns} * header.rows * sample_bytes_) {}

  std::vector<std::uint8_t> Decode() {
    while (y_ < header_.rows) {
      if (!Step()) return std::move(out_);
    }
    cursor_.TakeIf(std::string_view("\0\1", 2));  // the end of the bitmap
    return std::move(out_);
  }

 private:
  // False at the end of the bitmap.
  bool Step() {
    const unsigned count = cursor_.U8();
    if (count != 0) {
      Run(count);
      return true;
    }
    const unsigned code = cursor_.U8();
    if (code == kEndOfBitmap) return false;
    if (code == kEndOfLine) {
      x_ = 0;
      ++y_;
    } else if (code == kMove) {
      x_ += cursor_.U8();
      y_ += cursor_.U8();
    } else {
      Literal(code);
    }
    return true;
  }

  void Run(unsigned count) {
    const ByteSpan value = cursor_.Take(sample_bytes_);
    if (header_.compression != BmpCompression::kRle4) {
      for (unsigned i = 0; i < count; ++i) Put(value.data());
      return;
    }
    const std::uint8_t pair[] = {static_cast<std::uint8_t>(value[0] >> 4),
                                 static_cast<std::uint8_t>(value[0] & 15)};
    for (unsigned i = 0; i < count; ++i) Put(&pair[i & 1]);
  }

  // Values one by one, padded to an even number of bytes.
  void Literal(unsigned count) {
    const bool nibbles = header_.compression == BmpCompression::kRle4;
    const std::size_t length = nibbles ? (count + 1) / 2 : count * sample_bytes_;
    const ByteSpan values = cursor_.Take(length);
    if (length % 2 != 0 && !cursor_.AtEnd()) cursor_.Skip(1);
    for (unsigned i = 0; i < count; ++i) {
      if (nibbles) {
        const std::uint8_t value = values[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15;
        Put(&value);
      } else {
        Put(&values[i * sample_bytes_]);
      }
    }
  }

  // Pixels beyond the right edge are dropped.
  void Put(const std::uint8_t* value) {
    if (x_ < header_.columns) {
      std::copy_n(value, sample_bytes_, &out_[(y_ * header_.columns + x_) * sample_bytes_]);
    }
    ++x_;
  }

  const BmpHeader& header_;
  ByteCursor& cursor_;
  std::size_t sample_bytes_;
  std::vector<std::uint8_t> out_;
  std::size_t x_ = 0;
  std::size_t y_ = 0;
};

}  // namespace

std::vector<std::uint8_t> DecodeBmpRuns(const BmpHeader& header, ByteCursor& cursor) {
  CheckEnoughData(header, cursor);
  return RunDecoder(header, cursor).Decode();
}

void EncodeBmpRuns(const std::uint8_t* values, std::size_t count, ByteSink& sink) {
  for (std::size_t x = 0; x < count;) {
    std::size_t run = 1;
    while (run < 255 && x + run < count && values[x + run] == values[x]) ++run;
    sink.U8(static_cast<unsigned>(run));
    sink.U8(values[x]);
    x += run;
  }
  sink.U8(0);
  sink.U8(kEndOfLine);
}

}  // namespace lodestone::coders
