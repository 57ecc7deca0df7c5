// From the pixels of an image to strips and tiles.
#include <algorithm>
#include <bit>
#include <cstring>

#include "base/thread_pool.hpp"
#include "coders/tiff/tiff_plan.hpp"
#include "coders/tiff/tiff_samples.hpp"
#include "magick/pixels/grey_samples.hpp"

namespace lodestone::coders {
namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;
constexpr std::uint64_t kMaxStripBytes = std::uint64_t{8} << 20;  // larger ones go line by line

Quantum Opposite(Quantum value) {
  return static_cast<Quantum>(MaxRGB - value);
}

// The pixels that an image is written from.
struct Source {
  Source(const TiffPlan& plan, const Image* image, ExceptionInfo* exception)
      : gray(plan.gray() ? GreySamples::Of(image, exception) : GreySamples()),
        packets(gray ? ConstPixels() : AllPixels(image, exception)),
        matte(image->matte != MagickFalse),
        colors(image->colors) {}

  const GreySamples gray;  // if that is all that is needed
  const ConstPixels packets;
  const bool matte;
  const unsigned long colors;
};

Channels ChannelsOf(const TiffPlan& plan) {
  const bool alpha = plan.alpha != TiffAlpha::kNone;
  if (plan.gray()) return alpha ? Channels::kGrayAlpha : Channels::kGray;
  if (plan.photometric == PHOTOMETRIC_SEPARATED) return alpha ? Channels::kCmyka : Channels::kCmyk;
  return alpha ? Channels::kRgba : Channels::kRgb;
}

// Fills rows of samples, with memory of its own, so that each thread has one.
class RowWriter {
 public:
  RowWriter(const TiffPlan& plan, const Source& source)
      : plan_(plan), source_(source), packer_(plan.format) {}

  void Fill(std::size_t x, std::size_t y, std::size_t count, unsigned plane, std::uint8_t* row) {
    if (source_.gray) return FillGray(source_.gray.Row(y) + x, count, row);
    const PixelPacket* pixels = source_.packets.Row(y) + x;
    const IndexPacket* indexes = source_.packets.IndexRow(y);
    if (indexes != nullptr) indexes += x;
    if (plan_.palette()) return FillIndexes(pixels, indexes, count, plane, row);
    if (IsExportable()) {
      const SampleFormat format{ChannelsOf(plan_), plan_.format.bits / 8, kLittleEndian};
      return ExportRow(format, pixels, indexes, count, source_.matte, row);
    }
    FillColors(pixels, indexes, count, plane, row);
  }

 private:
  bool IsExportable() const {
    return (plan_.format.IsPlain(8) || plan_.format.IsPlain(16)) && !plan_.separate &&
           !plan_.white_is_zero() && plan_.alpha != TiffAlpha::kAssociated;
  }

  // Black and white have nothing between them.
  Quantum Shade(Quantum value) const {
    if (plan_.format.bits == 1) value = static_cast<Quantum>(value > MaxRGB / 2 ? MaxRGB : 0);
    return plan_.white_is_zero() ? Opposite(value) : value;
  }

  void FillGray(const Quantum* samples, std::size_t count, std::uint8_t* row) {
    if (plan_.format.bits != 1 && !plan_.white_is_zero()) return packer_.Pack(samples, count, row);
    quanta_.resize(count);
    for (std::size_t i = 0; i < count; ++i) quanta_[i] = Shade(samples[i]);
    packer_.Pack(quanta_.data(), count, row);
  }

  void FillIndexes(const PixelPacket* pixels, const IndexPacket* indexes, std::size_t count,
                   unsigned plane, std::uint8_t* row) {
    const bool alpha = plan_.alpha != TiffAlpha::kNone;
    const std::size_t stride = alpha && !plan_.separate ? 2 : 1;
    numbers_.resize(count * stride);
    if (plane == 0) {
      for (std::size_t i = 0; i < count; ++i) {
        numbers_[i * stride] = indexes != nullptr && indexes[i] < source_.colors ? indexes[i] : 0;
      }
    }
    if (alpha && (stride == 2 || plane == 1)) {
      for (std::size_t i = 0; i < count; ++i) {
        const Quantum value = Opposite(pixels[i].opacity);
        numbers_[i * stride + stride - 1] = plan_.format.bits == 8
                                                ? std::uint16_t{ByteFromQuantum(value)}
                                                : ShortFromQuantum(value);
      }
    }
    PackTiffNumbers(plan_.format.bits, numbers_.data(), numbers_.size(), row);
  }

  Quantum Color(const PixelPacket& pixel, Quantum value) const {
    if (plan_.alpha != TiffAlpha::kAssociated) return value;
    return RoundDoubleToQuantum(value * ((MaxRGBDouble - pixel.opacity) / MaxRGBDouble));
  }

  Quantum Get(TiffSample sample, const PixelPacket& pixel, const IndexPacket* index) const {
    switch (sample) {
      case TiffSample::kGray:
        return Shade(Color(pixel, Intensity(pixel)));
      case TiffSample::kRed:
        return Color(pixel, pixel.red);
      case TiffSample::kGreen:
        return Color(pixel, pixel.green);
      case TiffSample::kBlue:
        return Color(pixel, pixel.blue);
      case TiffSample::kBlack:
        return pixel.opacity;
      case TiffSample::kAlpha:
        return Opposite(source_.matte ? pixel.opacity : Quantum{OpaqueOpacity});
      case TiffSample::kInkAlpha:
        return Opposite(index == nullptr ? Quantum{OpaqueOpacity} : *index);
      case TiffSample::kIndex:
        break;  // numbers, not quanta
    }
    return 0;
  }

  void FillColors(const PixelPacket* pixels, const IndexPacket* indexes, std::size_t count,
                  unsigned plane, std::uint8_t* row) {
    const std::size_t first = plan_.separate ? plane : 0;
    const std::size_t last = plan_.separate ? plane + 1 : plan_.samples.size();
    quanta_.resize(count * (last - first));
    Quantum* out = quanta_.data();
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t s = first; s < last; ++s) {
        *out++ = Get(plan_.samples[s], pixels[i], indexes == nullptr ? nullptr : indexes + i);
      }
    }
    packer_.Pack(quanta_.data(), quanta_.size(), row);
  }

  const TiffPlan& plan_;
  const Source& source_;
  const TiffPacker packer_;
  std::vector<Quantum> quanta_;
  std::vector<std::uint16_t> numbers_;
};

class PixelWriter {
 public:
  PixelWriter(TiffFile& file, const TiffPlan& plan, Image* image, ExceptionInfo* exception)
      : file_(file),
        plan_(plan),
        image_(image),
        source_(plan, image, exception),
        progress_(CodingProgress::Task::kSaving, image, exception) {}

  void WriteAll() {
    for (unsigned plane = 0; plane < plan_.planes(); ++plane) {
      if (plan_.tiled) {
        WriteTiles(plane);
      } else {
        WriteStrips(plane);
      }
    }
  }

 private:
  void Allocate(std::uint64_t bytes) {
    if (!buffer_.empty()) return;
    if (!claim_.Acquire(bytes)) Fail(ResourceLimitError, "Memory limit exceeded");
    buffer_.resize(bytes);
  }

  void Tick(unsigned plane, std::size_t row) {
    progress_.Tick((std::size_t{plane} * image_->rows + row) / plan_.planes());
  }

  void FillRows(std::size_t y, std::size_t rows, unsigned plane, std::size_t row_bytes) {
    accel::ParallelBands(
        rows, accel::RowsPerTask(image_->columns), [&](std::size_t begin, std::size_t end) {
          RowWriter writer(plan_, source_);
          for (std::size_t i = begin; i < end; ++i) {
            writer.Fill(0, y + i, image_->columns, plane, buffer_.data() + i * row_bytes);
          }
        });
  }

  // Small strips as a whole, which is faster; of others, some lines at a time.
  void WriteStrips(unsigned plane) {
    const std::uint64_t row_bytes = TIFFScanlineSize64(file_.get());
    if (row_bytes == 0) file_.FailWith("Unable to write image data");
    const std::uint64_t most = std::max<std::uint64_t>(kMaxStripBytes / row_bytes, 1);
    const bool whole = plan_.chunk_rows <= most;
    const std::size_t step = std::min<std::uint64_t>(whole ? plan_.chunk_rows : most, image_->rows);
    Allocate(step * row_bytes);
    const std::uint32_t per_plane =
        static_cast<std::uint32_t>((image_->rows - 1) / plan_.chunk_rows + 1);
    for (std::size_t y = 0; y < image_->rows; y += step) {
      const std::size_t rows = std::min<std::size_t>(step, image_->rows - y);
      FillRows(y, rows, plane, row_bytes);
      if (whole) {
        WriteStrip(plane * per_plane + static_cast<std::uint32_t>(y / step), rows * row_bytes);
      } else {
        WriteLines(y, rows, plane, row_bytes);
      }
      Tick(plane, y + rows - 1);
    }
  }

  void WriteStrip(std::uint32_t strip, std::uint64_t bytes) {
    if (TIFFWriteEncodedStrip(file_.get(), strip, buffer_.data(), static_cast<tmsize_t>(bytes)) <
        0) {
      file_.FailWith("Unable to write image data");
    }
  }

  void WriteLines(std::size_t y, std::size_t rows, unsigned plane, std::uint64_t row_bytes) {
    for (std::size_t i = 0; i < rows; ++i) {
      if (TIFFWriteScanline(file_.get(), buffer_.data() + i * row_bytes,
                            static_cast<std::uint32_t>(y + i),
                            static_cast<std::uint16_t>(plane)) != 1) {
        file_.FailWith("Unable to write image data");
      }
    }
  }

  void WriteTiles(unsigned plane) {
    const std::uint64_t bytes = TIFFTileSize64(file_.get());
    if (bytes == 0) file_.FailWith("Unable to write image data");
    Allocate(bytes);
    for (std::size_t y = 0; y < image_->rows; y += plan_.chunk_rows) {
      for (std::size_t x = 0; x < image_->columns; x += plan_.chunk_columns) {
        FillTile(x, y, plane);
        const std::uint32_t id =
            TIFFComputeTile(file_.get(), static_cast<std::uint32_t>(x),
                            static_cast<std::uint32_t>(y), 0, static_cast<std::uint16_t>(plane));
        if (TIFFWriteEncodedTile(file_.get(), id, buffer_.data(), static_cast<tmsize_t>(bytes)) <
            0) {
          file_.FailWith("Unable to write image data");
        }
      }
      Tick(plane, std::min<std::size_t>(y + plan_.chunk_rows, image_->rows) - 1);
    }
  }

  // Beyond the image a tile repeats its last column and row, which disturbs no compression.
  void FillTile(std::size_t x, std::size_t y, unsigned plane) {
    const std::uint64_t row_bytes = TIFFTileRowSize64(file_.get());
    const std::size_t columns = std::min<std::size_t>(plan_.chunk_columns, image_->columns - x);
    const std::size_t rows = std::min<std::size_t>(plan_.chunk_rows, image_->rows - y);
    RowWriter writer(plan_, source_);
    for (std::size_t i = 0; i < plan_.chunk_rows; ++i) {
      std::uint8_t* row = buffer_.data() + i * row_bytes;
      if (i >= rows) {
        std::memcpy(row, row - row_bytes, row_bytes);
        continue;
      }
      std::memset(row, 0, row_bytes);
      writer.Fill(x, y + i, columns, plane, row);
      RepeatLast(row, columns);
    }
  }

  void RepeatLast(std::uint8_t* row, std::size_t columns) const {
    const std::size_t samples = plan_.separate ? 1 : plan_.samples.size();
    if (plan_.format.bits % 8 != 0) return;
    const std::size_t pixel_bytes = samples * plan_.format.bits / 8;
    for (std::size_t i = columns; i < plan_.chunk_columns; ++i) {
      std::memcpy(row + i * pixel_bytes, row + (columns - 1) * pixel_bytes, pixel_bytes);
    }
  }

  TiffFile& file_;
  const TiffPlan& plan_;
  Image* const image_;
  const Source source_;
  CodingProgress progress_;
  MemoryClaim claim_;
  std::vector<std::uint8_t> buffer_;
};

}  // namespace

void WriteTiffPixels(TiffFile& file, const TiffPlan& plan, Image* image, ExceptionInfo* exception) {
  PixelWriter(file, plan, image, exception).WriteAll();
}

}  // namespace lodestone::coders
