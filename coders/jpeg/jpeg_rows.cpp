#include "coders/jpeg/jpeg_rows.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/decoded_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/jpeg/baseline.hpp"
#include "kernels/jpeg/decode.hpp"
#include "magick/core/calls/decode.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kRowsAtATime = 16;
constexpr bool kLittleEndian = std::endian::native == std::endian::little;

// Converts one decoded row to pixels.
void ConvertRow(const jpeg_decompress_struct& info, const Image* image, const std::uint8_t* row,
                PixelPacket* pixels, IndexPacket* indexes) {
  const std::size_t columns = image->columns;
  switch (info.out_color_space) {
    case JCS_CMYK:  // Adobe stores ink inverted
      for (std::size_t x = 0; x < columns; ++x) {
        const std::uint8_t* p = row + 4 * x;
        pixels[x].red = QuantumFromByte(255u - p[0]);
        pixels[x].green = QuantumFromByte(255u - p[1]);
        pixels[x].blue = QuantumFromByte(255u - p[2]);
        pixels[x].opacity = QuantumFromByte(255u - p[3]);
        if (indexes != nullptr) indexes[x] = OpaqueOpacity;
      }
      return;
    case JCS_EXT_BGRX:
    case JCS_EXT_RGBX:  // the order of PixelPacket
      return ImportBytes(PacketOrder(false), row, columns, pixels);
    default:
      ImportRow({Channels::kRgb, 1, false}, row, columns, pixels, nullptr, nullptr);
  }
}

void Start(JpegClient& client, j_decompress_ptr info) {
  if (info->out_color_space == JCS_RGB) {
    info->out_color_space = kLittleEndian ? JCS_EXT_BGRX : JCS_EXT_RGBX;
  }
  JpegCall(client, [&] { jpeg_start_decompress(info); });
}

// By libjpeg; other threads convert, which at 16 bits takes a good part of the time.
class RowReader {
 public:
  RowReader(JpegClient& client, j_decompress_ptr info, Image* image, ExceptionInfo* exception)
      : client_(client),
        info_(info),
        image_(image),
        gray_(info->out_color_space == JCS_GRAYSCALE
                  ? NewGrayPixels(image, image->colors, exception)
                  : GrayPixels{}),
        target_(IsGray() ? Pixels{} : NewPixels(image, exception)) {}

  void Read() {
    ReadAll();
    if (!IsGray()) SyncPixels(image_, client_.exception);
  }

 private:
  bool IsGray() const { return gray_.samples != nullptr; }

  void ReadAll() {
    Start(client_, info_);
    if (InPlace()) {
      DecodeInPlace();
    } else {
      row_bytes_ = std::size_t{info_->output_width} * info_->output_components;
      DecodeBands(
          image_, row_bytes_, client_.exception,
          [this](const DecodedBand& band) {
            Decode(band.count, [&](std::size_t i) { return band.bytes + i * row_bytes_; });
          },
          [this](const DecodedBand& band) { Convert(band); });
    }
  }

  bool InPlace() const {
    return QuantumDepth == 8 && (IsGray() || info_->out_color_components == 3);
  }

  void DecodeInPlace() {
    CodingProgress progress(CodingProgress::Task::kLoading, image_, client_.exception);
    for (std::size_t y = 0; y < image_->rows; y += kRowsAtATime) {
      const std::size_t count = std::min<std::size_t>(kRowsAtATime, image_->rows - y);
      Decode(count, [&](std::size_t i) {
        return IsGray() ? reinterpret_cast<JSAMPROW>(gray_.Row(y + i))
                        : reinterpret_cast<JSAMPROW>(target_.Row(y + i));
      });
      progress.Tick(y + count - 1);
    }
  }

  // The next `count` rows, to row_of(0), row_of(1) ...
  template <class RowOf>
  void Decode(std::size_t count, const RowOf& row_of) {
    const std::size_t first = info_->output_scanline;
    for (std::size_t done = 0; done < count; done = info_->output_scanline - first) {
      JSAMPROW rows[kRowsAtATime];
      const std::size_t wanted = std::min(kRowsAtATime, count - done);
      for (std::size_t i = 0; i < wanted; ++i) rows[i] = row_of(done + i);
      JpegCall(client_, [&] { jpeg_read_scanlines(info_, rows, static_cast<JDIMENSION>(wanted)); });
    }
  }

  void Convert(const DecodedBand& band) const {
    if (IsGray()) {
      const std::size_t count = band.count * gray_.columns;
      RequestRows(gray_, band.first, band.count);
      return WidenBytes(band.bytes, count, gray_.Row(band.first));
    }
    RequestRows(target_, band.first, band.count);
    for (std::size_t i = 0; i < band.count; ++i) {
      const std::size_t y = band.first + i;
      ConvertRow(*info_, image_, band.bytes + i * row_bytes_, target_.Row(y), target_.IndexRow(y));
    }
  }

  JpegClient& client_;
  const j_decompress_ptr info_;
  Image* const image_;
  const GrayPixels gray_;  // instead of the target
  const Pixels target_;
  std::size_t row_bytes_ = 0;
};

// Where the file begins at `start` of the blob. Empty for a pipe, which may go on after the image.
ByteSpan FileOf(Image* image, magick_off_t start) {
  return GetBlobSize(image) == 0 ? ByteSpan()
                                 : WholeBlob(image).subspan(static_cast<std::size_t>(start));
}

std::uint64_t ScratchBytes(const BaselineScan& scan) {
  const std::size_t size = scan.bytes.size();
  return kernels::LayOutForDecoding(scan.frame).bytes + size + kernels::JpegCoefficientBytes(size);
}

}  // namespace

bool ReadJpegRows(JpegClient& client, j_decompress_ptr info, Image* image, magick_off_t start,
                  MagickAccelerateDecoded* decoded, ExceptionInfo* exception) {
  BaselineScan scan;
  FindBaselineScan(*info, FileOf(image, start), scan);
  CodingProgress progress(CodingProgress::Task::kLoading, image, client.exception);
  AcceleratedProgress accelerated(progress);
  DecodeRequest request;
  request.image = image;
  request.columns = info->image_width;
  request.rows = info->image_height;
  request.jpeg = scan.reason == nullptr ? &scan.frame : nullptr;
  request.reason = scan.reason;
  request.scan = scan.bytes;
  if (request.jpeg != nullptr) request.scratch_bytes = ScratchBytes(scan);
  request.decoded = decoded;
  request.library = "libjpeg";
  request.progress = [&](std::size_t rows) { return accelerated.Tick(rows); };
  bool by_libjpeg = false;
  const bool done = DecodePixels(request, [&] {
    by_libjpeg = true;
    RowReader(client, info, image, exception).Read();
  });
  if (!done) accelerated.FailAsCancelled();
  return by_libjpeg;
}

}  // namespace lodestone::coders
