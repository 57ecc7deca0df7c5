#include "coders/psd/psd_channels.hpp"

#include <zlib.h>

#include <climits>

namespace lodestone::coders {
namespace {

std::vector<std::uint32_t> TakeLengths(const PsdHeader& header, std::size_t count,
                                       ByteCursor& cursor) {
  if (cursor.Remaining() / (header.large ? 4 : 2) < count) FailTruncated();
  std::vector<std::uint32_t> lengths(count);
  for (std::uint32_t& length : lengths) length = header.large ? cursor.U32Be() : cursor.U16Be();
  return lengths;
}

// Decompresses all that is left, to `length` bytes.
std::vector<std::uint8_t> Inflate(ByteCursor& cursor, std::size_t length) {
  const ByteSpan packed = cursor.Take(cursor.Remaining());
  constexpr std::size_t kDeflateMost = 1032;  // bytes from one
  if (length / kDeflateMost > packed.size()) FailTruncated();
  std::vector<std::uint8_t> bytes(length);
  uLongf got = length;
  const int status = uncompress(bytes.data(), &got, packed.data(), packed.size());
  if ((status != Z_OK && status != Z_BUF_ERROR) || got != length)
    Fail(CorruptImageError, "Unable to decompress image data");
  return bytes;
}

// Adds up samples of two bytes, the higher first.
void SumShorts(std::uint8_t* row, std::size_t count) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += row[2 * i] * 256u + row[2 * i + 1];
    row[2 * i] = static_cast<std::uint8_t>(sum >> 8);
    row[2 * i + 1] = static_cast<std::uint8_t>(sum);
  }
}

void SumBytes(std::uint8_t* row, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) row[i] = static_cast<std::uint8_t>(row[i] + row[i - 1]);
}

// Undoes the differences of neighbours. Numbers of 32 bits are stored as planes of their bytes.
void AddDifferences(const PsdPlane& plane, std::uint8_t* row) {
  if (plane.depth == 16) return SumShorts(row, plane.columns);
  SumBytes(row, plane.line_bytes);
  if (plane.depth != 32) return;
  const std::vector<std::uint8_t> planes(row, row + plane.line_bytes);
  for (std::size_t x = 0; x < plane.columns; ++x) {
    for (std::size_t byte = 0; byte < 4; ++byte)
      row[4 * x + byte] = planes[byte * plane.columns + x];
  }
}

}  // namespace

PsdCompression TakePsdCompression(ByteCursor& cursor) {
  const unsigned compression = cursor.U16Be();
  if (compression > 3) Fail(CoderError, "Data encoding scheme is not supported");
  return static_cast<PsdCompression>(compression);
}

std::uint8_t* PackPsdRow(ByteSpan row, std::uint8_t* out) {
  constexpr std::size_t kMost = 128;
  const auto is_run = [&](std::size_t x) {
    return x + 2 < row.size() && row[x] == row[x + 1] && row[x] == row[x + 2];
  };
  for (std::size_t x = 0; x < row.size();) {
    const std::size_t most = std::min(kMost, row.size() - x);
    std::size_t count = 1;
    if (is_run(x)) {
      while (count < most && row[x + count] == row[x]) ++count;
      *out++ = static_cast<std::uint8_t>(257 - count);
      *out++ = row[x];
    } else {
      while (count < most && !is_run(x + count)) ++count;
      *out++ = static_cast<std::uint8_t>(count - 1);
      out = std::copy_n(row.data() + x, count, out);
    }
    x += count;
  }
  return out;
}

std::vector<PsdChannel> PsdChannel::Take(const PsdHeader& header, const PsdPlane& plane,
                                         PsdCompression compression, std::size_t count,
                                         ByteCursor& cursor) {
  std::vector<PsdChannel> channels(count);
  for (PsdChannel& channel : channels) channel.plane_ = plane;
  if (compression == PsdCompression::kNone) {
    for (PsdChannel& channel : channels) channel.TakePlain(cursor);
  } else if (compression == PsdCompression::kPackBits) {
    const std::vector<std::uint32_t> lengths = TakeLengths(header, count * plane.rows, cursor);
    for (std::size_t i = 0; i < count; ++i)
      channels[i].TakePacked(&lengths[i * plane.rows], cursor);
  } else {
    std::vector<std::uint8_t> bytes = Inflate(cursor, count * plane.rows * plane.line_bytes);
    if (compression == PsdCompression::kZipDifferences) {
      for (std::size_t y = 0; y < count * plane.rows; ++y)
        AddDifferences(plane, &bytes[y * plane.line_bytes]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t* start = bytes.data() + i * plane.rows * plane.line_bytes;
      channels[i].inflated_.assign(start, start + plane.rows * plane.line_bytes);
      ByteCursor inflated(channels[i].inflated_);
      channels[i].TakePlain(inflated);
    }
  }
  return channels;
}

void PsdChannel::TakePlain(ByteCursor& cursor) {
  const ByteSpan bytes = cursor.Take(plane_.rows * plane_.line_bytes);
  rows_.reserve(plane_.rows);
  for (std::size_t y = 0; y < plane_.rows; ++y)
    rows_.push_back(bytes.subspan(y * plane_.line_bytes, plane_.line_bytes));
}

void PsdChannel::TakePacked(const std::uint32_t* lengths, ByteCursor& cursor) {
  packed_ = true;
  rows_.reserve(plane_.rows);
  for (std::size_t y = 0; y < plane_.rows; ++y) rows_.push_back(cursor.Take(lengths[y]));
}

const std::uint8_t* PsdChannel::Row(std::size_t y, std::uint8_t* storage) const {
  if (!packed_) return rows_[y].data();
  return UnpackRuns(rows_[y], plane_.line_bytes, storage) ? storage : nullptr;
}

bool PsdChannel::Equals(const PsdChannel& other) const {
  return packed_ == other.packed_ &&
         std::ranges::equal(rows_, other.rows_, [](ByteSpan one, ByteSpan two) {
           return std::ranges::equal(one, two);
         });
}

}  // namespace lodestone::coders
