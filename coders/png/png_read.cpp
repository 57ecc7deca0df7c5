#include <cstdlib>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>

#include "coders/png/png.hpp"
#include "coders/common/decoded_bands.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/samples.hpp"
#include "magick/resource.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr png_alloc_size_t kChunkBytesMax = 8'000'000;

// The largest chunk; -define png:chunk-malloc-max allows another size, and memory for a few such.
png_alloc_size_t ChunkBytesMax(const ImageInfo* image_info, PngClient& client) {
  const char* wanted = AccessDefinition(image_info, "png", "chunk-malloc-max");
  if (wanted == nullptr) return kChunkBytesMax;
  const std::size_t bytes = std::min<std::size_t>(std::strtoul(wanted, nullptr, 10), 0x7fffffff);
  client.memory_left += 4 * bytes;
  return bytes;
}

// Everything needed to turn a row of samples into pixels.
struct PngLayout {
  int color_type = 0;
  int bit_depth = 0;  // in the file
  int passes = 1;
  std::size_t columns = 0;
  std::size_t rows = 0;
  std::size_t row_bytes = 0;
  bool has_transparency = false;  // tRNS
  png_color_16 transparent = {};  // the one transparent colour of grey and RGB
  PixelPacket palette[256] = {};
  unsigned palette_size = 0;

  bool alpha() const { return (color_type & PNG_COLOR_MASK_ALPHA) != 0; }
  bool gray() const { return (color_type & PNG_COLOR_MASK_COLOR) == 0; }
  bool opaque_gray() const { return gray() && !alpha() && !has_transparency; }
  bool indexed() const { return color_type == PNG_COLOR_TYPE_PALETTE; }
  std::uint32_t max_value() const { return (1u << bit_depth) - 1; }
};

void SetLimits(png_structp png, png_alloc_size_t chunk_max) {
  // Width and height are checked by CheckLimits, whose message is more specific than libpng's.
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_malloc_max(png, chunk_max);
}

void ReadInfo(PngReader& reader, png_alloc_size_t chunk_max) {
  PngCall(reader.png, [&] {
    SetLimits(reader.png, chunk_max);
    png_set_benign_errors(reader.png, 1);
    KeepPngExtraChunks(reader.png);
    // Invalid indexes are noticed when they are converted to pixels.
    png_set_check_for_invalid_index(reader.png, 0);
    png_read_info(reader.png, reader.info);
  });
}

void ReadPalette(PngReader& reader, PngLayout& layout) {
  png_colorp colors = nullptr;
  int count = 0;
  if (png_get_PLTE(reader.png, reader.info, &colors, &count) == 0) {
    Fail(CorruptImageError, "Missing palette");
  }
  layout.palette_size = static_cast<unsigned>(std::clamp(count, 0, 256));
  for (unsigned i = 0; i < layout.palette_size; ++i) {
    PixelPacket& entry = layout.palette[i];
    entry.red = QuantumFromByte(colors[i].red);
    entry.green = QuantumFromByte(colors[i].green);
    entry.blue = QuantumFromByte(colors[i].blue);
    entry.opacity = OpaqueOpacity;
  }
}

void ReadTransparency(PngReader& reader, PngLayout& layout) {
  png_bytep alpha = nullptr;
  png_color_16p color = nullptr;
  int count = 0;
  if (png_get_tRNS(reader.png, reader.info, &alpha, &count, &color) == 0) return;
  layout.has_transparency = true;
  if (layout.indexed()) {
    for (int i = 0; alpha != nullptr && i < std::min<int>(count, layout.palette_size); ++i) {
      layout.palette[i].opacity = QuantumFromByte(255u - alpha[i]);
    }
    return;
  }
  if (color != nullptr) layout.transparent = *color;
  const std::uint32_t mask = layout.max_value();
  layout.transparent.gray &= mask;
  layout.transparent.red &= mask;
  layout.transparent.green &= mask;
  layout.transparent.blue &= mask;
}

PngLayout ReadLayout(PngReader& reader) {
  PngLayout layout;
  layout.color_type = png_get_color_type(reader.png, reader.info);
  layout.bit_depth = png_get_bit_depth(reader.png, reader.info);
  layout.columns = png_get_image_width(reader.png, reader.info);
  layout.rows = png_get_image_height(reader.png, reader.info);
  if (layout.indexed()) ReadPalette(reader, layout);
  ReadTransparency(reader, layout);
  return layout;
}

void DescribeImage(const PngLayout& layout, Image* image) {
  image->columns = layout.columns;
  image->rows = layout.rows;
  image->depth = std::min<unsigned>(layout.bit_depth > 8 ? 16 : 8, QuantumDepth);
  image->matte = layout.alpha() || layout.has_transparency ? MagickTrue : MagickFalse;
  image->compression = ZipCompression;
  StoreText(image, "png:IHDR.color-type-orig", std::to_string(layout.color_type).c_str());
  StoreText(image, "png:IHDR.bit-depth-orig", std::to_string(layout.bit_depth).c_str());
}

// Grey and palette images are PseudoClass, except with a tRNS chunk, since a colormap cannot hold
// its alpha.
void PrepareClass(const PngLayout& layout, Image* image) {
  if (layout.has_transparency || !(layout.indexed() || layout.gray())) return;
  if (layout.indexed()) {
    MakeColormap(image, std::max(layout.palette_size, 1u));
    std::copy_n(layout.palette, layout.palette_size, image->colormap);
    return;
  }
  const unsigned long colors = std::min<unsigned long>(layout.max_value() + 1ul, MaxColormapSize);
  MakeColormap(image, colors);
  for (unsigned long i = 0; i < colors; ++i) {
    const Quantum level = QuantumFromRange(static_cast<std::uint32_t>(i), colors - 1);
    image->colormap[i] = PixelPacket{level, level, level, OpaqueOpacity};
  }
}

std::uint32_t Sample(const std::uint8_t* row, std::size_t i, int bit_depth) {
  return bit_depth == 16 ? row[2 * i] * 256u + row[2 * i + 1] : row[i];
}

Quantum SampleQuantum(std::uint32_t value, int bit_depth) {
  if (bit_depth == 16) return QuantumFromShort(value);
  return QuantumFromByte(value * (255u / ((1u << bit_depth) - 1)));
}

// False if an index is beyond the palette.
bool ConvertIndexed(const PngLayout& layout, const std::uint8_t* row, PixelPacket* pixels,
                    IndexPacket* indexes) {
  bool valid = true;
  for (std::size_t x = 0; x < layout.columns; ++x) {
    valid = valid && row[x] < layout.palette_size;
    const unsigned index = row[x] < layout.palette_size ? row[x] : 0;
    if (indexes != nullptr) indexes[x] = static_cast<IndexPacket>(index);
    pixels[x] = layout.palette[index];
  }
  return valid;
}

void ConvertGray(const PngLayout& layout, const std::uint8_t* row, PixelPacket* pixels,
                 IndexPacket* indexes) {
  const std::size_t samples = layout.alpha() ? 2 : 1;
  const int depth = layout.bit_depth;
  for (std::size_t x = 0; x < layout.columns; ++x) {
    const std::uint32_t value = Sample(row, x * samples, depth);
    PixelPacket& q = pixels[x];
    q.red = q.green = q.blue = SampleQuantum(value, depth);
    q.opacity = OpaqueOpacity;
    if (layout.alpha()) {
      q.opacity =
          static_cast<Quantum>(MaxRGB - SampleQuantum(Sample(row, x * samples + 1, depth), depth));
    } else if (layout.has_transparency && value == layout.transparent.gray) {
      q.opacity = TransparentOpacity;
    }
    if (indexes != nullptr) indexes[x] = depth == 16 ? q.red : static_cast<IndexPacket>(value);
  }
}

void ConvertOpaqueGray(const PngLayout& layout, const std::uint8_t* row, Quantum* samples) {
  if (layout.bit_depth >= 8) {
    const SampleFormat format{Channels::kGray, layout.bit_depth == 16 ? 2u : 1u, false};
    return ImportGraySamples(format, row, layout.columns, samples, nullptr);
  }
  for (std::size_t x = 0; x < layout.columns; ++x) {
    samples[x] = SampleQuantum(row[x], layout.bit_depth);
  }
}

void MarkTransparent(const PngLayout& layout, const std::uint8_t* row, PixelPacket* pixels) {
  const png_color_16& color = layout.transparent;
  for (std::size_t x = 0; x < layout.columns; ++x) {
    if (Sample(row, 3 * x, layout.bit_depth) == color.red &&
        Sample(row, 3 * x + 1, layout.bit_depth) == color.green &&
        Sample(row, 3 * x + 2, layout.bit_depth) == color.blue) {
      pixels[x].opacity = TransparentOpacity;
    }
  }
}

void ConvertColors(const PngLayout& layout, const std::uint8_t* row, PixelPacket* pixels,
                   IndexPacket* indexes) {
  if (layout.gray()) return ConvertGray(layout, row, pixels, indexes);
  const SampleFormat format{layout.alpha() ? Channels::kRgba : Channels::kRgb,
                            layout.bit_depth == 16 ? 2u : 1u, false};
  ImportRow(format, row, layout.columns, pixels, nullptr, nullptr);
  if (layout.has_transparency) MarkTransparent(layout, row, pixels);
}

void StartRows(PngReader& reader, PngLayout& layout) {
  PngCall(reader.png, [&] {
    if (layout.bit_depth < 8) png_set_packing(reader.png);
    layout.passes = png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    layout.row_bytes = png_get_rowbytes(reader.png, reader.info);
  });
}

std::vector<std::uint8_t> RowMemory(std::size_t row_bytes, std::size_t rows, MemoryClaim& claim) {
  if (row_bytes > std::numeric_limits<std::size_t>::max() / rows) throw std::bad_alloc();
  if (!claim.Acquire(row_bytes * rows)) FailOfMemoryLimit();
  return std::vector<std::uint8_t>(row_bytes * rows);
}

// Where the rows of a file become pixels.
class RowStore {
 public:
  RowStore(const PngLayout& layout, Image* image, ExceptionInfo* exception)
      : layout_(layout),
        image_(image),
        samples_(layout.opaque_gray() ? NewGrayPixels(image, image->colors, exception)
                                      : GrayPixels()),
        target_(IsGray() ? Pixels() : NewPixels(image, exception)),
        has_indexes_(image->storage_class == PseudoClass) {}

  void Put(const DecodedBand& band) const {
    RequestRows(samples_, target_, band.first, band.count);
    for (std::size_t i = 0; i < band.count; ++i) {
      const std::size_t y = band.first + i;
      const std::uint8_t* row = band.bytes + i * layout_.row_bytes;
      if (IsGray())
        ConvertOpaqueGray(layout_, row, samples_.Row(y));
      else
        PutColors(row, y);
    }
  }

  void Finish(ExceptionInfo* exception) const {
    if (!IsGray()) SyncPixels(image_, exception);
    if (has_invalid_index_)
      Report(exception, CorruptImageWarning, "Palette index out of range", image_->filename);
  }

 private:
  bool IsGray() const { return samples_.samples != nullptr; }
  void PutColors(const std::uint8_t* row, std::size_t y) const {
    PixelPacket* const pixels = target_.Row(y);
    IndexPacket* const indexes = has_indexes_ ? target_.IndexRow(y) : nullptr;
    if (!layout_.indexed())
      ConvertColors(layout_, row, pixels, indexes);
    else if (!ConvertIndexed(layout_, row, pixels, indexes))
      has_invalid_index_ = true;
  }

  const PngLayout& layout_;
  Image* const image_;
  const GrayPixels samples_;  // instead of the target
  const Pixels target_;
  const bool has_indexes_;
  mutable std::atomic<bool> has_invalid_index_{false};
};

// All rows of a pass.
void ReadPass(PngReader& reader, const PngLayout& layout, std::uint8_t* rows) {
  for (std::size_t y = 0; y < layout.rows; ++y) {
    std::uint8_t* const row = rows + y * layout.row_bytes;
    PngCall(reader.png, [&] { png_read_row(reader.png, row, nullptr); });
  }
}

void ReadRows(PngReader& reader, const PngLayout& layout, Image* image, ExceptionInfo* exception) {
  const RowStore store(layout, image, exception);
  const std::size_t row_bytes = layout.row_bytes;
  const bool interlaced = layout.passes > 1;
  MemoryClaim claim;
  std::vector<std::uint8_t> all;  // rows of an interlaced image
  if (interlaced) all = RowMemory(row_bytes, layout.rows, claim);
  for (int pass = 1; pass < layout.passes; ++pass) ReadPass(reader, layout, all.data());
  const auto read = [&](const DecodedBand& band) {
    for (std::size_t i = 0; i < band.count; ++i) {
      std::uint8_t* const row = band.bytes + i * row_bytes;
      if (interlaced) std::copy_n(&all[(band.first + i) * row_bytes], row_bytes, row);
      PngCall(reader.png, [&] { png_read_row(reader.png, row, nullptr); });
    }
  };
  DecodeBands(image, row_bytes, exception, read, [&](const DecodedBand& band) { store.Put(band); });
  store.Finish(exception);
}

void CheckSignature(Image* image) {
  png_byte signature[8];
  if (ReadBlob(image, sizeof(signature), signature) != sizeof(signature)) {
    Fail(CorruptImageError, "Unexpected end-of-file");
  }
  if (png_sig_cmp(signature, 0, sizeof(signature)) != 0) {
    Fail(CorruptImageError, "Improper image header");
  }
}

}  // namespace

void ReadPngStream(const ImageInfo* image_info, PngClient& client, PngReader& reader,
                   Image* image) {
  ReadInfo(reader, ChunkBytesMax(image_info, client));
  PngLayout layout = ReadLayout(reader);
  DescribeImage(layout, image);
  CheckLimits(image);
  PrepareClass(layout, image);
  ReadPngHeaderMetadata(reader, image);
  const auto set_shade = [&] {
    SetShade(image, layout.gray(), layout.gray() && layout.bit_depth == 1);
  };
  if (image_info->ping != MagickFalse) {
    set_shade();
    ReadPngTextAndProfiles(reader, image);
    return;
  }
  StartRows(reader, layout);
  ReadRows(reader, layout, image, client.exception);
  set_shade();
  PngCall(reader.png, [&] { png_read_end(reader.png, reader.info); });
  ReadPngTextAndProfiles(reader, image);
}

Image* ReadPng(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    CheckSignature(image);
    PngClient client{image, exception, image->filename};
    PngReader reader(client);
    png_set_read_fn(reader.png, &client, PngReadData);
    png_set_sig_bytes(reader.png, 8);
    ReadPngStream(image_info, client, reader, image);
  });
}

}  // namespace lodestone::coders
