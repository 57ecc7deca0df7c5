// Fields of the current image.
#include <array>

#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

unsigned long MagickGetImageWidth(MagickWand* wand) {
  return Get(wand, &Image::columns);
}

unsigned long MagickGetImageHeight(MagickWand* wand) {
  return Get(wand, &Image::rows);
}

MagickSizeType MagickGetImageSize(MagickWand* wand) {
  return Ask(wand, [](Image& image) -> MagickSizeType { return GetBlobSize(&image); });
}

char* MagickGetImageFilename(MagickWand* wand) {
  return Ask(wand, [](Image& image) { return AcquireString(image.filename); });
}

unsigned int MagickSetImageFilename(MagickWand* wand, const char* filename) {
  if (!HasImage(wand, {filename})) return MagickFail;
  MagickStrlCpy(wand->image->filename, filename, sizeof wand->image->filename);
  return MagickPass;
}

char* MagickGetImageFormat(MagickWand* wand) {
  return Ask(wand, [](Image& image) { return AcquireString(image.magick); });
}

unsigned int MagickSetImageFormat(MagickWand* wand, const char* format) {
  if (!HasImage(wand)) return MagickFail;
  MagickStrlCpy(wand->image->magick, format == nullptr ? "" : format, sizeof wand->image->magick);
  return MagickPass;
}

CompressionType MagickGetImageCompression(MagickWand* wand) {
  return Get(wand, &Image::compression);
}

unsigned int MagickSetImageCompression(MagickWand* wand, const CompressionType compression) {
  return Set(wand, &Image::compression, compression);
}

InterlaceType MagickGetImageInterlaceScheme(MagickWand* wand) {
  return Get(wand, &Image::interlace);
}

unsigned int MagickSetImageInterlaceScheme(MagickWand* wand, const InterlaceType interlace_scheme) {
  return Set(wand, &Image::interlace, interlace_scheme);
}

unsigned long MagickGetImageDelay(MagickWand* wand) {
  return Get(wand, &Image::delay);
}

unsigned int MagickSetImageDelay(MagickWand* wand, const unsigned long delay) {
  if (!HasImage(wand)) return MagickFail;
  SetImageDelay(wand->image, delay);
  return MagickPass;
}

DisposeType MagickGetImageDispose(MagickWand* wand) {
  return Get(wand, &Image::dispose);
}

unsigned int MagickSetImageDispose(MagickWand* wand, const DisposeType dispose) {
  return Set(wand, &Image::dispose, dispose);
}

unsigned long MagickGetImageIterations(MagickWand* wand) {
  return Get(wand, &Image::iterations);
}

unsigned int MagickSetImageIterations(MagickWand* wand, const unsigned long iterations) {
  return Set(wand, &Image::iterations, iterations);
}

unsigned long MagickGetImageScene(MagickWand* wand) {
  return Get(wand, &Image::scene);
}

unsigned int MagickSetImageScene(MagickWand* wand, const unsigned long scene) {
  return Set(wand, &Image::scene, scene);
}

unsigned int MagickGetImagePage(MagickWand* wand, unsigned long* width, unsigned long* height,
                                long* x, long* y) {
  if (!HasImage(wand, {width, height, x, y})) return MagickFail;
  const RectangleInfo& page = wand->image->page;
  *width = page.width;
  *height = page.height;
  *x = page.x;
  *y = page.y;
  return MagickPass;
}

unsigned int MagickSetImagePage(MagickWand* wand, const unsigned long width,
                                const unsigned long height, const long x, const long y) {
  return Set(wand, &Image::page, RectangleInfo{width, height, x, y});
}

unsigned int MagickGetImageResolution(MagickWand* wand, double* x, double* y) {
  return GetPair(wand, x, y, [](const Image& image) {
    return PrimaryInfo{image.x_resolution, image.y_resolution, 0};
  });
}

unsigned int MagickSetImageResolution(MagickWand* wand, const double x_resolution,
                                      const double y_resolution) {
  if (!HasImage(wand)) return MagickFail;
  wand->image->x_resolution = x_resolution;
  wand->image->y_resolution = y_resolution;
  return MagickPass;
}

ResolutionType MagickGetImageUnits(MagickWand* wand) {
  return Get(wand, &Image::units);
}

unsigned int MagickSetImageUnits(MagickWand* wand, const ResolutionType units) {
  return Set(wand, &Image::units, units);
}

OrientationType MagickGetImageOrientation(MagickWand* wand) {
  return Get(wand, &Image::orientation);
}

unsigned int MagickSetImageOrientation(MagickWand* wand, const OrientationType new_orientation) {
  if (!HasImage(wand)) return MagickFail;
  const bool known =
      new_orientation > UndefinedOrientation && new_orientation <= LeftBottomOrientation;
  char number[32];
  MagickFormatString(number, sizeof number, "%d", static_cast<int>(new_orientation));
  (void)SetImageAttribute(wand->image, "EXIF:Orientation", number);
  return Set(wand, &Image::orientation, known ? new_orientation : UndefinedOrientation);
}

const char* MagickGetImageGeometry(MagickWand* wand) {
  return Get(wand, &Image::geometry);
}

unsigned int MagickSetImageGeometry(MagickWand* wand, const char* geometry) {
  if (!HasImage(wand)) return MagickFail;
  (void)CloneString(&wand->image->geometry, geometry);
  return MagickPass;
}

GravityType MagickGetImageGravity(MagickWand* wand) {
  return Get(wand, &Image::gravity);
}

unsigned int MagickSetImageGravity(MagickWand* wand, const GravityType gravity) {
  return Set(wand, &Image::gravity, gravity);
}

CompositeOperator MagickGetImageCompose(MagickWand* wand) {
  return Get(wand, &Image::compose);
}

unsigned int MagickSetImageCompose(MagickWand* wand, const CompositeOperator compose) {
  return Set(wand, &Image::compose, compose);
}

MagickBool MagickGetImageMatte(MagickWand* wand) {
  return Get(wand, &Image::matte);
}

unsigned int MagickSetImageMatte(MagickWand* wand, const unsigned int matte) {
  if (!HasImage(wand)) return MagickFail;
  wand->images->matte = matte;
  return MagickPass;
}
