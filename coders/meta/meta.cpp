// Profiles as files: reading makes an image of one white pixel with the profile, writing takes it
// from the image.
#include <cstring>
#include <string>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct Kind {
  const char* name;
  const char* description;
  const char* profile;
  const char* missing;
};
constexpr Kind kKinds[] = {
    {"8BIM", "Photoshop resource format", "IPTC", "No 8BIM data is available"},
    {"APP1", "Raw application information", "APP1", "No APP1 data is available"},
    {"EXIF", "Exif digital camera binary data", "EXIF", "No EXIF data is available"},
    {"ICC", "ICC Color Profile", "ICM", "No color profile is available"},
    {"ICM", "ICC Color Profile", "ICM", "No color profile is available"},
    {"IPTC", "IPTC Newsphoto", "IPTC", "No IPTC profile is available"},
    {"XMP", "Adobe XML metadata", "XMP", "No XMP data is available"}};

constexpr std::string_view kBlock = "8BIM";
constexpr unsigned kIptcResource = 0x0404;

const Kind& KindOf(const char* magick) {
  for (const Kind& kind : kKinds)
    if (LocaleCompare(kind.name, magick) == 0) return kind;
  Fail(CoderError, "No decode delegate for this image format");
}

bool IsIptc(const Kind& kind) {
  return std::strcmp(kind.name, "IPTC") == 0;
}

// A block of Photoshop's resources.
std::vector<std::uint8_t> BlockOf(ByteSpan records) {
  ByteSink sink;
  sink.Text(kBlock);
  sink.U16Be(kIptcResource);
  sink.U16Be(0);
  sink.U32Be(static_cast<std::uint32_t>(records.size()));
  sink.Bytes(records);
  return std::move(sink.bytes());
}

// The records of IPTC in such blocks.
ByteSpan RecordsIn(ByteSpan blocks) {
  constexpr std::size_t kLeast = 12;
  ByteCursor cursor(blocks);
  while (cursor.Remaining() >= kLeast && cursor.TakeIf(kBlock)) {
    const unsigned resource = cursor.U16Be();
    const std::size_t name = std::size_t{cursor.U8()} | 1;  // even, with its length
    if (name > cursor.Remaining()) break;
    cursor.Skip(name);
    if (cursor.Remaining() < 4) break;
    const std::size_t length = cursor.U32Be();
    if (length > cursor.Remaining()) break;
    const ByteSpan content = cursor.Take(length);
    if (resource == kIptcResource) return content;
    cursor.Skip(std::min<std::size_t>(length % 2, cursor.Remaining()));
  }
  return {};
}

Image* ReadMeta(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    const Kind& kind = KindOf(image_info->magick);
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    if (file.empty()) FailTruncated();
    image->columns = image->rows = 1;
    CheckLimits(image);
    StoreProfile(image, kind.profile, IsIptc(kind) ? ByteSpan(BlockOf(file)) : file);
    if (image_info->ping != MagickFalse) return;
    SetImage(image, OpaqueOpacity);
  });
}

unsigned int WriteMeta(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const Kind& kind = KindOf(image_info->magick);
    const ByteSpan profile = ProfileOf(image, kind.profile);
    const ByteSpan content = IsIptc(kind) ? RecordsIn(profile) : profile;
    if (profile.empty() || content.empty()) Fail(CoderError, kind.missing);
    WriteBytes(image, content.data(), content.size());
  });
}

unsigned int IsBlocks(const unsigned char* magick, const std::size_t length) {
  return length >= kBlock.size() && std::memcmp(magick, kBlock.data(), kBlock.size()) == 0;
}

unsigned int IsRecords(const unsigned char* magick, const std::size_t length) {
  return length >= 2 && magick[0] == 0x1c && magick[1] == 0x02;
}

}  // namespace

void RegisterMetaImage() {
  for (const Kind& kind : kKinds) {
    FormatEntry entry{kind.name, kind.description, "META", ReadMeta, WriteMeta};
    entry.adjoin = false;
    if (std::strcmp(kind.name, "8BIM") == 0) entry.magick = IsBlocks;
    if (IsIptc(kind)) entry.magick = IsRecords;
    entry.traits.metadata = "the profile alone";
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
