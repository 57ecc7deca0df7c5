// Seattle FilmWorks: a JPEG file upside down, with other markers and without Huffman tables, which
// are those of the standard.
#include "coders/common/embedded.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/upright.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint8_t kStartOfScan = 0xda;

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

// The second byte of a marker in JPEG files.
std::uint8_t PlainMarker(std::uint8_t byte) {
  switch (byte) {
    case 0xc8:  // start and end of the image
    case 0xc9:
    case 0xca:  // scan
    case 0xcb:  // quantization
    case 0xd0:  // application
      return static_cast<std::uint8_t>(byte + 0x10);
    case 0xa0:  // frame
    case 0xa4:  // Huffman tables
      return static_cast<std::uint8_t>(byte + 0x20);
    default:
      return byte;
  }
}

// Segments as far as the scan get their markers; the first of them, the name of JFIF.
std::vector<std::uint8_t> PlainJpeg(ByteSpan file) {
  constexpr std::uint8_t kStart[] = {0xff, 0xc8, 0xff, 0xd0}, kEnd[] = {0xff, 0xc9};
  constexpr std::string_view kName("JFIF\0\1\0", 7);
  constexpr std::size_t kFirst = 2;
  const auto start = std::search(file.begin(), file.end(), std::begin(kStart), std::end(kStart));
  if (!ByteCursor(file).TakeIf("SFW") || start == file.end()) FailHeader();
  std::vector<std::uint8_t> jpeg(start, file.end());
  jpeg[1] = PlainMarker(jpeg[1]);
  ByteCursor cursor(jpeg);
  cursor.Seek(kFirst);
  for (std::uint8_t marker = 0; marker != kStartOfScan;) {
    const std::size_t at = cursor.Position();
    if (cursor.U8() != 0xff) FailHeader();
    marker = jpeg[at + 1] = PlainMarker(cursor.U8());
    const std::size_t length = cursor.U16Be();
    if (length < 2 + (at == kFirst ? kName.size() : 0)) FailHeader();
    cursor.Skip(length - 2);
    if (at == kFirst) std::ranges::copy(kName, jpeg.begin() + kFirst + 4);
  }
  const auto scan = jpeg.begin() + static_cast<std::ptrdiff_t>(cursor.Position());
  const auto end = std::search(scan, jpeg.end(), std::begin(kEnd), std::end(kEnd));
  if (end == jpeg.end()) FailTruncated();
  end[1] = PlainMarker(kEnd[1]);
  jpeg.erase(end + 2, jpeg.end());
  return jpeg;
}

Image* ReadSfw(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ReadEmbedded(image_info, "JPEG", PlainJpeg(WholeBlob(image)), image, exception);
    if (image_info->ping != MagickFalse) return;
    image->orientation = BottomLeftOrientation;
    MakeUpright(image, {image->columns, image->rows, 0, 0}, exception);
    image->orientation = UndefinedOrientation;
  });
}

unsigned int IsSfw(const unsigned char* magick, const std::size_t length) {
  return ByteCursor({magick, length}).TakeIf("SFW94") ? MagickTrue : MagickFalse;
}

}  // namespace

void RegisterSfwImage() {
  FormatEntry entry{"SFW", "Seattle Film Works", "SFW", ReadSfw, nullptr, IsSfw};
  entry.adjoin = false;
  entry.coder_class = UnstableCoderClass;
  entry.traits = {"8", "", "", "", "65500x65500"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
