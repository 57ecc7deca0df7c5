#include <charconv>
#include <string_view>

#include "coders/cals/cals.hpp"
#include "coders/common/embedded.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct Header {
  unsigned long type = 1, columns = 0, rows = 0, density = 0;
  OrientationType orientation = TopLeftOrientation;
};

struct Pair {
  unsigned long first = 0, second = 0;
};

// One number, or two with a comma between them.
Pair NumbersOf(std::string_view text) {
  Pair pair;
  for (unsigned long* const number : {&pair.first, &pair.second}) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
    const auto end = std::from_chars(text.data(), text.data() + text.size(), *number);
    if (end.ec != std::errc()) break;
    text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  }
  return pair;
}

OrientationType OrientationOf(const Pair& angles) {
  for (const CalsRotation& rotation : kCalsRotations)
    if (rotation.path == angles.first && rotation.progression == angles.second)
      return rotation.orientation;
  return UndefinedOrientation;
}

void TakeRecord(std::string_view record, Header& header) {
  const auto is = [&](std::string_view name) {
    return LocaleNCompare(record.data(), name.data(), name.size()) == 0;
  };
  const auto numbers = [&] { return NumbersOf(record.substr(record.find(':') + 1)); };
  if (is("rtype:")) {
    header.type = numbers().first;
  } else if (is("rorient:")) {
    header.orientation = OrientationOf(numbers());
  } else if (is("rpelcnt:")) {
    header.columns = numbers().first;
    header.rows = numbers().second;
  } else if (is("rdensty:")) {
    header.density = numbers().first;
  }
}

Header TakeHeader(ByteCursor& cursor) {
  Header header;
  for (std::size_t i = 0; i < kCalsRecords; ++i) {
    const ByteSpan record = cursor.Take(kCalsRecordBytes);
    TakeRecord({reinterpret_cast<const char*>(record.data()), record.size()}, header);
  }
  if (header.type != 1) Fail(CoderError, "Only type 1 of CALS raster files is supported");
  if (header.columns == 0 || header.rows == 0 || header.columns > UINT32_MAX ||
      header.rows > UINT32_MAX)
    Fail(CorruptImageError, "Improper image header");
  if (header.density == 0) header.density = kCalsDensity;
  return header;
}

// The page as a TIFF file of one strip, whose coder decodes it.
std::vector<std::uint8_t> TiffOf(const Header& header, ByteSpan page) {
  constexpr unsigned kShort = 3, kLong = 4, kGroup4 = 4, kEntries = 8, kEntryBytes = 12;
  constexpr std::uint32_t kData = 8 + 2 + kEntries * kEntryBytes + 4;
  ByteSink sink;
  const auto entry = [&](unsigned tag, unsigned type, std::size_t value) {
    sink.U16Le(tag);
    sink.U16Le(type);
    sink.U32Le(1);
    sink.U32Le(static_cast<std::uint32_t>(value));
  };
  sink.Text("II*");
  sink.U8(0);
  sink.U32Le(8);
  sink.U16Le(kEntries);
  entry(256, kLong, header.columns);
  entry(257, kLong, header.rows);
  entry(258, kShort, 1);
  entry(259, kShort, kGroup4);
  entry(262, kShort, 0);  // zeros are white
  entry(273, kLong, kData);
  entry(278, kLong, header.rows);
  entry(279, kLong, page.size());
  sink.U32Le(0);
  sink.Bytes(page);
  return std::move(sink.bytes());
}

void Describe(const Header& header, Image* image) {
  image->columns = header.columns;
  image->rows = header.rows;
  image->depth = 1;
  image->orientation = header.orientation;
  image->units = PixelsPerInchResolution;
  image->x_resolution = image->y_resolution = static_cast<double>(header.density);
}

}  // namespace

Image* ReadCals(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    const Header header = TakeHeader(cursor);
    Describe(header, image);
    CheckLimits(image);
    if (image_info->ping != MagickFalse) return SetShade(image, true, true);
    const ByteSpan page = cursor.Take(cursor.Remaining());
    if (page.empty() || page.size() > INT32_MAX) FailTruncated();
    MemoryClaim claim;
    if (!claim.Acquire(page.size())) FailOfMemoryLimit();
    ReadEmbedded(image_info, "TIFF", TiffOf(header, page), image, exception);
    Describe(header, image);
  });
}

}  // namespace lodestone::coders
