#include <algorithm>
#include <memory>

#include "coders/tiff/tiff_plan.hpp"
#include "magick/attribute.h"
#include "magick/core/blob/blob.hpp"
#include "magick/transform.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

bool IsBig(const ImageInfo* image_info) {
  return LocaleCompare(image_info->magick, "BIGTIFF") == 0;
}

std::string OpenMode(const ImageInfo* image_info) {
  std::string mode = "w";
  if (image_info->endian == LSBEndian) mode += 'l';
  if (image_info->endian == MSBEndian) mode += 'b';
  if (IsBig(image_info)) mode += '8';
  return mode;
}

// A copy of the image that has the type asked for; empty if none is.
std::unique_ptr<ImageOwner> Typed(const ImageInfo* image_info, const Image* image,
                                  ExceptionInfo* exception) {
  const ImageType type = image_info->type;
  if (type == UndefinedType || type == OptimizeType) return nullptr;
  auto copy = std::make_unique<ImageOwner>(CloneImage(image, 0, 0, MagickTrue, exception));
  if (copy->get() == nullptr) FailAfter(exception, ResourceLimitError, "Memory allocation failed");
  if (SetImageType(copy->get(), type) == MagickFail) {
    CopyException(exception, &copy->get()->exception);
    FailAfter(exception, CoderError, "Unable to convert the image to the type asked for");
  }
  const bool with_alpha = type == GrayscaleMatteType || type == PaletteMatteType ||
                          type == TrueColorMatteType || type == ColorSeparationMatteType;
  if (with_alpha && copy->get()->matte == MagickFalse) {
    SetImageOpacity(copy->get(), OpaqueOpacity);
  }
  return copy;
}

void WritePlace(TiffFile& file, const Image* image, std::size_t page, std::size_t pages) {
  const ImageAttribute* kind = GetImageAttribute(image, "subfiletype");
  if (kind == nullptr || kind->value == nullptr) {
    if (pages > 1) file.Set(TIFFTAG_SUBFILETYPE, FILETYPE_PAGE);
    file.Set(TIFFTAG_PAGENUMBER, static_cast<int>(page & 0xffff), static_cast<int>(pages & 0xffff));
    return;
  }
  constexpr std::pair<const char*, int> kKinds[] = {
      {"REDUCEDIMAGE", FILETYPE_REDUCEDIMAGE}, {"PAGE", FILETYPE_PAGE}, {"MASK", FILETYPE_MASK}};
  for (const auto& [name, value] : kKinds) {
    if (LocaleCompare(kind->value, name) == 0) file.Set(TIFFTAG_SUBFILETYPE, value);
  }
}

void WriteDirectory(TiffWriting writing, std::size_t page, std::size_t pages) {
  TiffFile& file = writing.file;
  const ImageInfo* image_info = writing.image_info;
  const Image* image = writing.image;
  const std::unique_ptr<ImageOwner> typed = Typed(image_info, image, writing.exception);
  if (typed != nullptr) writing.image = typed->get();
  if (writing.image->colorspace != CMYKColorspace) ToRgb(writing.image);
  TiffPlan plan = PlanTiff(image_info, writing.image, writing.exception);
  SetTiffFields(file, plan, image_info, writing.image);
  ChooseTiffChunks(file, plan, image_info);
  SetTiffChunks(file, plan);
  WriteTiffMetadata(file, plan, image, writing.exception);
  WriteTiffExif(file, writing.stream, image, IsBig(image_info));
  WritePlace(file, image, page, pages);
  WriteTiffPixels(writing, plan);
  if (TIFFWriteDirectory(file.get()) != 1) file.FailWith("Unable to write a TIFF directory");
}

}  // namespace

void WriteTiffList(TiffStream& stream, const ImageInfo* image_info, Image* first,
                   ExceptionInfo* exception) {
  const std::string mode = OpenMode(image_info);
  TiffFile file(stream, first->filename, mode.c_str(),
                WarningsFor(image_info, exception, first->filename));
  const std::size_t pages = image_info->adjoin == MagickFalse ? 1 : GetImageListLength(first);
  Image* image = first;
  for (std::size_t page = 0; page < pages; ++page, image = image->next) {
    WriteDirectory({file, stream, mode, image_info, image, exception}, page, pages);
  }
}

void WriteTiffFile(Image* blob, const ImageInfo* image_info, Image* first,
                   ExceptionInfo* exception) {
  if (CanReadOutput(blob)) {
    TiffOutput output(blob);
    return WriteTiffList(output, image_info, first, exception);
  }
  TiffBuffer buffer;
  WriteTiffList(buffer, image_info, first, exception);
  WriteBytes(blob, buffer.bytes().data(), buffer.bytes().size());
}

unsigned int WriteTiff(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first,
                [&] { WriteTiffFile(first, image_info, first, &first->exception); });
}

}  // namespace lodestone::coders
