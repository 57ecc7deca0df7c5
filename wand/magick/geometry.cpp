// Sizes, parts, turns.
#include "wand/magick/color.hpp"

using namespace lodestone::wand;

namespace {

// Pixels of a side at another resolution; 0, which no image has, if there is no such number.
unsigned long Resampled(unsigned long pixels, double resolution, double before) {
  constexpr double kMost = 1e15;
  const double wanted =
      resolution * static_cast<double>(pixels) / (before == 0.0 ? 72.0 : before) + 0.5;
  return wanted >= 0 && wanted < kMost ? static_cast<unsigned long>(wanted) : 0;
}

}  // namespace

unsigned int MagickResizeImage(MagickWand* wand, const unsigned long columns,
                               const unsigned long rows, const FilterTypes filter,
                               const double blur) {
  return Replace(wand, ResizeImage, columns, rows, filter, blur);
}

unsigned int MagickResampleImage(MagickWand* wand, const double x_resolution,
                                 const double y_resolution, const FilterTypes filter,
                                 const double blur) {
  if (!HasImage(wand)) return MagickFail;
  const Image& image = *wand->image;
  return MagickResizeImage(wand, Resampled(image.columns, x_resolution, image.x_resolution),
                           Resampled(image.rows, y_resolution, image.y_resolution), filter, blur);
}

unsigned int MagickSampleImage(MagickWand* wand, const unsigned long columns,
                               const unsigned long rows) {
  return Replace(wand, SampleImage, columns, rows);
}

unsigned int MagickScaleImage(MagickWand* wand, const unsigned long columns,
                              const unsigned long rows) {
  return Replace(wand, ScaleImage, columns, rows);
}

unsigned int MagickMagnifyImage(MagickWand* wand) {
  return Replace(wand, MagnifyImage);
}

unsigned int MagickMinifyImage(MagickWand* wand) {
  return Replace(wand, MinifyImage);
}

unsigned int MagickCropImage(MagickWand* wand, const unsigned long width,
                             const unsigned long height, const long x, const long y) {
  const RectangleInfo area{width, height, x, y};
  return Replace(wand, CropImage, &area);
}

unsigned int MagickChopImage(MagickWand* wand, const unsigned long width,
                             const unsigned long height, const long x, const long y) {
  const RectangleInfo area{width, height, x, y};
  return Replace(wand, ChopImage, &area);
}

unsigned int MagickShaveImage(MagickWand* wand, const unsigned long columns,
                              const unsigned long rows) {
  const RectangleInfo edges{columns, rows, 0, 0};
  return Replace(wand, ShaveImage, &edges);
}

unsigned int MagickTrimImage(MagickWand* wand, const double fuzz) {
  return MagickSetImageFuzz(wand, fuzz) ? MagickCropImage(wand, 0, 0, 0, 0) : MagickFail;
}

unsigned int MagickGetImageBoundingBox(MagickWand* wand, const double fuzz, unsigned long* width,
                                       unsigned long* height, long* x, long* y) {
  if (!HasImage(wand, {width, height, x, y})) return MagickFail;
  wand->image->fuzz = fuzz;
  const RectangleInfo box = GetImageBoundingBox(wand->image, &wand->exception);
  *width = box.width;
  *height = box.height;
  *x = box.x;
  *y = box.y;
  return MagickPass;
}

unsigned int MagickBorderImage(MagickWand* wand, const PixelWand* bordercolor,
                               const unsigned long width, const unsigned long height) {
  const RectangleInfo border{width, height, 0, 0};
  if (!MagickSetImageBorderColor(wand, bordercolor)) return MagickFail;
  return Replace(wand, BorderImage, &border);
}

unsigned int MagickFrameImage(MagickWand* wand, const PixelWand* matte_color,
                              const unsigned long width, const unsigned long height,
                              const long inner_bevel, const long outer_bevel) {
  if (!MagickSetImageMatteColor(wand, matte_color)) return MagickFail;
  FrameInfo frame{};
  frame.width = wand->image->columns + 2 * width;
  frame.height = wand->image->rows + 2 * height;
  frame.x = static_cast<long>(width);
  frame.y = static_cast<long>(height);
  frame.inner_bevel = inner_bevel;
  frame.outer_bevel = outer_bevel;
  return Replace(wand, FrameImage, &frame);
}

unsigned int MagickExtentImage(MagickWand* wand, const size_t width, const size_t height,
                               const ssize_t x, const ssize_t y) {
  const RectangleInfo area{width, height, x, y};
  return Replace(wand, ExtentImage, &area);
}

unsigned int MagickFlipImage(MagickWand* wand) {
  return Replace(wand, FlipImage);
}

unsigned int MagickFlopImage(MagickWand* wand) {
  return Replace(wand, FlopImage);
}

unsigned int MagickRollImage(MagickWand* wand, const long x_offset, const long y_offset) {
  return Replace(wand, RollImage, x_offset, y_offset);
}

unsigned int MagickRotateImage(MagickWand* wand, const PixelWand* background,
                               const double degrees) {
  if (!MagickSetImageBackgroundColor(wand, background)) return MagickFail;
  return Replace(wand, RotateImage, degrees);
}

unsigned int MagickShearImage(MagickWand* wand, const PixelWand* background, const double x_shear,
                              const double y_shear) {
  if (!MagickSetImageBackgroundColor(wand, background)) return MagickFail;
  return Replace(wand, ShearImage, x_shear, y_shear);
}

unsigned int MagickAutoOrientImage(MagickWand* wand, const OrientationType current_orientation) {
  if (!HasImage(wand)) return MagickFail;
  return Replace(
      wand, AutoOrientImage,
      current_orientation == UndefinedOrientation ? wand->image->orientation : current_orientation);
}
