#include "tests/arguments/argument_values.hpp"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

#include "wand/magick_wand.h"

namespace lodestone::test {

void* NewRoom() {
  constexpr std::size_t kBytes = std::size_t{1} << 17;
  return std::calloc(kBytes, 1);
}

const char* TextValue(unsigned number) {
  static const std::string long_text(100000, '%');
  const char* const values[kTexts] = {"1x1", nullptr, "", "%s%n[EXIF:*]\n\xff,-1e999%<x>",
                                      long_text.c_str()};
  return values[number];
}

namespace {

constexpr char kFileName[] = "small.ppm";
constexpr char kFile[] = "P6 1 1 255\nabc";

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void SetNonsense(Image* image) {
  image->blur = image->gamma = image->chromaticity.white_point.x = kNaN;
  image->fuzz = image->x_resolution = image->chromaticity.red_primary.y = kInfinity;
  image->y_resolution = 1e300;
  image->page = {ULONG_MAX, ULONG_MAX, LONG_MIN, LONG_MAX};
  image->tile_info = {ULONG_MAX, 1, LONG_MIN, LONG_MAX};
  image->delay = image->iterations = image->scene = ULONG_MAX;
}

void SetNonsense(DrawInfo* info) {
  info->affine = {kNaN, kInfinity, 1e300, -1e300, kNaN, -kInfinity};
  info->stroke_width = info->pointsize = kNaN;
  info->miterlimit = ULONG_MAX;
  info->dash_offset = kInfinity;
  (void)CloneString(&info->primitive, "line 1,1 5,5 circle 3,3 4,1 text 1,9 'a'");
  (void)CloneString(&info->text, "a");
}

void Open(Image* image, BlobMode mode) {
  ImageInfo* const info = CloneImageInfo(nullptr);
  MagickStrlCpy(image->filename, mode == ReadBinaryBlobMode ? kFileName : "written", MaxTextExtent);
  (void)OpenBlob(info, image, mode, &image->exception);
  DestroyImageInfo(info);
}

}  // namespace

void WriteSmallFile() {
  FILE* const file = std::fopen(kFileName, "wb");
  std::fputs(kFile, file);
  std::fclose(file);
}

template <>
void* New(unsigned) {
  return std::memcpy(NewRoom(), kFile, sizeof(kFile));
}

template <>
Image* New(unsigned number) {
  if (number == 2) return AllocateImage(nullptr);
  constexpr unsigned long kColumns = 24, kRows = 20;
  unsigned char samples[4 * kColumns * kRows];
  for (std::size_t i = 0; i < sizeof(samples); ++i) samples[i] = static_cast<unsigned char>(37 * i);
  Image* const image = ConstituteImage(kColumns, kRows, "RGBA", CharPixel, samples, nullptr);
  MagickStrlCpy(image->filename, "image.ppm", MaxTextExtent);
  if (number == 3) {
    (void)SetImageType(image, PaletteType);
    Open(image, ReadBinaryBlobMode);
  } else if (number == 4) {
    (void)TransformColorspace(image, CMYKColorspace);
    Open(image, WriteBinaryBlobMode);
  } else if (number == 5) {
    SetNonsense(image);
  } else if (number == 6) {
    image->columns = 1UL << 30;
  }
  return image;
}

template <>
Image** New(unsigned) {
  auto** const list = static_cast<Image**>(NewRoom());
  list[0] = New<Image>(0);
  return list;
}

template <>
BlobInfo* New(unsigned) {
  return CloneBlobInfo(nullptr);
}

template <>
DrawInfo* New(unsigned number) {
  DrawInfo* const info = CloneDrawInfo(nullptr, nullptr);
  if (number == kNonsense) SetNonsense(info);
  return info;
}

template <>
_DrawContext* New(unsigned) {
  return DrawAllocateContext(nullptr, New<Image>(0));
}

template <>
DrawingWand* New(unsigned) {
  return MagickNewDrawingWand();
}

template <>
ExceptionInfo* New(unsigned) {
  auto* const exception = static_cast<ExceptionInfo*>(NewRoom());
  GetExceptionInfo(exception);
  return exception;
}

template <>
FILE* New(unsigned) {
  return std::fopen("/dev/null", "r+");
}

template <>
ImageInfo* New(unsigned number) {
  ImageInfo* const info = CloneImageInfo(nullptr);
  if (number == kNonsense) {
    info->pointsize = info->fuzz = kNaN;
    info->quality = info->subrange = ULONG_MAX;
    info->depth = 9999;
    (void)CloneString(&info->size, "99999999999999999999x1e999-inf+nan");
    (void)CloneString(&info->density, "nanx1e999");
  }
  MagickStrlCpy(info->filename, kFileName, MaxTextExtent);
  return info;
}

template <>
MagickAccelerateEventQueue* New(unsigned) {
  return MagickAccelerateOpenEventQueue(1);
}

template <>
MagickInfo* New(unsigned) {
  return SetMagickInfo("ODD");
}

template <>
MagickWand* New(unsigned number) {
  MagickWand* const wand = NewMagickWand();
  if (number == 0)
    (void)MagickReadImageBlob(wand, reinterpret_cast<const unsigned char*>(kFile), sizeof(kFile));
  return wand;
}

template <>
MontageInfo* New(unsigned number) {
  MontageInfo* const info = CloneMontageInfo(nullptr, nullptr);
  if (number != kNonsense) return info;
  info->pointsize = kNaN;
  info->border_width = ULONG_MAX;
  (void)CloneString(&info->geometry, "99999999999x1-5+9999999999999999999");
  (void)CloneString(&info->tile, "0x99999999999");
  return info;
}

template <>
PixelWand* New(unsigned) {
  return NewPixelWand();
}

template <>
const PixelWand** New(unsigned) {
  return const_cast<const PixelWand**>(NewPixelWands(kIntegers<unsigned long>[0]));
}

template <>
QuantizeInfo* New(unsigned) {
  return CloneQuantizeInfo(nullptr);
}

template <>
ViewInfo* New(unsigned) {
  return OpenCacheView(New<Image>(0));
}

}  // namespace lodestone::test
