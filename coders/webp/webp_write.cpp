#include "base/thread_pool.hpp"
#include "coders/common/upright.hpp"
#include "coders/webp/webp.hpp"
#include "magick/monitor.h"

namespace lodestone::coders {
namespace {

const char* Reason(int error) {
  switch (error) {
    case VP8_ENC_ERROR_INVALID_CONFIGURATION:
      return "Invalid WebP options";
    case VP8_ENC_ERROR_BAD_DIMENSION:
      return "A WebP image is at most 16383 pixels wide and high";
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW:
      return "First partition exceeds 512 KiB: raise webp:partition-limit";
    case VP8_ENC_ERROR_PARTITION_OVERFLOW:
      return "A partition exceeds 16 MiB: raise webp:partitions";
    case VP8_ENC_ERROR_FILE_TOO_BIG:
      return "A WebP file is at most 4 GiB";
    default:
      return "Unable to encode the WebP image";
  }
}

void WriteStill(const WebPConfig& config, Image* image) {
  ToRgb(image);
  if (image->columns > WEBP_MAX_DIMENSION || image->rows > WEBP_MAX_DIMENSION) {
    FailWebpEncoder(VP8_ENC_ERROR_BAD_DIMENSION);
  }
  MemoryClaim claim;
  if (!claim.Acquire(sizeof(std::uint32_t) * image->columns * image->rows)) {
    FailOfMemoryLimit();
  }
  WebpPicture picture(image->columns, image->rows);
  const ConstPixels all = AllPixels(image, &image->exception);
  accel::ParallelBands(image->rows, accel::RowsPerTask(image->columns),
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t y = begin; y < end; ++y) {
                           WebpRow(image, all.Row(y), picture.Row(y));
                         }
                       });
  WebPMemoryWriter output;
  WebPMemoryWriterInit(&output);
  picture.get()->writer = WebPMemoryWrite;
  picture.get()->custom_ptr = &output;
  picture.get()->progress_hook = WebpProgress;
  picture.get()->user_data = image;
  const bool encoded = WebPEncode(&config, picture.get()) != 0;
  WebPData file = {output.mem, output.size};  // libwebp allocates both alike
  try {
    if (!encoded) FailWebpEncoder(picture.get()->error_code);
    AddWebpProfiles(image, &file, &image->exception);
    WriteBytes(image, file.bytes, file.size);
  } catch (...) {
    WebPDataClear(&file);
    throw;
  }
  WebPDataClear(&file);
}

}  // namespace

void FailWebpEncoder(int error, std::source_location where) {
  if (error == VP8_ENC_ERROR_OUT_OF_MEMORY || error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY) {
    throw std::bad_alloc();
  }
  if (error == VP8_ENC_ERROR_USER_ABORT) Fail(MonitorError, "Operation canceled", where);
  const bool size = error == VP8_ENC_ERROR_BAD_DIMENSION;
  Fail(size ? ImageError : CoderError, Reason(error), where);
}

int WebpProgress(int percent, const WebPPicture* picture) {
  auto* image = static_cast<Image*>(picture->user_data);
  return MagickMonitorFormatted(percent, 101, &image->exception, "[%s] Saving image: %lux%lu...",
                                image->filename, image->columns, image->rows) != MagickFail;
}

WebpPicture::WebpPicture(std::size_t columns, std::size_t rows) {
  if (WebPPictureInit(&picture_) == 0) Fail(DelegateError, "libwebp has another version");
  picture_.use_argb = 1;
  picture_.width = static_cast<int>(columns);
  picture_.height = static_cast<int>(rows);
  if (WebPPictureAlloc(&picture_) == 0) FailWebpEncoder(picture_.error_code);
}

unsigned int WriteWebp(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    const WebPConfig config = WebpOptions(image_info);
    PutOrientationIntoExif(first, OrientationPlace::kExif);
    if (first->next != nullptr && image_info->adjoin != MagickFalse) {
      WriteWebpAnimation(config, first, &first->exception);
    } else {
      WriteStill(config, first);
    }
  });
}

}  // namespace lodestone::coders
