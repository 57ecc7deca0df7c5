// Fax pages of group 3, one-dimensional, without a file around them (CCITT T.4).
#include <cstring>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/compress.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// Of a page whose size is not given: 216 by 297 mm at 12 lines a millimetre.
constexpr unsigned long kColumns = 2592, kRows = 3508;

unsigned int IsFax(const unsigned char* magick, const std::size_t length) {
  constexpr char kMark[] = "DFAX";
  return length >= 4 && LocaleNCompare(reinterpret_cast<const char*>(magick), kMark, 4) == 0;
}

Image* ReadFax(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    if (image->columns == 0) image->columns = kColumns;
    if (image->rows == 0) image->rows = kRows;
    CheckLimits(image);
    image->depth = 8;
    MakeColormap(image, 2);
    image->colormap[0] = {MaxRGB, MaxRGB, MaxRGB, OpaqueOpacity};
    image->colormap[1] = {0, 0, 0, OpaqueOpacity};
    if (image_info->ping != MagickFalse) return SetShade(image, true, true);
    if (HuffmanDecodeImage(image) == MagickFail) {
      CopyException(exception, &image->exception);
      FailAfter(exception, CorruptImageError, "Unable to read image data");
    }
    if (EOFBlob(image) != 0) {
      Report(exception, CorruptImageWarning, "Unexpected end-of-file", image->filename);
    }
    SetShade(image, true, true);
  });
}

// All pages go to the blob of the first image.
unsigned int WriteByte(Image*, const magick_uint8_t byte, void* first) {
  return WriteBlobByte(static_cast<Image*>(first), byte) == 1;
}

void WritePage(const ImageInfo* image_info, Image* page, Image* first) {
  ToRgb(page);
  if (HuffmanEncode2Image(image_info, page, WriteByte, first) != MagickFail) return;
  if (page != first) CopyException(&first->exception, &page->exception);
  FailAfter(&first->exception, CoderError, "Unable to write image");
}

unsigned int WriteFax(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(image_info));
    if (info == nullptr) throw std::bad_alloc();
    MagickStrlCpy(info->magick, "FAX", sizeof info->magick);
    for (Image* page = first; page != nullptr; page = page->next) {
      WritePage(info.get(), page, first);
      if (GetBlobStatus(first) != 0) Fail(BlobError, "Unable to write to file");
      if (info->adjoin == MagickFalse) break;
    }
  });
}

}  // namespace

void RegisterFaxImage() {
  FormatEntry entry{"FAX", "Group 3 FAX (Not TIFF Group3 FAX!)", "FAX", ReadFax, WriteFax, IsFax};
  entry.traits.depths = "1";
  entry.traits.frames = "pages";
  RegisterFormat(entry);
  entry.name = "G3";
  entry.description = "Group 3 FAX (same as \"FAX\")";
  entry.magick = nullptr;
  entry.adjoin = false;
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
