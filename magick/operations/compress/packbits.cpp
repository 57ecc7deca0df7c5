// Run lengths: a count and a byte, or a count and as many bytes.
#include <algorithm>
#include <cstddef>

#include "magick/compress.h"
#include "magick/core/errors/barrier.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kLongest = 127, kShortestRun = 3;
constexpr magick_uint8_t kEndOfData = 128;

// Bytes that equal the first one.
std::size_t RunLength(const magick_uint8_t* bytes, std::size_t length) {
  const std::size_t most = std::min(length, kLongest);
  std::size_t count = 1;
  while (count < most && bytes[count] == bytes[0]) ++count;
  return count;
}

// Bytes up to the next run. The last three are left, since they may be one.
std::size_t LiteralLength(const magick_uint8_t* bytes, std::size_t length) {
  if (length <= kShortestRun) return length;
  const std::size_t most = std::min(length - kShortestRun, kLongest);
  std::size_t count = 1;
  while (count < most && RunLength(bytes + count, length - count) < kShortestRun) ++count;
  return count;
}

template <class Write>
void Encode(const magick_uint8_t* bytes, std::size_t length, Write write) {
  while (length != 0) {
    const std::size_t run = RunLength(bytes, length);
    const bool literal = run < kShortestRun;
    const std::size_t taken = literal ? LiteralLength(bytes, length) : run;
    write(static_cast<magick_uint8_t>(literal ? taken - 1 : 257 - taken));
    std::for_each(bytes, bytes + (literal ? taken : 1), write);
    bytes += taken;
    length -= taken;
  }
  write(kEndOfData);
}

}  // namespace
}  // namespace lodestone

MagickPassFail PackbitsEncode2Image(Image* image, const size_t length, magick_uint8_t* pixels,
                                    WriteByteHook write_byte, void* info) {
  if (image == nullptr || pixels == nullptr || write_byte == nullptr) return MagickFail;
  return lodestone::Guard(&image->exception, MagickFail, [&] {
    lodestone::Encode(pixels, length, [=](magick_uint8_t byte) { write_byte(image, byte, info); });
    return MagickPass;
  });
}

MagickPassFail PackbitsEncodeImage(Image* image, const size_t length, magick_uint8_t* pixels) {
  return PackbitsEncode2Image(image, length, pixels, BlobWriteByteHook, nullptr);
}
