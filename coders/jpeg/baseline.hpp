// Baseline files are decoded by this library's own code on all threads, and give libjpeg's samples.
#pragma once

#include <cstdint>
#include <span>

#include "coders/jpeg/jpeg.hpp"
#include "kernels/common/aligned_array.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::coders {

class BaselineJpeg {
 public:
  // file: from its first marker on. Whether it is decoded as far as samples of its components;
  // if not, the log of the coder says why, and libjpeg has to decode it.
  bool Decode(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file);
  // Rows [begin, end) of the image's pixels.
  void Write(kernels::DestinationView pixels, std::size_t begin, std::size_t end) const;

 private:
  const char* TryDecode(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file);

  kernels::JpegFrame frame_;
  kernels::JpegLayout layout_;
  MemoryClaim claim_;
  kernels::AlignedArray<std::uint8_t> planes_;
};

}  // namespace lodestone::coders
