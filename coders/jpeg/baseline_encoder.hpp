// Baseline files are encoded by the acceleration layer, and are libjpeg's byte for byte.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "coders/jpeg/jpeg.hpp"
#include "magick/core/calls/encode.hpp"

namespace lodestone::coders {

class BaselineEncoder {
 public:
  // For an image that libjpeg is set up to compress, but has not begun to. `claimed` bytes of
  // memory are claimed already, for coefficients.
  BaselineEncoder(const jpeg_compress_struct& info, Image* image, std::uint64_t claimed);

  // False: libjpeg had to encode the image, and has done so by `otherwise`. What that and the
  // progress throw is passed on.
  bool Encode(CodingProgress& progress, const std::function<void()>& otherwise);

  // All of the file that follows libjpeg's first markers and those of the application.
  using Put = std::function<void(std::span<const std::uint8_t>)>;
  void Write(const Put& put) const;

 private:
  const char* PrepareOrSay(std::uint64_t claimed, ExceptionInfo* exception);
  void MakeSamples(ExceptionInfo* exception);

  const jpeg_compress_struct& info_;
  MemoryClaim claim_;
  kernels::AlignedArray<Quantum> samples_;
  MagickAccelerateEncoding encoding_{};
  EncodeRequest request_;
  EncodedScan scan_;
};

}  // namespace lodestone::coders
