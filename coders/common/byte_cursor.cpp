#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

ByteSpan WholeBlob(Image* image) {
  const std::uint8_t* data = GetBlobStreamData(image);
  const magick_off_t size = GetBlobSize(image);
  const int error = GetBlobFirstErrno(image);
  if (data == nullptr && (size > 0 || error != 0)) Fail(BlobError, "Unable to read file");
  return {data, static_cast<std::size_t>(std::max<magick_off_t>(size, 0))};
}

}  // namespace lodestone::coders
