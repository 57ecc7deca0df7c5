#include <algorithm>
#include <climits>
#include <memory>

#include "coders/webp/webp.hpp"

namespace lodestone::coders {
namespace {

struct EncoderDelete {
  void operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }
};
using Encoder = std::unique_ptr<WebPAnimEncoder, EncoderDelete>;

Encoder NewEncoder(const WebpCanvas& canvas, const Image* first) {
  WebPAnimEncoderOptions options;
  if (WebPAnimEncoderOptionsInit(&options) == 0) {
    Fail(DelegateError, "libwebp has another version");
  }
  options.anim_params.loop_count = static_cast<int>(std::min(first->iterations, 65535ul));
  Encoder encoder(WebPAnimEncoderNew(static_cast<int>(canvas.columns()),
                                     static_cast<int>(canvas.rows()), &options));
  if (encoder == nullptr) throw std::bad_alloc();
  return encoder;
}

void Check(int ok, const Encoder& encoder, int error) {
  if (ok != 0) return;
  if (error != VP8_ENC_OK) FailWebpEncoder(error);
  Fail(CoderError, WebPAnimEncoderGetError(encoder.get()));
}

}  // namespace

void WriteWebpAnimation(const WebPConfig& config, Image* first, ExceptionInfo* exception) {
  WebpCanvas canvas(first);
  const Encoder encoder = NewEncoder(canvas, first);
  std::int64_t time_ms = 0;
  for (Image* image = first; image != nullptr; image = image->next) {
    canvas.Draw(image, exception);
    WebpPicture picture(canvas.columns(), canvas.rows());
    for (std::size_t y = 0; y < canvas.rows(); ++y) {
      std::copy_n(canvas.pixels() + y * canvas.columns(), canvas.columns(), picture.Row(y));
    }
    picture.get()->progress_hook = WebpProgress;
    picture.get()->user_data = first;
    if (time_ms > INT_MAX) Fail(CoderError, "A WebP animation is at most 24 days long");
    Check(WebPAnimEncoderAdd(encoder.get(), picture.get(), static_cast<int>(time_ms), &config),
          encoder, picture.get()->error_code);
    time_ms += static_cast<std::int64_t>(std::min<unsigned long>(image->delay, INT_MAX / 10)) * 10;
  }
  if (time_ms > INT_MAX) Fail(CoderError, "A WebP animation is at most 24 days long");
  Check(WebPAnimEncoderAdd(encoder.get(), nullptr, static_cast<int>(time_ms), nullptr), encoder,
        VP8_ENC_OK);
  WebPData file;
  WebPDataInit(&file);
  try {
    Check(WebPAnimEncoderAssemble(encoder.get(), &file), encoder, VP8_ENC_OK);
    if (HasWebpProfiles(first)) AddWebpProfiles(first, &file);
    WriteBytes(first, file.bytes, file.size);
  } catch (...) {
    WebPDataClear(&file);
    throw;
  }
  WebPDataClear(&file);
}

}  // namespace lodestone::coders
