#include <atomic>
#include <cctype>
#include <optional>

#include "base/thread_pool.hpp"
#include "coders/common/metadata.hpp"
#include "coders/pnm/pnm.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kBandBytes = std::size_t{1} << 22;  // of file data converted at a time

// Whether what has been read so far is grey or bilevel; writers choose smaller formats by it.
struct Shade {
  std::atomic<bool> gray{true};
  std::atomic<bool> monochrome{true};

  void Scan(const PixelPacket* pixels, std::size_t count) {
    bool is_gray = gray.load(std::memory_order_relaxed);
    bool is_monochrome = monochrome.load(std::memory_order_relaxed);
    for (std::size_t x = 0; x < count && is_gray; ++x) {
      is_gray = IsGrayPixel(pixels[x]);
      is_monochrome = is_monochrome && IsMonochromePixel(pixels[x]);
    }
    if (!is_gray) gray.store(false, std::memory_order_relaxed);
    if (!is_gray || !is_monochrome) monochrome.store(false, std::memory_order_relaxed);
  }

  void Scan(const Quantum* samples, std::size_t count) {
    for (std::size_t x = 0; x < count && monochrome; ++x) {
      if (samples[x] != 0 && samples[x] != MaxRGB) monochrome = false;
    }
  }
};

// One image of the file while it is being read.
struct Reading {
  const PnmHeader& header;
  BlobReader& reader;
  Image* image;
  ExceptionInfo* exception;
  GrayPixels gray;  // for opaque grey images, instead of the target
  Pixels target;
  std::optional<SampleTable> table;
  Shade shade;
};

// Every sample takes at least this much, so a shorter file is truncated.
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

void ConvertBits(const std::uint8_t* bits, std::size_t count, Quantum* samples) {
  for (std::size_t x = 0; x < count; ++x) {
    const bool black = (bits[x / 8] >> (7 - x % 8)) & 1;
    samples[x] = static_cast<Quantum>(black ? 0 : MaxRGB);
  }
}

void ConvertRow(Reading& reading, const std::uint8_t* bytes, std::size_t y) {
  const PnmHeader& header = reading.header;
  if (header.kind == 4) return ConvertBits(bytes, header.columns, reading.gray.Row(y));
  const SampleTable* table = reading.table ? &*reading.table : nullptr;
  if (header.opaque_gray()) {
    ImportGraySamples(header.Format(), bytes, header.columns, reading.gray.Row(y), table);
    return;
  }
  PixelPacket* pixels = reading.target.Row(y);
  ImportRow(header.Format(), bytes, header.columns, pixels, reading.target.IndexRow(y), table);
  if (header.samples > 1 && !header.cmyk) reading.shade.Scan(pixels, header.columns);
}

void ReadRaw(Reading& reading) {
  const std::size_t row_bytes = reading.header.RowBytes();
  const std::size_t rows = reading.header.rows;
  const std::size_t band_rows = std::clamp<std::size_t>(kBandBytes / row_bytes, 1, rows);
  const std::size_t grain = accel::RowsPerTask(reading.header.columns);
  std::vector<std::uint8_t> storage;
  CodingProgress progress(CodingProgress::Task::kLoading, reading.image, reading.exception);
  for (std::size_t first = 0; first < rows; first += band_rows) {
    const std::size_t count = std::min(band_rows, rows - first);
    const std::uint8_t* band = reading.reader.View(count * row_bytes, storage);
    if (band == nullptr) Fail(CorruptImageError, "Unexpected end-of-file");
    accel::ParallelBands(count, grain, [&](std::size_t begin, std::size_t end) {
      RequestRows(reading.gray, reading.target, first + begin, end - begin);
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

template <class Pixel, class ReadPixel>
void ReadPlainRow(Reading& reading, Pixel* pixels, const ReadPixel& read) {
  for (std::size_t x = 0; x < reading.header.columns; ++x) pixels[x] = read();
  reading.shade.Scan(pixels, reading.header.columns);
}

void ReadPlain(Reading& reading) {
  CodingProgress progress(CodingProgress::Task::kLoading, reading.image, reading.exception);
  const auto sample = [&] {
    return QuantumFromRange(ReadPlainSample(reading), reading.header.max_value);
  };
  const auto color = [&] {
    PixelPacket pixel{};
    pixel.red = sample();
    pixel.green = sample();
    pixel.blue = sample();
    pixel.opacity = OpaqueOpacity;
    return pixel;
  };
  for (std::size_t y = 0; y < reading.header.rows; ++y) {
    if (reading.header.opaque_gray()) {
      ReadPlainRow(reading, reading.gray.Row(y), sample);
    } else {
      ReadPlainRow(reading, reading.target.Row(y), color);
    }
    progress.Tick(y);
  }
}

void SkipRaster(const PnmHeader& header, BlobReader& reader) {
  if (!header.plain()) {
    const std::uint64_t bytes = std::uint64_t{header.rows} * header.RowBytes();
    if (reader.Skip(bytes) != bytes) Fail(CorruptImageError, "Unexpected end-of-file");
    return;
  }
  Reading reading{header, reader, nullptr, nullptr, {}, {}, {}, {}};
  const std::uint64_t samples = std::uint64_t{header.columns} * header.rows * header.samples;
  for (std::uint64_t s = 0; s < samples; ++s) ReadPlainSample(reading);
}

// A grey image with enough pixels gets a colormap, one colour per value.
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
  if (!header.comment.empty()) StoreText(image, "comment", header.comment.c_str());
}

// The samples of raw grey images are not inspected, so they count as grey only.
void SetShadeOf(const Reading& reading) {
  const PnmHeader& header = reading.header;
  const bool looked_at = header.plain() || (header.samples > 1 && !header.cmyk);
  const bool gray = header.samples == 1 || (looked_at && reading.shade.gray);
  const bool monochrome = header.bitmap() || (looked_at && gray && reading.shade.monochrome);
  SetShade(reading.image, gray, monochrome);
}

// Values beyond the range count as the largest one, but with a colormap as the first colour.
SampleTable TableOf(const PnmHeader& header, const Image* image) {
  SampleTable table = MakeSampleTable(header.max_value);
  if (image->storage_class == PseudoClass) table.resize(header.max_value > 255 ? 65536 : 256, 0);
  return table;
}

void ReadOne(const ImageInfo* image_info, const PnmHeader& header, BlobReader& reader, Image* image,
             ExceptionInfo* exception) {
  Describe(header, image);
  CheckLimits(image);
  CheckEnoughData(header, reader);
  PrepareClass(header, image);
  if (image_info->ping) return SetShade(image, header.samples == 1, header.bitmap());
  const bool gray = header.opaque_gray();
  Reading reading{header, reader, image, exception, {}, {}, {}, {}};
  if (gray) {
    const bool has_map = image->storage_class == PseudoClass;
    reading.gray = NewGrayPixels(image, has_map ? image->colors : 0, exception);
  } else {
    reading.target = NewPixels(image, exception);
  }
  if (header.max_value != 255 && header.max_value != 65535) reading.table = TableOf(header, image);
  if (header.plain()) {
    ReadPlain(reading);
  } else {
    ReadRaw(reading);
  }
  if (!gray) SyncPixels(image, exception);
  SetShadeOf(reading);
}

// GraphicsMagick writes the bits of PBM into PAM files of two levels.
bool IsPackedPam(const PnmHeader& header, const BlobReader& reader) {
  if (header.kind != 7 || header.max_value != 1 || !header.opaque_gray()) return false;
  const std::uint64_t packed =
      std::uint64_t{header.columns / 8 + (header.columns % 8 != 0)} * header.rows;
  return header.columns > 1 && reader.Remaining() == static_cast<std::int64_t>(packed);
}

// Moves to the next image of a multi-image stream; false if there is none.
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
      PnmHeader header = ReadPnmHeader(reader);
      if (IsPackedPam(header, reader)) header.kind = 4;
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
