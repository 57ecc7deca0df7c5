#include <algorithm>

#include "coders/hdr/hdr.hpp"

namespace lodestone::coders {
namespace {

// Lines of which each component is stored by itself.
constexpr std::size_t kLeastSplit = 8, kMostSplit = 0x7fff;
constexpr std::size_t kRunMax = 127, kLiteralMax = 128;

std::uint8_t TakeByte(BlobReader& reader) {
  const int c = reader.Get();
  if (c == BlobReader::kEnd) FailTruncated();
  return static_cast<std::uint8_t>(c);
}

HdrPixel TakePixel(BlobReader& reader) {
  HdrPixel pixel;
  if (reader.Read(pixel.data(), pixel.size()) != pixel.size()) FailTruncated();
  return pixel;
}

bool IsSplit(const HdrPixel& first, std::size_t length) {
  return length >= kLeastSplit && length <= kMostSplit && first[0] == 2 && first[1] == 2 &&
         first[2] < 128;
}

void TakeSplit(BlobReader& reader, std::span<HdrPixel> line) {
  for (std::size_t component = 0; component < 4; ++component) {
    for (std::size_t x = 0; x < line.size();) {
      const std::size_t code = TakeByte(reader);
      const bool run = code > kLiteralMax;
      const std::size_t count = run ? code - kLiteralMax : code;
      if (count == 0 || count > line.size() - x) Fail(CorruptImageError, "Corrupt image");
      const std::uint8_t repeated = run ? TakeByte(reader) : std::uint8_t{0};
      for (std::size_t end = x + count; x < end; ++x)
        line[x][component] = run ? repeated : TakeByte(reader);
    }
  }
}

// Pixels one after another. One of three ones says how often the one before it is repeated; the
// next of these in succession counts 256 times as much.
void TakePlain(BlobReader& reader, const HdrPixel& first, std::span<HdrPixel> line) {
  constexpr unsigned kMostShift = 24;
  unsigned shift = 0;
  HdrPixel pixel = first;
  for (std::size_t x = 0; x < line.size();) {
    if (pixel[0] == 1 && pixel[1] == 1 && pixel[2] == 1) {
      const std::size_t count = std::size_t{pixel[3]} << shift;
      if (x == 0 || count > line.size() - x || shift > kMostShift)
        Fail(CorruptImageError, "Corrupt image");
      std::fill_n(line.begin() + static_cast<std::ptrdiff_t>(x), count, line[x - 1]);
      x += count;
      shift += 8;
    } else {
      line[x++] = pixel;
      shift = 0;
    }
    if (x < line.size()) pixel = TakePixel(reader);
  }
}

std::size_t RunAt(std::span<const HdrPixel> line, std::size_t component, std::size_t x) {
  const std::size_t end = std::min(line.size(), x + kRunMax);
  std::size_t next = x + 1;
  while (next < end && line[next][component] == line[x][component]) ++next;
  return next - x;
}

void PutComponent(std::span<const HdrPixel> line, std::size_t component, ByteSink& sink) {
  constexpr std::size_t kWorthwhile = 4;
  for (std::size_t x = 0; x < line.size();) {
    const std::size_t run = RunAt(line, component, x);
    if (run >= kWorthwhile) {
      sink.U8(static_cast<unsigned>(kLiteralMax + run));
      sink.U8(line[x][component]);
      x += run;
      continue;
    }
    std::size_t end = x + 1;
    while (end < line.size() && end - x < kLiteralMax && RunAt(line, component, end) < kWorthwhile)
      ++end;
    sink.U8(static_cast<unsigned>(end - x));
    for (; x < end; ++x) sink.U8(line[x][component]);
  }
}

}  // namespace

void TakeHdrLine(BlobReader& reader, std::span<HdrPixel> line) {
  const HdrPixel first = TakePixel(reader);
  if (!IsSplit(first, line.size())) return TakePlain(reader, first, line);
  if (line.size() != (std::size_t{first[2]} << 8 | first[3]))
    Fail(CorruptImageError, "Corrupt image");
  TakeSplit(reader, line);
}

void PutHdrLine(std::span<const HdrPixel> line, bool runs, ByteSink& sink) {
  if (!runs || line.size() < kLeastSplit || line.size() > kMostSplit) {
    for (const HdrPixel& pixel : line) sink.Bytes(pixel);
    return;
  }
  sink.U16Be(0x0202);
  sink.U16Be(static_cast<unsigned>(line.size()));
  for (std::size_t component = 0; component < 4; ++component) PutComponent(line, component, sink);
}

}  // namespace lodestone::coders
