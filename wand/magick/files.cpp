// Reading and writing.
#include <cstring>

#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

namespace {

OwnedInfo SettingsOf(const MagickWand* wand) {
  return OwnedInfo(CloneImageInfo(wand->image_info));
}

// AppendImageToList makes wand->images the first of the new ones.
unsigned int Append(MagickWand* wand, Image* images) {
  if (images == nullptr) return MagickFail;
  AppendImageToList(&wand->images, images);
  wand->image = GetLastImageInList(images);
  return MagickPass;
}

// read(info, exception) with the settings of the wand, changed by set(info).
template <class Set>
unsigned int Read(MagickWand* wand, Image* (*read)(const ImageInfo*, ExceptionInfo*), Set set) {
  const OwnedInfo info = SettingsOf(wand);
  if (info == nullptr) return MagickFail;
  set(*info);
  return Append(wand, read(info.get(), &wand->exception));
}

unsigned int ReadNamed(MagickWand* wand, Image* (*read)(const ImageInfo*, ExceptionInfo*),
                       const char* filename) {
  if (!IsReady(wand, {filename})) return MagickFail;
  return Read(wand, read, [&](ImageInfo& info) {
    MagickStrlCpy(info.filename, filename, sizeof info.filename);
  });
}

// write(info) with the settings of the wand.
template <class Write>
unsigned int WriteWith(MagickWand* wand, Write write) {
  const OwnedInfo info = SettingsOf(wand);
  return info == nullptr ? MagickFail : Passed(wand, write(*info));
}

}  // namespace

unsigned int MagickReadImage(MagickWand* wand, const char* filename) {
  return ReadNamed(wand, ReadImage, filename);
}

unsigned int MagickPingImage(MagickWand* wand, const char* filename) {
  return ReadNamed(wand, PingImage, filename);
}

unsigned int MagickReadImageBlob(MagickWand* wand, const unsigned char* blob, const size_t length) {
  if (!IsReady(wand)) return MagickFail;
  return Append(wand, BlobToImage(wand->image_info, blob, length, &wand->exception));
}

unsigned int MagickReadImageFile(MagickWand* wand, FILE* file) {
  if (!IsReady(wand, {file})) return MagickFail;
  return Read(wand, ReadImage, [&](ImageInfo& info) { info.file = file; });
}

unsigned int MagickWriteImage(MagickWand* wand, const char* filename) {
  if (!HasImage(wand, {filename})) return MagickFail;
  MagickStrlCpy(wand->image->filename, filename, sizeof wand->image->filename);
  return WriteWith(wand, [&](ImageInfo& info) {
    info.adjoin = MagickFalse;
    return WriteImage(&info, wand->image);
  });
}

unsigned int MagickWriteImageFile(MagickWand* wand, FILE* file) {
  if (!HasImage(wand, {file})) return MagickFail;
  return WriteWith(wand, [&](ImageInfo& info) {
    info.file = file;
    return WriteImage(&info, wand->image);
  });
}

unsigned char* MagickWriteImageBlob(MagickWand* wand, size_t* length) {
  if (!HasImage(wand, {length})) return nullptr;
  return static_cast<unsigned char*>(
      ImageToBlob(wand->image_info, wand->image, length, &wand->exception));
}

unsigned int MagickWriteImages(MagickWand* wand, const char* filename, const unsigned int adjoin) {
  if (!HasImage(wand, {filename})) return MagickFail;
  return WriteWith(wand, [&](ImageInfo& info) {
    info.adjoin = adjoin;
    return WriteImages(&info, wand->images, filename, &wand->exception);
  });
}

unsigned int MagickWriteImagesFile(MagickWand* wand, FILE* file, const unsigned int adjoin) {
  if (!HasImage(wand, {file})) return MagickFail;
  return WriteWith(wand, [&](ImageInfo& info) {
    info.adjoin = adjoin;
    info.file = file;
    return WriteImagesFile(&info, wand->images, file, &wand->exception);
  });
}

unsigned int MagickAnimateImages(MagickWand* wand, const char* server_name) {
  if (!HasImage(wand)) return MagickFail;
  (void)CloneString(&wand->image_info->server_name, server_name);
  return Passed(wand, AnimateImages(wand->image_info, wand->images));
}

unsigned int MagickDisplayImages(MagickWand* wand, const char* server_name) {
  if (!HasImage(wand)) return MagickFail;
  (void)CloneString(&wand->image_info->server_name, server_name);
  return Passed(wand, DisplayImages(wand->image_info, wand->images));
}

unsigned int MagickDisplayImage(MagickWand* wand, const char* server_name) {
  if (!HasImage(wand)) return MagickFail;
  Image* const image = CloneImage(wand->image, 0, 0, MagickTrue, &wand->exception);
  if (image == nullptr) return MagickFail;
  (void)CloneString(&wand->image_info->server_name, server_name);
  const unsigned int status = DisplayImages(wand->image_info, image);
  if (status == MagickFail) CopyException(&wand->exception, &image->exception);
  DestroyImage(image);
  return status;
}

unsigned int MagickGetImagePixels(MagickWand* wand, const long x_offset, const long y_offset,
                                  const unsigned long columns, const unsigned long rows,
                                  const char* map, const StorageType storage,
                                  unsigned char* pixels) {
  if (!HasImage(wand)) return MagickFail;
  return Passed(wand, DispatchImage(wand->image, x_offset, y_offset, columns, rows, map, storage,
                                    pixels, &wand->exception));
}

// One letter sets that channel alone.
static CompositeOperator OperatorOf(const char* map) {
  if (std::strlen(map) != 1) return CopyCompositeOp;
  switch (map[0]) {
    case 'R':
      return CopyRedCompositeOp;
    case 'G':
      return CopyGreenCompositeOp;
    case 'B':
      return CopyBlueCompositeOp;
    case 'A':
    case 'O':
    case 'T':
      return CopyOpacityCompositeOp;
    case 'C':
      return CopyCyanCompositeOp;
    case 'M':
      return CopyMagentaCompositeOp;
    case 'Y':
      return CopyYellowCompositeOp;
    case 'K':
      return CopyBlackCompositeOp;
    default:
      return CopyCompositeOp;
  }
}

unsigned int MagickSetImagePixels(MagickWand* wand, const long x_offset, const long y_offset,
                                  const unsigned long columns, const unsigned long rows,
                                  const char* map, const StorageType storage,
                                  unsigned char* pixels) {
  if (!HasImage(wand)) return MagickFail;
  Image* const image = wand->image;
  Image* const area = ConstituteImage(columns, rows, map, storage, pixels, &image->exception);
  if (area == nullptr) return Passed(wand, MagickFail);
  // Else the copy would leave alpha out.
  if (area->matte && !image->matte) (void)SetImageOpacity(image, OpaqueOpacity);
  (void)CompositeImage(image, OperatorOf(map), area, x_offset, y_offset);
  DestroyImage(area);
  return Passed(wand, image->exception.severity == UndefinedException);
}
