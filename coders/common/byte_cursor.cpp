#include "coders/common/byte_cursor.hpp"

#include <cstring>

namespace lodestone::coders {

ByteSpan WholeBlob(Image* image) {
  const std::uint8_t* data = GetBlobStreamData(image);
  const magick_off_t size = GetBlobSize(image);
  const int error = GetBlobFirstErrno(image);
  if (data == nullptr && (size > 0 || error != 0)) Fail(BlobError, "Unable to read file");
  return {data, static_cast<std::size_t>(std::max<magick_off_t>(size, 0))};
}

bool UnpackRuns(ByteSpan packed, std::size_t length, std::uint8_t* out) {
  const std::uint8_t* p = packed.data();
  const std::uint8_t* const end = p + packed.size();
  std::uint8_t* const out_end = out + length;
  while (p != end && out != out_end) {
    const unsigned control = *p++;
    if (control == 128) continue;
    const bool run = control > 128;
    const std::size_t count = run ? 257 - control : control + 1;
    const auto room = static_cast<std::size_t>(out_end - out);
    const auto left = static_cast<std::size_t>(end - p);
    if (count > room || left < (run ? 1 : count)) return false;
    if (run) {
      std::memset(out, *p++, count);
    } else {
      std::memcpy(out, p, count);
      p += count;
    }
    out += count;
  }
  return out == out_end;
}

}  // namespace lodestone::coders
