// GROUP4RAW: the data of one strip of group 4, without a file around it.
#include "base/owner.hpp"
#include "coders/tiff/tiff.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

TiffBuffer WriteFax(Image* image) {
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (info == nullptr) throw std::bad_alloc();
  info->compression = Group4Compression;
  info->type = BilevelType;
  info->adjoin = MagickFalse;
  AddDefinitions(info.get(), "tiff:strip-per-page=TRUE,tiff:fill-order=msb2lsb", &image->exception);
  TiffBuffer buffer;
  WriteTiffList(buffer, info.get(), image, &image->exception);
  return buffer;
}

}  // namespace

unsigned int WriteGroup4Raw(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const TiffBuffer fax = WriteFax(image);
    TiffMemory memory(fax.bytes().data(), fax.bytes().size());
    const TiffFile file(memory, image->filename, "r", {});
    std::vector<std::uint8_t> strip(TIFFRawStripSize64(file.get(), 0));
    const tmsize_t got =
        TIFFReadRawStrip(file.get(), 0, strip.data(), static_cast<tmsize_t>(strip.size()));
    if (got < 0) file.FailWith("Unable to write image data");
    WriteBytes(image, strip.data(), static_cast<std::size_t>(got));
  });
}

}  // namespace lodestone::coders
