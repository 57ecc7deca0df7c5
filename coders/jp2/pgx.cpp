#include <algorithm>
#include <string>

#include "coders/common/blob_reader.hpp"
#include "coders/common/samples.hpp"
#include "coders/jp2/jp2.hpp"

namespace lodestone::coders {
namespace {

struct PgxHeader {
  bool little_endian = false;
  bool is_signed = false;
  unsigned bits = 0;
  std::size_t columns = 0, rows = 0;
  std::size_t SampleBytes() const { return bits <= 8 ? 1 : bits <= 16 ? 2 : 4; }
};

// A word, behind blanks; the byte after it is taken too.
std::string TakeWord(BlobReader& reader) {
  constexpr std::size_t kMostBytes = 20;
  std::string word;
  int c = reader.Get();
  while (c == ' ' || c == '\t' || c == '\r') c = reader.Get();
  for (; c != BlobReader::kEnd && c > ' ' && word.size() < kMostBytes; c = reader.Get())
    word += static_cast<char>(c);
  return word;
}

std::size_t NumberOf(const std::string& word) {
  const bool digits = !word.empty() && word.size() < 10 &&
                      std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits) Fail(CorruptImageError, "Improper image header");
  return std::stoul(word);
}

PgxHeader TakeHeader(BlobReader& reader) {
  constexpr std::size_t kMostBits = 32;
  PgxHeader header;
  if (TakeWord(reader) != "PG") Fail(CorruptImageError, "Improper image header");
  const std::string order = TakeWord(reader);
  if (order != "ML" && order != "LM") Fail(CorruptImageError, "Improper image header");
  header.little_endian = order == "LM";
  // The sign may be a word of its own, as may be its absence.
  std::string bits = TakeWord(reader);
  if (bits == "+" || bits == "-") bits += TakeWord(reader);
  if (bits.starts_with('+') || bits.starts_with('-')) {
    header.is_signed = bits[0] == '-';
    bits.erase(0, 1);
  }
  const std::size_t count = NumberOf(bits);
  if (count == 0 || count > kMostBits) Fail(CorruptImageError, "Improper image header");
  header.bits = static_cast<unsigned>(count);
  header.columns = NumberOf(TakeWord(reader));
  header.rows = NumberOf(TakeWord(reader));
  return header;
}

Quantum SampleOf(const PgxHeader& header, const std::uint8_t* bytes) {
  const std::size_t count = header.SampleBytes();
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i)
    value = value << 8 | bytes[header.little_endian ? count - 1 - i : i];
  const std::uint32_t most = 0xffffffffu >> (32 - header.bits);
  if (header.is_signed) value += 1u << (header.bits - 1);
  return QuantumFromRange(header.is_signed ? value & most : std::min(value, most), most);
}

void ReadPixels(const PgxHeader& header, BlobReader& reader, Image* image,
                ExceptionInfo* exception) {
  const std::size_t row_bytes = header.columns * header.SampleBytes();
  const std::int64_t rest = reader.Remaining();
  if (rest >= 0 && static_cast<std::size_t>(rest) / row_bytes < header.rows)
    Fail(CorruptImageError, "Unexpected end-of-file");
  std::vector<std::uint8_t> row(row_bytes);
  std::vector<Quantum> samples(header.columns);
  const GrayPixels gray = NewGrayPixels(image, 0, exception);
  const Pixels pixels = gray.samples == nullptr ? NewPixels(image, exception) : Pixels();
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    if (reader.Read(row.data(), row_bytes) != row_bytes)
      Fail(CorruptImageError, "Unexpected end-of-file");
    for (std::size_t x = 0; x < header.columns; ++x) {
      const Quantum value = SampleOf(header, &row[x * header.SampleBytes()]);
      if (gray.samples != nullptr)
        gray.Row(y)[x] = value;
      else
        pixels.Row(y)[x] = {value, value, value, OpaqueOpacity};
    }
    progress.Tick(y);
  }
  if (gray.samples == nullptr) SyncPixels(image, exception);
}

}  // namespace

Image* ReadPgx(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    const PgxHeader header = TakeHeader(reader);
    image->columns = header.columns;
    image->rows = header.rows;
    image->depth = std::min<unsigned>(header.bits, QuantumDepth);
    CheckLimits(image);
    SetShade(image, true, header.bits == 1);
    if (image_info->ping == MagickFalse) ReadPixels(header, reader, image, exception);
  });
}

unsigned int WritePgx(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const unsigned bits =
        static_cast<unsigned>(std::clamp<unsigned long>(image->depth, 2, QuantumDepth));
    WriteText(image, "PG ML +" + std::to_string(bits) + " " + std::to_string(image->columns) + " " +
                         std::to_string(image->rows) + "\n");
    const double scale = ((1u << bits) - 1) / MaxRGBDouble;
    const std::size_t bytes = bits <= 8 ? 1 : 2;
    const ConstPixels pixels = AllPixels(image, &image->exception);
    std::vector<std::uint8_t> row(image->columns * bytes);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    for (std::size_t y = 0; y < image->rows; ++y) {
      for (std::size_t x = 0; x < image->columns; ++x) {
        const auto level = static_cast<unsigned>(scale * Intensity(pixels.Row(y)[x]) + 0.5);
        if (bytes == 2) row[2 * x] = static_cast<std::uint8_t>(level >> 8);
        row[bytes * x + bytes - 1] = static_cast<std::uint8_t>(level);
      }
      WriteBytes(image, row.data(), row.size());
      progress.Tick(y);
    }
  });
}

}  // namespace lodestone::coders
