#include "coders/common/embedded.hpp"

#include "base/owner.hpp"
#include "coders/common/profiles.hpp"
#include "magick/attribute.h"
#include "magick/core/metadata/profiles.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

void CopyProfiles(const Image* from, Image* to) {
  for (std::size_t i = 0; const auto profile = ProfileAt(from, i); ++i)
    StoreProfile(to, profile->name, {profile->data, profile->length});
}

void CopyProperties(const Image* from, Image* to) {
  to->columns = from->columns;
  to->rows = from->rows;
  to->depth = from->depth;
  to->matte = from->matte;
  to->colorspace = from->colorspace;
  SetShade(to, from->is_grayscale != MagickFalse, from->is_monochrome != MagickFalse);
  CopyMetadata(from, to);
}

void CopyPixels(const Image* from, Image* to, ExceptionInfo* exception) {
  if (from->storage_class == PseudoClass) {
    MakeColormap(to, from->colors);
    std::copy_n(from->colormap, from->colors, to->colormap);
  }
  const ConstPixels source = AllPixels(from, exception);
  const Pixels target = NewPixels(to, exception);
  const std::size_t count = std::size_t{from->columns} * from->rows;
  std::copy_n(source.pixels, count, target.pixels);
  if (source.indexes != nullptr && target.indexes != nullptr) {
    std::copy_n(source.indexes, count, target.indexes);
  }
  SyncPixels(to, exception);
}

}  // namespace

void CopyMetadata(const Image* from, Image* to) {
  to->gamma = from->gamma;
  to->chromaticity = from->chromaticity;
  to->rendering_intent = from->rendering_intent;
  to->orientation = from->orientation;
  to->units = from->units;
  to->x_resolution = from->x_resolution;
  to->y_resolution = from->y_resolution;
  CloneImageAttributes(to, from);
  CopyProfiles(from, to);
}

std::vector<std::uint8_t> EncodeEmbedded(const ImageInfo* image_info, const char* magick,
                                         Image* image, ExceptionInfo* exception) {
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(image_info));
  if (info == nullptr) throw std::bad_alloc();
  for (char* name : {info->magick, image->magick}) MagickStrlCpy(name, magick, MaxTextExtent);
  info->file = nullptr;
  std::size_t length = 0;
  const MagickPtr<void> blob(ImageToBlob(info.get(), image, &length, exception));
  if (blob == nullptr) FailAfter(exception, CoderError, "Unable to write image");
  const auto* begin = static_cast<const std::uint8_t*>(blob.get());
  return {begin, begin + length};
}

void ReadEmbedded(const ImageInfo* image_info, const char* magick, ByteSpan bytes, Image* image,
                  ExceptionInfo* exception) {
  // What it is decides how it is read, so a file of another format could nest without end.
  const char* found = GetImageMagick(bytes.data(), bytes.size());
  if (found == nullptr || LocaleCompare(found, magick) != 0) {
    Fail(CorruptImageError, std::string("Improper embedded image, expected ") + magick);
  }
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(image_info));
  if (info == nullptr) throw std::bad_alloc();
  MagickStrlCpy(info->magick, magick, MaxTextExtent);
  MagickStrlCpy(info->filename, image->filename, MaxTextExtent);
  info->subimage = info->subrange = 0;
  const bool ping = image_info->ping != MagickFalse;
  const auto read = ping ? PingBlob : BlobToImage;
  const ImageOwner inner(read(info.get(), bytes.data(), bytes.size(), exception));
  if (inner.get() == nullptr) FailAfter(exception, CorruptImageError, "Unable to read image");
  CopyProperties(inner.get(), image);
  CheckLimits(image);
  if (!ping) CopyPixels(inner.get(), image, exception);
}

}  // namespace lodestone::coders
