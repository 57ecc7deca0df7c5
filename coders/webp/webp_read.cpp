#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "base/owner.hpp"
#include "base/thread_pool.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/webp/webp.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kFeedBytes = 65536;  // at least, between two reports of progress

using Demuxer = Owner<WebPDemuxer, WebPDemuxDelete>;

using Decoder = Owner<WebPIDecoder, WebPIDelete>;

[[noreturn]] void FailDecoder(VP8StatusCode status,
                              std::source_location where = std::source_location::current()) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY:
      throw std::bad_alloc();
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      Fail(CoderError, "Data encoding scheme is not supported", where);
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA:
      Fail(CorruptImageError, "Unexpected end-of-file", where);
    default:
      Fail(CorruptImageError, "Corrupt image", where);
  }
}

constexpr std::size_t kPixelBytes = 4;  // as the decoder writes them, in the order of a packet
constexpr WEBP_CSP_MODE kPacketOrder =
    std::endian::native == std::endian::little ? MODE_BGRA : MODE_RGBA;

// Decodes to `bytes` piece by piece, so that it can be cancelled.
void DecodeBytes(const WebPData& file, std::span<std::uint8_t> bytes, const Image* image,
                 ExceptionInfo* exception) {
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) Fail(DelegateError, "libwebp has another version");
  const bool threads = accel::ThreadLimit() > 1 && accel::ThreadsStart(kWebpThreads);
  config.options.use_threads = threads ? 1 : 0;
  config.output.colorspace = kPacketOrder;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = bytes.data();
  config.output.u.RGBA.stride = static_cast<int>(kPixelBytes * image->columns);
  config.output.u.RGBA.size = bytes.size();
  const Decoder decoder(WebPIDecode(nullptr, 0, &config));
  if (decoder == nullptr) throw std::bad_alloc();
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  const std::size_t step = std::max(kFeedBytes, file.size / 64);
  VP8StatusCode status = VP8_STATUS_SUSPENDED;
  for (std::size_t fed = 0; status == VP8_STATUS_SUSPENDED && fed < file.size;) {
    fed = std::min(fed + step, file.size);
    status = WebPIUpdate(decoder.get(), file.bytes, fed);
    int rows = 0;
    WebPIDecGetRGB(decoder.get(), &rows, nullptr, nullptr, nullptr);
    if (rows > 0) progress.Tick(static_cast<std::size_t>(rows) - 1);
  }
  if (status != VP8_STATUS_OK) FailDecoder(status);
}

// Rows that the decoder has written at the end of the memory of the pixels become pixels.
class Spreader {
 public:
  Spreader(const Pixels& target, std::size_t rows, bool alpha, const std::uint8_t* bytes)
      : target_(target), rows_(rows), alpha_(alpha), bytes_(bytes) {}

  void Run() const {
    std::size_t first = 0;
    while (first < rows_) {
      const std::size_t end = EndOfFree(first);
      if (end == first) {
        std::vector<std::uint8_t> last(Row(first), Row(first) + RowBytes());
        Convert(first++, last.data());
        continue;
      }
      accel::ParallelBands(end - first, accel::RowsPerTask(target_.columns),
                           [&](std::size_t from, std::size_t to) {
                             RequestRows(target_, first + from, to - from);
                             for (std::size_t y = first + from; y < first + to; ++y)
                               Convert(y, Row(y));
                           });
      first = end;
    }
  }

 private:
  std::size_t RowBytes() const { return kPixelBytes * target_.columns; }
  const std::uint8_t* Row(std::size_t y) const { return bytes_ + y * RowBytes(); }

  // The pixels of rows before it are where no bytes of `first` and later rows are.
  std::size_t EndOfFree(std::size_t first) const {
    if constexpr (sizeof(PixelPacket) == kPixelBytes) return rows_;
    return (rows_ + first) / 2;
  }

  void Convert(std::size_t y, const std::uint8_t* row) const {
    ImportBytes(PacketOrder(alpha_), row, target_.columns, target_.Row(y));
  }

  const Pixels target_;
  const std::size_t rows_;
  const bool alpha_;
  const std::uint8_t* const bytes_;
};

void ReadStill(const WebPData& file, Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  const std::size_t count = target.columns * image->rows;
  auto* const memory = reinterpret_cast<std::uint8_t*>(target.pixels);
  const std::span<std::uint8_t> bytes(memory + count * (sizeof(PixelPacket) - kPixelBytes),
                                      count * kPixelBytes);
  DecodeBytes(file, bytes, image, exception);
  Spreader(target, image->rows, image->matte != MagickFalse, bytes.data()).Run();
  SyncPixels(image, exception);
}

}  // namespace

Image* ReadWebp(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput input(image);
    const WebPData file = {input.bytes().data(), input.bytes().size()};
    WebPBitstreamFeatures features;
    const VP8StatusCode status = WebPGetFeatures(file.bytes, file.size, &features);
    if (status != VP8_STATUS_OK) FailDecoder(status);
    image->columns = static_cast<unsigned long>(features.width);
    image->rows = static_cast<unsigned long>(features.height);
    image->matte = features.has_alpha != 0 ? MagickTrue : MagickFalse;
    image->depth = 8;
    image->compression = WebPCompression;
    CheckLimits(image);
    WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
    const Demuxer demuxer(WebPDemuxPartial(&file, &state));
    if (demuxer == nullptr || state == WEBP_DEMUX_PARSE_ERROR) {
      Fail(CorruptImageError, "Corrupt image");
    }
    if (state != WEBP_DEMUX_DONE && image_info->ping == MagickFalse) {
      Fail(CorruptImageError, "Unexpected end-of-file");
    }
    ReadWebpProfiles(demuxer.get(), image);
    if (features.has_animation != 0) {
      ReadWebpAnimation(image_info, file, demuxer.get(), image, exception);
    } else if (image_info->ping == MagickFalse) {
      ReadStill(file, image, exception);
    }
  });
}

}  // namespace lodestone::coders
