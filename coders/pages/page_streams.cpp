#include "coders/pages/page_streams.hpp"

#include "base/owner.hpp"
#include "coders/common/compression_loss.hpp"
#include "coders/common/metadata.hpp"
#include "magick/compress.h"
#include "magick/profile.h"

namespace lodestone::coders {
namespace {

bool IsPossible(const PageCompressions& format, CompressionType compression) {
  return compression == NoCompression || compression == LZWCompression ||
         compression == RLECompression || (format.has_zip && compression == ZipCompression) ||
         compression == JPEGCompression || IsFaxCompression(compression);
}

}  // namespace

bool IsFaxCompression(CompressionType compression) {
  return compression == FaxCompression || compression == Group4Compression;
}

CompressionType CompressionOfPage(const PageCompressions& format, const ImageInfo* image_info,
                                  Image* image, const PageLayout& layout) {
  const CompressionType asked = image_info->compression;
  const bool keeps_jpeg =
      image->compression == JPEGCompression && !layout.bilevel && !layout.palette;
  if (asked == UndefinedCompression && !keeps_jpeg) return format.usual;
  const CompressionType wanted = asked == UndefinedCompression ? JPEGCompression : asked;
  if (!IsPossible(format, wanted)) {
    WarnOfAbsentCompression(format.name, image, asked, format.usual, &image->exception);
    return format.usual;
  }
  const char* const loss = LossOf(wanted, image, true, &image->exception);
  if (loss == nullptr) return wanted;
  if (wanted == asked) WarnOfCompression(image, asked, loss, format.usual, &image->exception);
  return format.usual;
}

StreamFilter FilterOf(CompressionType compression) {
  switch (compression) {
    case NoCompression:
      return StreamFilter::kNone;
    case LZWCompression:
      return StreamFilter::kLzw;
    case RLECompression:
      return StreamFilter::kRunLengths;
    default:
      return StreamFilter::kFlate;
  }
}

ForeignFile FaxOfPage(const ImageInfo* image_info, Image* image) {
  ForeignFile fax;
  fax.data.reset(ImageToHuffman2DBlob(image, image_info, &fax.length, &image->exception));
  if (fax.data == nullptr) FailAfter(&image->exception, CoderError, "Unable to write image");
  return fax;
}

std::string FaxParameters(const Image* image) {
  return "<< /K -1 /Columns " + std::to_string(image->columns) + " /Rows " +
         std::to_string(image->rows) + " >>";
}

ForeignFile JpegOfPage(const ImageInfo* image_info, Image* image) {
  const Owner<Image, DestroyImage> copy(CloneImage(image, 0, 0, MagickTrue, &image->exception));
  if (copy == nullptr) throw std::bad_alloc();
  ProfileImage(copy.get(), "*", nullptr, 0, MagickFalse);
  StoreText(copy.get(), "comment", nullptr);
  copy->orientation = UndefinedOrientation;  // no EXIF for it
  ForeignFile jpeg;
  jpeg.data.reset(ImageToJPEGBlob(copy.get(), image_info, &jpeg.length, &image->exception));
  if (jpeg.data == nullptr) FailAfter(&image->exception, CoderError, "Unable to write image");
  return jpeg;
}

unsigned SamplesOfJpeg(ByteSpan file) {
  ByteCursor cursor(file);
  cursor.Skip(2);
  for (;;) {
    const unsigned marker = cursor.U16Be();
    const ByteSpan segment = cursor.Take(std::max<std::size_t>(cursor.U16Be(), 2) - 2);
    const bool is_frame = marker >= 0xffc0 && marker <= 0xffcf && marker != 0xffc4 &&
                          marker != 0xffc8 && marker != 0xffcc;
    if (is_frame && segment.size() > 5) return segment[5];
  }
}

}  // namespace lodestone::coders
