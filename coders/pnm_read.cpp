#include <atomic>
#include <cctype>
#include <optional>

#include "accel/cpu/thread_pool.hpp"
#include "coders/pnm.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kBandBytes = std::size_t{1} << 22;  // of file data converted at a time

// Greyness of what has been read so far; writers choose smaller formats by it.
struct Shade {
  std::atomic<bool> gray{true};
  std::atomic<bool> monochrome{true};

  void Look(const PixelPacket* pixels, std::size_t count) {
    bool is_gray = gray.load(std::memory_order_relaxed);
    bool is_monochrome = monochrome.load(std::memory_order_relaxed);
    for (std::size_t x = 0; x < count && is_gray; ++x) {
      is_gray = IsGrayPixel(pixels[x]);
      is_monochrome = is_monochrome && IsMonochromePixel(pixels[x]);
    }
    if (!is_gray) gray.store(false, std::memory_order_relaxed);
    if (!is_gray || !is_monochrome) monochrome.store(false, std::memory_order_relaxed);
  }
};

// One image of the file while it is read.
struct Reading {
  const PnmHeader& header;
  BlobReader& reader;
  Image* image;
  ExceptionInfo* exception;
  Pixels target;
  std::optional<SampleTable> table;
  Shade shade;

  IndexTarget Target(std::size_t y) const {
    if (image->storage_class != PseudoClass) return {target.IndexRow(y), nullptr, 0};
    return {target.IndexRow(y), image->colormap, image->colors};
  }
};

// Every sample takes at least this much, so a file that is shorter is truncated.
void CheckEnoughData(const PnmHeader& header, const BlobReader& reader) {
  const std::int64_t remaining = reader.Remaining();
  if (remaining < 0) return;
  const std::uint64_t rows = header.rows;
  const std::uint64_t columns = header.columns;
  std::uint64_t needed = 0;
  if (header.plain()) {
    const std::uint64_t samples = columns * header.samples * rows;
    needed = header.kind == 1 ? samples : samples * 2 - 1;
  } else {
    needed = rows * header.RowBytes();
  }
  if (static_cast<std::uint64_t>(remaining) < needed) {
    Fail(CorruptImageError, "Unexpected end-of-file");
  }
}

void ConvertBits(const std::uint8_t* bits, std::size_t count, PixelPacket* pixels,
                 const IndexTarget& target) {
  for (std::size_t x = 0; x < count; ++x) {
    const bool black = (bits[x / 8] >> (7 - x % 8)) & 1;
    target.indexes[x] = black ? 0 : 1;
    pixels[x] = target.colormap[black ? 0 : 1];
  }
}

void ConvertRow(Reading& reading, const std::uint8_t* bytes, std::size_t y) {
  const PnmHeader& header = reading.header;
  PixelPacket* pixels = reading.target.Row(y);
  if (header.kind == 4) {
    ConvertBits(bytes, header.columns, pixels, reading.Target(y));
    return;
  }
  ImportRow(header.Format(), bytes, header.columns, pixels, reading.Target(y),
            reading.table ? &*reading.table : nullptr);
  if (header.samples > 1 && !header.cmyk) reading.shade.Look(pixels, header.columns);
}

void ReadRaw(Reading& reading) {
  const std::size_t row_bytes = reading.header.RowBytes();
  const std::size_t rows = reading.header.rows;
  const std::size_t band_rows = std::clamp<std::size_t>(kBandBytes / row_bytes, 1, rows);
  const std::size_t grain = accel::RowsOfATask(reading.header.columns);
  std::vector<std::uint8_t> storage;
  Progress progress(Progress::Task::kLoading, reading.image, reading.exception);
  for (std::size_t first = 0; first < rows; first += band_rows) {
    const std::size_t count = std::min(band_rows, rows - first);
    const std::uint8_t* band = reading.reader.View(count * row_bytes, storage);
    if (band == nullptr) Fail(CorruptImageError, "Unexpected end-of-file");
    accel::ParallelBands(count, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) {
        ConvertRow(reading, band + y * row_bytes, first + y);
      }
    });
    progress.Tick(first + count - 1);
  }
}

std::uint32_t ReadPlainSample(Reading& reading) {
  if (reading.header.kind == 1) {  // digits of a plain bitmap need no white space between them
    int c = reading.reader.Get();
    while (c != BlobReader::kEnd && c != '0' && c != '1') c = reading.reader.Get();
    if (c == BlobReader::kEnd) Fail(CorruptImageError, "Unexpected end-of-file");
    return c == '0' ? 1 : 0;
  }
  const std::uint32_t value = ReadPnmNumber(reading.reader, nullptr);
  if (value > reading.header.max_value) Fail(CorruptImageError, "Corrupt image");
  return value;
}

void ReadPlain(Reading& reading) {
  Progress progress(Progress::Task::kLoading, reading.image, reading.exception);
  const std::uint32_t max = reading.header.max_value;
  for (std::size_t y = 0; y < reading.header.rows; ++y) {
    PixelPacket* pixels = reading.target.Row(y);
    const IndexTarget target = reading.Target(y);
    for (std::size_t x = 0; x < reading.header.columns; ++x) {
      const std::uint32_t first = ReadPlainSample(reading);
      if (target.colormap != nullptr) {
        target.indexes[x] = static_cast<IndexPacket>(first);
        pixels[x] = target.colormap[first];
        continue;
      }
      PixelPacket& q = pixels[x];
      q.red = q.green = q.blue = QuantumFromRange(first, max);
      q.opacity = OpaqueOpacity;
      if (reading.header.samples == 3) {
        q.green = QuantumFromRange(ReadPlainSample(reading), max);
        q.blue = QuantumFromRange(ReadPlainSample(reading), max);
      }
    }
    reading.shade.Look(pixels, reading.header.columns);
    progress.Tick(y);
  }
}

void SkipRaster(const PnmHeader& header, BlobReader& reader) {
  if (!header.plain()) {
    const std::uint64_t bytes = std::uint64_t{header.rows} * header.RowBytes();
    if (reader.Skip(bytes) != bytes) Fail(CorruptImageError, "Unexpected end-of-file");
    return;
  }
  Reading reading{header, reader, nullptr, nullptr, {}, {}, {}};
  const std::uint64_t samples = std::uint64_t{header.columns} * header.rows * header.samples;
  for (std::uint64_t s = 0; s < samples; ++s) ReadPlainSample(reading);
}

// A grey image with enough pixels gets a colormap, one colour for each value.
void PrepareClass(const PnmHeader& header, Image* image) {
  const std::uint64_t area = std::uint64_t{header.columns} * header.rows;
  if (header.bitmap() ||
      (header.samples == 1 && header.max_value < MaxColormapSize && area >= header.max_value)) {
    MakeColormap(image, header.max_value + 1ul);
    for (unsigned i = 0; i < image->colors; ++i) {
      const Quantum level = QuantumFromRange(i, header.max_value);
      image->colormap[i] = PixelPacket{level, level, level, OpaqueOpacity};
    }
  }
}

void Describe(const PnmHeader& header, Image* image) {
  image->columns = header.columns;
  image->rows = header.rows;
  const unsigned depth = header.max_value == 1 ? 1 : header.max_value > 255 ? 16 : 8;
  image->depth = std::min<unsigned>(depth, QuantumDepth);
  image->matte = header.matte ? MagickTrue : MagickFalse;
  if (header.cmyk) image->colorspace = CMYKColorspace;
  if (!header.comment.empty()) SetImageAttribute(image, "comment", header.comment.c_str());
}

// The samples of raw grey images are not looked at, so they count as grey only.
void SetShadeOf(const Reading& reading) {
  const PnmHeader& header = reading.header;
  const bool looked_at = header.plain() || (header.samples > 1 && !header.cmyk);
  const bool gray = header.samples == 1 || (looked_at && reading.shade.gray);
  const bool monochrome = header.bitmap() || (looked_at && gray && reading.shade.monochrome);
  SetShade(reading.image, gray, monochrome);
}

void ReadOne(const ImageInfo* image_info, const PnmHeader& header, BlobReader& reader, Image* image,
             ExceptionInfo* exception) {
  Describe(header, image);
  CheckLimits(image);
  CheckEnoughData(header, reader);
  PrepareClass(header, image);
  if (image_info->ping) return;
  Reading reading{header, reader, image, exception, NewPixels(image, exception), {}, {}};
  if (header.max_value != 255 && header.max_value != 65535) {
    reading.table = MakeSampleTable(header.max_value);
  }
  if (header.plain()) {
    ReadPlain(reading);
  } else {
    ReadRaw(reading);
  }
  SyncPixels(image, exception);
  SetShadeOf(reading);
}

// Moves to the next image of a stream of several; false when there is none.
bool SkipToNext(BlobReader& reader) {
  while (reader.Peek() != BlobReader::kEnd && std::isspace(reader.Peek())) reader.Get();
  return reader.Peek() == 'P';
}

}  // namespace

Image* ReadPnm(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* first) {
    OpenForReading(image_info, first, exception);
    BlobReader reader(first);
    Image* image = first;
    while (true) {
      const PnmHeader header = ReadPnmHeader(reader);
      ReadOne(image_info, header, reader, image, exception);
      if (image_info->subrange != 0 &&
          image->scene >= image_info->subimage + image_info->subrange - 1) {
        break;
      }
      if (image_info->ping) SkipRaster(header, reader);
      if (!SkipToNext(reader)) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
