#include <algorithm>
#include <climits>

#include "base/owner.hpp"
#include "coders/webp/webp.hpp"

namespace lodestone::coders {
namespace {

constexpr int kMaxFrames = INT_MAX / 2;

using Encoder = Owner<WebPAnimEncoder, WebPAnimEncoderDelete>;

Encoder NewEncoder(const WebpCanvas& canvas) {
  WebPAnimEncoderOptions options;
  if (WebPAnimEncoderOptionsInit(&options) == 0) {
    Fail(DelegateError, "libwebp has another version");
  }
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
  const Encoder encoder = NewEncoder(canvas);
  int place = 0;
  for (Image* image = first; image != nullptr; image = image->next) {
    canvas.Draw(image, exception);
    WebpPicture picture(canvas.columns(), canvas.rows());
    for (std::size_t y = 0; y < canvas.rows(); ++y) {
      std::copy_n(canvas.pixels() + y * canvas.columns(), canvas.columns(), picture.Row(y));
    }
    picture.get()->progress_hook = WebpProgress;
    picture.get()->user_data = first;
    if (place == kMaxFrames) Fail(CoderError, "Too many images for a WebP animation");
    Check(WebPAnimEncoderAdd(encoder.get(), picture.get(), place++, &config), encoder,
          picture.get()->error_code);
  }
  Check(WebPAnimEncoderAdd(encoder.get(), nullptr, place, nullptr), encoder, VP8_ENC_OK);
  WebPData file;
  WebPDataInit(&file);
  try {
    Check(WebPAnimEncoderAssemble(encoder.get(), &file), encoder, VP8_ENC_OK);
    SeparateWebpFrames(first, canvas, &file);
    AddWebpProfiles(first, &file, &first->exception);
    WriteBytes(first, file.bytes, file.size);
  } catch (...) {
    WebPDataClear(&file);
    throw;
  }
  WebPDataClear(&file);
}

}  // namespace lodestone::coders
