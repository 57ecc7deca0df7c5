#include "coders/dcm/dcm_image.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 64;

// Of runs and literal bytes, as many as there is room for.
void DecodeSegment(ByteSpan segment, std::span<std::uint8_t> plane) {
  ByteCursor cursor(segment);
  std::size_t done = 0;
  while (done < plane.size()) {
    const unsigned code = cursor.U8();
    if (code == 128) continue;
    const std::size_t room = plane.size() - done;
    if (code < 128) {
      const std::size_t count = std::min<std::size_t>(code + 1, room);
      std::ranges::copy(cursor.Take(count), plane.begin() + static_cast<std::ptrdiff_t>(done));
      done += count;
    } else {
      const std::size_t count = std::min<std::size_t>(257 - code, room);
      std::fill_n(plane.begin() + static_cast<std::ptrdiff_t>(done), count, cursor.U8());
      done += count;
    }
  }
}

}  // namespace

// A segment for each byte of each sample, the highest first.
std::vector<std::uint8_t> DecodeDcmRuns(ByteSpan frame, const DcmImage& image) {
  if (image.allocated % 8 != 0) Fail(CorruptImageError, "Improper bits of run lengths");
  const std::size_t bytes = image.allocated / 8;
  ByteCursor header(frame);
  if (header.U32Le() != image.samples * bytes)
    Fail(CorruptImageError, "Improper number of segments of run lengths");
  std::vector<std::uint8_t> planes(image.samples * bytes * image.Pixels());
  std::vector<std::uint8_t> plane(image.Pixels());
  for (std::size_t segment = 0; segment < image.samples * bytes; ++segment) {
    const std::size_t start = header.U32Le();
    if (start < kHeaderBytes || start > frame.size()) FailTruncated();
    DecodeSegment(frame.subspan(start), plane);
    const std::size_t sample = segment / bytes, place = bytes - 1 - segment % bytes;
    std::uint8_t* const target = planes.data() + sample * bytes * image.Pixels() + place;
    for (std::size_t i = 0; i < plane.size(); ++i) target[i * bytes] = plane[i];
  }
  return planes;
}

}  // namespace lodestone::coders
