#include <atomic>
#include <cctype>

#include "base/thread_pool.hpp"
#include "coders/common/profiles.hpp"
#include "coders/miff/miff.hpp"
#include "magick/colorspace.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kLongPerShort = 65537;
constexpr std::size_t kBandBytes = std::size_t{1} << 22;  // of file data converted at a time

std::uint32_t Load(const std::uint8_t* p, unsigned bytes) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) value = value << 8 | p[i];
  return value;
}

Quantum QuantumOf(const std::uint8_t* p, unsigned bytes) {
  const std::uint32_t value = Load(p, bytes);
  if (bytes == 1) return QuantumFromByte(value);
  return QuantumFromShort(bytes == 2 ? value : value / kLongPerShort);
}

void TakeDirectory(ByteCursor& cursor, Image* image) {
  if (image->montage == nullptr) return;
  std::string text;
  for (char c = 0; (c = static_cast<char>(cursor.U8())) != '\0';) text += c;
  CloneString(&image->directory, text.c_str());
}

void TakeProfiles(ByteCursor& cursor, const MiffHeader& header, Image* image) {
  for (const auto& [name, length] : header.profiles) {
    if (length == 0) Fail(CorruptImageError, "Improper image header");
    StoreProfile(image, name.c_str(), cursor.Take(length));
  }
}

void TakeColormap(ByteCursor& cursor, const MiffHeader& header, Image* image) {
  if (!header.palette) return;
  const unsigned bytes = MiffSampleBytes(header.depth);
  const ByteSpan data = cursor.Take(header.colors * 3 * bytes);
  MakeColormap(image, header.colors == 0 ? 256 : header.colors);
  for (std::size_t i = 0; i < header.colors; ++i) {
    const std::uint8_t* p = &data[i * 3 * bytes];
    image->colormap[i].red = QuantumOf(p, bytes);
    image->colormap[i].green = QuantumOf(p + bytes, bytes);
    image->colormap[i].blue = QuantumOf(p + 2 * bytes, bytes);
    image->colormap[i].opacity = OpaqueOpacity;
  }
}

// Turns rows of the file into pixels.
class RowReader {
 public:
  RowReader(const MiffLayout& layout, Image* image, const Pixels& target)
      : layout_(layout), image_(image), target_(target) {}

  void Put(std::size_t y, const std::uint8_t* row) {
    if (layout_.palette) return PutIndexes(y, row);
    SampleFormat format{layout_.channels, std::min(layout_.bytes, 2u)};
    const std::vector<std::uint8_t> shorts =
        layout_.bytes == 4 ? Shorten(row) : std::vector<std::uint8_t>();
    if (layout_.bytes == 4) row = shorts.data();
    ImportRow(format, row, target_.columns, target_.Row(y), target_.IndexRow(y), nullptr);
  }

  void Finish(ExceptionInfo* exception) const {
    if (!invalid_) return;
    Report(exception, CorruptImageWarning, "Colormap index exceeds the colormap", image_->filename);
  }

 private:
  void PutIndexes(std::size_t y, const std::uint8_t* row) {
    const unsigned bytes = layout_.bytes;
    for (std::size_t x = 0; x < target_.columns; ++x, row += layout_.PixelBytes()) {
      std::uint32_t index = Load(row, bytes);
      if (index >= image_->colors) {
        invalid_.store(true, std::memory_order_relaxed);
        index = 0;
      }
      target_.IndexRow(y)[x] = static_cast<IndexPacket>(index);
      PixelPacket& pixel = target_.Row(y)[x];
      pixel = image_->colormap[index];
      if (layout_.matte) {
        pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumOf(row + bytes, bytes));
      }
    }
  }

  // Samples of 32 bits as 16.
  std::vector<std::uint8_t> Shorten(const std::uint8_t* row) const {
    const std::size_t count = target_.columns * SamplesPerPixel(layout_.channels);
    std::vector<std::uint8_t> shorts(count * 2);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t value = Load(row + 4 * i, 4) / kLongPerShort;
      shorts[2 * i] = static_cast<std::uint8_t>(value >> 8);
      shorts[2 * i + 1] = static_cast<std::uint8_t>(value);
    }
    return shorts;
  }

  MiffLayout layout_;
  Image* image_;
  Pixels target_;
  std::atomic<bool> invalid_ = false;
};

// The least that a file with these rows has.
void CheckEnoughData(const MiffLayout& layout, const ByteCursor& cursor, const Image* image) {
  const double row = static_cast<double>(image->columns) * static_cast<double>(layout.PixelBytes());
  double needed = row * static_cast<double>(image->rows);
  if (image->compression == RLECompression) needed /= 256;
  if (image->compression == ZipCompression) needed /= 1100;
  if (image->compression == BZipCompression) needed = 0;
  if (static_cast<double>(cursor.Remaining()) < needed) FailTruncated();
}

// Rows that are not compressed, in several threads.
void ReadPlainRows(const MiffLayout& layout, ByteCursor& cursor, RowReader& reader, Image* image,
                   ExceptionInfo* exception) {
  const std::size_t row_bytes = layout.PixelBytes() * image->columns;
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  const std::size_t band_rows = std::clamp<std::size_t>(kBandBytes / row_bytes, 1, image->rows);
  for (std::size_t first = 0; first < image->rows; first += band_rows) {
    const std::size_t count = std::min<std::size_t>(band_rows, image->rows - first);
    const ByteSpan band = cursor.Take(count * row_bytes);
    accel::ParallelBands(count, accel::RowsPerTask(image->columns),
                         [&](std::size_t begin, std::size_t end) {
                           for (std::size_t y = begin; y < end; ++y) {
                             reader.Put(first + y, &band[y * row_bytes]);
                           }
                         });
    progress.Tick(first + count - 1);
  }
}

void ReadRows(const MiffHeader& header, bool ping, ByteCursor& cursor, Image* image,
              ExceptionInfo* exception) {
  const MiffLayout layout = MiffLayoutOf(image, header.depth);
  CheckEnoughData(layout, cursor, image);
  const auto source =
      OpenMiffRows(image->compression, header.framed, cursor, layout.PixelBytes(), image->columns);
  RowReader reader(layout, image, ping ? Pixels() : NewPixels(image, exception));
  // Rows of 32 bits need memory each, which threads cannot report the lack of.
  if (image->compression == NoCompression && !ping && layout.bytes < 4) {
    ReadPlainRows(layout, cursor, reader, image, exception);
    SyncPixels(image, exception);
    return reader.Finish(exception);
  }
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    const std::uint8_t* row = source->Next();
    if (!ping) reader.Put(y, row);
    progress.Tick(y);
  }
  source->Finish();
  if (ping) return;
  SyncPixels(image, exception);
  reader.Finish(exception);
}

void ReadOne(const ImageInfo* image_info, ByteCursor& cursor, Image* image,
             ExceptionInfo* exception) {
  const MiffHeader header = TakeMiffHead(cursor, image);
  const bool ping = image_info->ping != MagickFalse;
  if (ping && IsLastWanted(image_info, image)) return;
  ReadRows(header, ping, cursor, image, exception);
}

// Anything printable behind an image begins the next.
bool IsAnother(ByteCursor& cursor) {
  for (ByteCursor ahead = cursor; !ahead.AtEnd(); cursor = ahead) {
    if (std::isgraph(ahead.U8())) return true;
  }
  return false;
}

}  // namespace

MiffHeader TakeMiffHead(ByteCursor& cursor, Image* image) {
  MiffHeader header = ParseMiffHeader(cursor, image);
  CheckLimits(image);
  image->depth = static_cast<unsigned>(std::min<unsigned long>(header.depth, QuantumDepth));
  TakeDirectory(cursor, image);
  TakeProfiles(cursor, header, image);
  TakeColormap(cursor, header, image);
  return header;
}

MiffLayout MiffLayoutOf(const Image* image, unsigned long depth) {
  MiffLayout layout;
  layout.matte = image->matte != MagickFalse;
  layout.palette = image->storage_class == PseudoClass;
  if (layout.palette) {
    layout.bytes = image->colors <= 256 ? 1 : 2;
    return layout;
  }
  layout.bytes = MiffSampleBytes(depth);
  if (IsGrayColorspace(image->colorspace)) {
    layout.channels = layout.matte ? Channels::kGrayAlpha : Channels::kGray;
  } else if (image->colorspace == CMYKColorspace) {
    layout.channels = layout.matte ? Channels::kCmyka : Channels::kCmyk;
  } else {
    layout.channels = layout.matte ? Channels::kRgba : Channels::kRgb;
  }
  return layout;
}

Image* ReadMiff(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    while (true) {
      ReadOne(image_info, cursor, image, exception);
      if (IsLastWanted(image_info, image) || !IsAnother(cursor)) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
