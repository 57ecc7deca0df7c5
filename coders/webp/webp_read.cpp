#include <algorithm>
#include <memory>

#include "base/thread_pool.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/webp/webp.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kFeedBytes = 65536;  // at least, between two reports of progress

struct DemuxerDelete {
  void operator()(WebPDemuxer* demuxer) const { WebPDemuxDelete(demuxer); }
};
using Demuxer = std::unique_ptr<WebPDemuxer, DemuxerDelete>;

struct DecoderDelete {
  void operator()(WebPIDecoder* decoder) const { WebPIDelete(decoder); }
};
using Decoder = std::unique_ptr<WebPIDecoder, DecoderDelete>;

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

// Decodes to `samples` piece by piece, so that it can be cancelled.
void DecodeSamples(const WebPData& file, const SampleFormat& format, Image* image,
                   std::vector<std::uint8_t>& samples, ExceptionInfo* exception) {
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) Fail(DelegateError, "libwebp has another version");
  config.options.use_threads = 1;
  config.output.colorspace = format.channels == Channels::kRgba ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = samples.data();
  config.output.u.RGBA.stride = static_cast<int>(format.PixelBytes() * image->columns);
  config.output.u.RGBA.size = samples.size();
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

void ReadStill(const WebPData& file, Image* image, ExceptionInfo* exception) {
  const SampleFormat format{image->matte ? Channels::kRgba : Channels::kRgb, 1, false};
  const std::size_t row_bytes = format.PixelBytes() * image->columns;
  MemoryClaim claim;
  if (!claim.Acquire(row_bytes * image->rows)) {
    Fail(ResourceLimitError, "Memory limit exceeded");
  }
  std::vector<std::uint8_t> samples(row_bytes * image->rows);
  DecodeSamples(file, format, image, samples, exception);
  const Pixels target = NewPixels(image, exception);
  accel::ParallelBands(image->rows, accel::RowsPerTask(image->columns),
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t y = begin; y < end; ++y) {
                           ImportRow(format, samples.data() + y * row_bytes, image->columns,
                                     target.Row(y), nullptr, nullptr);
                         }
                       });
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
