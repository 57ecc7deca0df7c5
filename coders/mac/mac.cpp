// MacPaint: black and white, a set bit is black.
#include "coders/common/bilevel.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kColumns = 576, kRows = 720, kRowBytes = kColumns / 8;

// Files of other systems begin with what Macintoshes keep of a file, in which a name has a length.
void TakeHeader(ByteCursor& cursor) {
  constexpr std::size_t kMacBinary = 128, kPatterns = 512;
  if (cursor.U8() != 0) Fail(CorruptImageError, "Improper image header");
  cursor.Seek(cursor.U8() == 0 ? kPatterns : kMacBinary + kPatterns);
}

Image* ReadMac(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    TakeHeader(cursor);
    image->columns = kColumns;
    image->rows = kRows;
    image->depth = 1;
    CheckLimits(image);
    MakeColormap(image, 2);
    SetShade(image, true, true);
    if (image_info->ping != MagickFalse) return;
    std::vector<std::uint8_t> bits(kRows * kRowBytes);
    if (!UnpackRuns(cursor.Take(cursor.Remaining()), bits.size(), bits.data())) FailTruncated();
    for (std::uint8_t& byte : bits) byte = static_cast<std::uint8_t>(~byte);
    ReadWhiteBits(bits, kRowBytes, image, exception);
  });
}

}  // namespace

void RegisterMacImage() {
  FormatEntry entry{"MAC", "Mac Paint", "MAC", ReadMac};
  entry.adjoin = false;
  entry.traits = {"1", "", "", "", "576x720"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
