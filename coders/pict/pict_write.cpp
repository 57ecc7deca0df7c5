#include <cstring>

#include "base/owner.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/pict/pict_write.hpp"
#include "magick/compress.h"
#include "magick/memory.h"

namespace lodestone::coders {
namespace {

void PutHeader(const Image* image, ByteSink& sink) {
  PutPictFrame(image, sink);
  sink.U16Be(kPictVersion);
  sink.U16Be(0x02ff);
  sink.U16Be(kPictHeader);
  sink.U32Be(kPictExtended);
  PutPictResolution(image, sink);
  PutPictFrame(image, sink);
  sink.U32Be(0);
}

void PutComment(unsigned kind, ByteSpan head, ByteSpan bytes, ByteSink& sink) {
  sink.U16Be(kPictLongComment);
  sink.U16Be(kind);
  sink.U16Be(static_cast<unsigned>(head.size() + bytes.size()));
  sink.Bytes(head);
  sink.Bytes(bytes);
  sink.Fill(sink.size() % 2);
}

// A profile has parts, since comments are short, and an end.
void PutProfiles(const Image* image, ByteSink& sink) {
  constexpr std::size_t kPart = 32000;
  const ByteSpan resources = ProfileOf(image, "8BIM");
  if (!resources.empty() && resources.size() <= 2 * kPart)
    PutComment(kPictResourcesComment, AsBytes(kPictResources), resources, sink);
  const ByteSpan icc = ProfileOf(image, "ICM");
  if (icc.empty()) return;
  for (std::size_t at = 0; at < icc.size(); at += kPart) {
    const std::uint8_t head[] = {0, 0, 0, at == 0 ? std::uint8_t{0} : std::uint8_t{1}};
    PutComment(kPictProfileComment, head, icc.subspan(at, std::min(kPart, icc.size() - at)), sink);
  }
  constexpr std::uint8_t kEnd[] = {0, 0, 0, kPictProfileEnd};
  PutComment(kPictProfileComment, kEnd, {}, sink);
}

void PutClip(const Image* image, ByteSink& sink) {
  constexpr unsigned kRectangleRegionBytes = 10;
  sink.U16Be(kPictClip);
  sink.U16Be(kRectangleRegionBytes);
  PutPictFrame(image, sink);
}

// As QuickTime holds one, with a description of it.
void PutJpeg(const ImageInfo* image_info, Image* image, ByteSink& sink) {
  constexpr std::uint32_t kOne = 0x10000, kPerspective = 0x40000000;
  constexpr std::size_t kHeadBytes = 68, kDescriptionBytes = 86;
  std::size_t length = 0;
  const Owner<unsigned char, MagickFree> jpeg(
      ImageToJPEGBlob(image, image_info, &length, &image->exception));
  if (jpeg == nullptr) FailAfter(&image->exception, CoderError, "Unable to write image");
  if (length > INT32_MAX) Fail(CoderError, "Image column or row size is not supported");
  sink.U16Be(kPictQuickTime);
  sink.U32Be(static_cast<std::uint32_t>(kHeadBytes + kDescriptionBytes + length));
  sink.U16Be(0);
  for (const std::uint32_t number : {kOne, 0u, 0u, 0u, kOne, 0u, 0u, 0u, kPerspective, 0u})
    sink.U32Be(number);  // the last is the length of a matte
  PutPictFrame(image, sink);
  constexpr unsigned kDitherCopy = 0x40, kHighQuality = 0x300;
  sink.U16Be(kDitherCopy);
  PutPictFrame(image, sink);
  sink.U32Be(kHighQuality);
  sink.U32Be(0);  // no mask
  sink.U32Be(kDescriptionBytes);
  sink.Text("jpeg");
  sink.Fill(8);
  sink.U32Be(0x00010001);  // version
  sink.Text("appl");
  sink.U32Be(0);
  sink.U32Be(kHighQuality);
  sink.U16Be(static_cast<unsigned>(image->columns));
  sink.U16Be(static_cast<unsigned>(image->rows));
  PutPictResolution(image, sink);
  sink.U32Be(static_cast<std::uint32_t>(length));
  sink.U16Be(1);
  constexpr std::string_view kName = "Photo - JPEG";
  sink.U8(kName.size());
  sink.Text(kName);
  sink.Fill(31 - kName.size());
  sink.U16Be(24);      // bits of a pixel
  sink.U16Be(0xffff);  // no colormap
  sink.Bytes({jpeg.get(), length});
  sink.Fill(sink.size() % 2);
}

unsigned int WritePict(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const PictForm form = PictFormOf(image);
    const CompressionType compression = image_info->compression != UndefinedCompression
                                            ? image_info->compression
                                            : image->compression;
    // JPEG has no alpha.
    const bool jpeg = compression == JPEGCompression && image->matte == MagickFalse;
    ByteSink sink;
    PutHeader(image, sink);
    PutProfiles(image, sink);
    PutClip(image, sink);
    if (jpeg) {
      PutJpeg(image_info, image, sink);
    } else {
      PutPictMap(form, image, sink);
    }
    sink.U16Be(kPictEnd);
    ByteSink preamble;
    preamble.Fill(kPictPreambleBytes);
    preamble.U16Be((sink.size() + 2) & 0xffff);
    preamble.Flush(image);
    sink.Flush(image);
  });
}

unsigned int IsPict(const unsigned char* magick, const std::size_t length) {
  constexpr std::string_view kMark{"\x00\x11\x02\xff\x0c\x00", 6};
  constexpr std::size_t kAt = kPictPreambleBytes + 10;
  return length >= kAt + kMark.size() && std::memcmp(magick + kAt, kMark.data(), kMark.size()) == 0;
}

}  // namespace

void RegisterPictImage() {
  for (const char* const name : {"PCT", "PICT"}) {
    FormatEntry entry{name, "Apple Macintosh QuickDraw/PICT", "PICT", ReadPict, WritePict, IsPict};
    entry.adjoin = false;
    entry.traits = {"1 to 32 a pixel", "yes", "", "ICC, 8BIM, resolution", "8191x32767"};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
