// How the agreement suite decodes and encodes JPEG scans.
#include <algorithm>
#include <span>

#include "accel/trials/trial_jpeg.hpp"
#include "magick/core/calls/decode.hpp"
#include "magick/core/calls/encode.hpp"
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

// Grey ones, and black behind them.
ImagePtr PixelsOfBytes(std::span<const std::uint8_t> bytes) {
  constexpr unsigned long kColumns = 256;
  ImagePtr image(AllocateImage(nullptr));
  image->columns = kColumns;
  image->rows = bytes.size() / kColumns + 1;
  PixelPacket* pixel = SetImagePixels(image.get(), 0, 0, image->columns, image->rows);
  std::fill_n(pixel, image->columns * image->rows, PixelPacket{});
  for (const std::uint8_t byte : bytes) *pixel++ = {byte, byte, byte, OpaqueOpacity};
  SyncImagePixels(image.get());
  return image;
}

Image* Encode(const Image* image, const Case& c, ExceptionInfo* exception) {
  const MagickAccelerateEncoding encoding = accel::MakeTrialEncoding(
      Narrow(image->columns), Narrow(image->rows), HasGreyPixels(image), c.variety);
  EncodeRequest request;
  request.image = image;
  request.encoding = &encoding;
  request.library = "none";
  request.progress = [](std::size_t) { return true; };
  EncodedScan scan;
  EncodePixels(request, scan,
               [&] { ThrowException(exception, CoderError, "Left to the library", nullptr); });
  return scan.empty() ? nullptr : PixelsOfBytes(scan.bytes()).release();
}

}  // namespace

Operation DecodingJpeg() {
  return {Decode, nullptr, true};
}

Operation EncodingJpeg() {
  return {Encode, nullptr, true};
}

}  // namespace lodestone::test
