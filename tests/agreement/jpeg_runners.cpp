// How the agreement suite decodes JPEG scans.
#include "accel/trials/trial_jpeg.hpp"
#include "magick/core/calls/decode.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "tests/agreement/runners.hpp"

namespace lodestone::test {
namespace {

// An image of random coefficients that has the size of `image`, and is grey if its pixels are.
Image* Decode(const Image* image, const Case& c, ExceptionInfo* exception) {
  const bool grey = HasGreyPixels(image);
  const accel::TrialScan scan =
      accel::MakeTrialScan(Narrow(image->columns), Narrow(image->rows), grey, c.variety);
  ImagePtr result(AllocateImage(nullptr));
  result->columns = image->columns;
  result->rows = image->rows;
  if (grey && AllocateImageColormap(result.get(), 256) == MagickFail) return nullptr;
  DecodeRequest request;
  request.image = result.get();
  request.columns = scan.jpeg.columns;
  request.rows = scan.jpeg.rows;
  request.jpeg = &scan.jpeg;
  request.scan = scan.bytes;
  request.library = "none";
  request.progress = [](std::size_t) { return true; };
  const auto otherwise = [&] {
    ThrowException(exception, CoderError, "Left to the library", nullptr);
    result.reset();
  };
  DecodePixels(request, otherwise);
  return result.release();
}

}  // namespace

Operation DecodingJpeg() {
  return {Decode, nullptr, true};
}

}  // namespace lodestone::test
