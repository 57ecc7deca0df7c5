#include <algorithm>

#include "base/owner.hpp"
#include "coders/common/samples.hpp"
#include "coders/webp/webp.hpp"
#include "magick/core/image/frame_time.hpp"

namespace lodestone::coders {
namespace {

using Decoder = Owner<WebPAnimDecoder, WebPAnimDecoderDelete>;

// What libwebp needs for its canvas and the one of the frame before.
constexpr std::uint64_t kCanvasBytes = 2 * 4;

Decoder NewDecoder(const WebPData& file) {
  WebPAnimDecoderOptions options;
  if (WebPAnimDecoderOptionsInit(&options) == 0) {
    Fail(DelegateError, "libwebp has another version");
  }
  options.color_mode = MODE_RGBA;
  options.use_threads = 1;
  Decoder decoder(WebPAnimDecoderNew(&file, &options));
  if (decoder == nullptr) Fail(CorruptImageError, "Corrupt image");
  return decoder;
}

// Duration of a frame, counted from 0, in milliseconds.
unsigned long Duration(const WebPDemuxer* demuxer, unsigned long frame) {
  WebPIterator iterator;
  unsigned long duration = 0;
  if (WebPDemuxGetFrame(demuxer, static_cast<int>(frame) + 1, &iterator) != 0)
    duration = static_cast<unsigned long>(std::max(iterator.duration, 0));
  WebPDemuxReleaseIterator(&iterator);
  return duration;
}

// Frames are whole: each takes the place of the one before.
void Describe(const WebPDemuxer* demuxer, const Image* first, unsigned long frame, Image* image) {
  const std::uint32_t background = WebPDemuxGetI(demuxer, WEBP_FF_BACKGROUND_COLOR);
  image->scene = frame;
  image->columns = first->columns;
  image->rows = first->rows;
  image->page = {first->columns, first->rows, 0, 0};
  image->matte = first->matte;
  image->depth = 8;
  image->compression = WebPCompression;
  SetFrameMilliseconds(image, Duration(demuxer, frame));
  image->dispose = image->matte != MagickFalse ? BackgroundDispose : NoneDispose;
  image->iterations = WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT);
  image->background_color.red = QuantumFromByte(background >> 16 & 255);
  image->background_color.green = QuantumFromByte(background >> 8 & 255);
  image->background_color.blue = QuantumFromByte(background & 255);
  image->background_color.opacity = QuantumFromByte(255 - (background >> 24));
}

void ReadFrame(const std::uint8_t* samples, Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  const SampleFormat format{Channels::kRgba, 1, false};
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    ImportRow(format, samples + y * 4 * image->columns, image->columns, target.Row(y), nullptr,
              nullptr);
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

}  // namespace

void ReadWebpAnimation(const ImageInfo* image_info, const WebPData& file,
                       const WebPDemuxer* demuxer, Image* first, ExceptionInfo* exception) {
  const unsigned long frames = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  const unsigned long begin = image_info->subrange == 0 ? 0 : image_info->subimage;
  const unsigned long end =
      image_info->subrange == 0 ? frames : std::min(frames, begin + image_info->subrange);
  if (begin >= end) Fail(OptionError, "Subimage specification returns no images");
  const bool ping = image_info->ping != MagickFalse;
  MemoryClaim claim;
  if (!ping && !claim.Acquire(kCanvasBytes * first->columns * first->rows)) {
    FailOfMemoryLimit();
  }
  const Decoder decoder = ping ? Decoder() : NewDecoder(file);
  Image* image = nullptr;
  for (unsigned long frame = ping ? begin : 0; frame < end; ++frame) {
    std::uint8_t* samples = nullptr;
    int time_ms = 0;
    if (!ping && WebPAnimDecoderGetNext(decoder.get(), &samples, &time_ms) == 0) {
      Fail(CorruptImageError, "Corrupt image");
    }
    if (frame < begin) continue;
    image = image == nullptr ? first : NextImage(image_info, image);
    Describe(demuxer, first, frame, image);
    if (!ping) ReadFrame(samples, image, exception);
  }
}

}  // namespace lodestone::coders
