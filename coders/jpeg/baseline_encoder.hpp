// Baseline files are encoded by this library's own code on all threads, and are libjpeg's byte for
// byte.
#pragma once

#include <cstdint>
#include <optional>

#include "coders/jpeg/jpeg.hpp"
#include "kernels/common/aligned_array.hpp"
#include "kernels/jpeg/encode.hpp"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone::coders {

// One of both.
struct JpegPixels {
  GreySamples gray;
  ConstPixels packets;
};

class BaselineEncoder {
 public:
  // For an image that libjpeg is set up to compress, but has not begun to. `claimed` bytes of
  // memory are claimed already, for coefficients. If it returns false, libjpeg has to encode the
  // image; the log of the coder says why.
  bool Prepare(const jpeg_compress_struct& info, const JpegPixels& pixels, std::uint64_t claimed);

  // All of the file that follows libjpeg's first markers and those of the application.
  void Write(const jpeg_compress_struct& info, const kernels::JpegPut& put);

 private:
  const char* PrepareOrSay(const jpeg_compress_struct& info, const JpegPixels& pixels,
                           std::uint64_t claimed);
  kernels::SourceView ViewOf(const jpeg_compress_struct& info, const JpegPixels& pixels);

  MemoryClaim claim_;
  kernels::AlignedArray<Quantum> gray_;
  std::optional<kernels::JpegEncoder> encoder_;
};

}  // namespace lodestone::coders
