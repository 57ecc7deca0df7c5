/*
  Operations on the current image of a magick wand that change its size or move its pixels. Sizes
  and offsets are in pixels, angles in degrees.
*/
#ifndef LODESTONE_WAND_MAGICK_WAND_GEOMETRY_H
#define LODESTONE_WAND_MAGICK_WAND_GEOMETRY_H

#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Other sizes. MagickResampleImage gets that which the resolution asks for. */
extern WandExport unsigned int MagickResizeImage(MagickWand* wand, const unsigned long columns,
                                                 const unsigned long rows, const FilterTypes filter,
                                                 const double blur);
extern WandExport unsigned int MagickResampleImage(MagickWand* wand, const double x_resolution,
                                                   const double y_resolution,
                                                   const FilterTypes filter, const double blur);
extern WandExport unsigned int MagickSampleImage(MagickWand* wand, const unsigned long columns,
                                                 const unsigned long rows);
extern WandExport unsigned int MagickScaleImage(MagickWand* wand, const unsigned long columns,
                                                const unsigned long rows);
extern WandExport unsigned int MagickMagnifyImage(MagickWand* wand);
extern WandExport unsigned int MagickMinifyImage(MagickWand* wand);

/* Parts: an area, all but an area's rows and columns, all but the edges, all but a plain border. */
extern WandExport unsigned int MagickCropImage(MagickWand* wand, const unsigned long width,
                                               const unsigned long height, const long x,
                                               const long y);
extern WandExport unsigned int MagickChopImage(MagickWand* wand, const unsigned long width,
                                               const unsigned long height, const long x,
                                               const long y);
extern WandExport unsigned int MagickShaveImage(MagickWand* wand, const unsigned long columns,
                                                const unsigned long rows);
extern WandExport unsigned int MagickTrimImage(MagickWand* wand, const double fuzz);

/* The area that MagickTrimImage keeps. */
extern WandExport unsigned int MagickGetImageBoundingBox(MagickWand* wand, const double fuzz,
                                                         unsigned long* width,
                                                         unsigned long* height, long* x, long* y);

/* A larger image around it. */
extern WandExport unsigned int MagickBorderImage(MagickWand* wand, const PixelWand* bordercolor,
                                                 const unsigned long width,
                                                 const unsigned long height);
extern WandExport unsigned int MagickFrameImage(MagickWand* wand, const PixelWand* matte_color,
                                                const unsigned long width,
                                                const unsigned long height, const long inner_bevel,
                                                const long outer_bevel);
extern WandExport unsigned int MagickExtentImage(MagickWand* wand, const size_t width,
                                                 const size_t height, const ssize_t x,
                                                 const ssize_t y);

/* Mirror images, turns and shears. What these uncover is `background`. */
extern WandExport unsigned int MagickFlipImage(MagickWand* wand);
extern WandExport unsigned int MagickFlopImage(MagickWand* wand);
extern WandExport unsigned int MagickRollImage(MagickWand* wand, const long x_offset,
                                               const long y_offset);
extern WandExport unsigned int MagickRotateImage(MagickWand* wand, const PixelWand* background,
                                                 const double degrees);
extern WandExport unsigned int MagickShearImage(MagickWand* wand, const PixelWand* background,
                                                const double x_shear, const double y_shear);

/* By the matrix of the drawing wand. */
extern WandExport unsigned int MagickAffineTransformImage(MagickWand* wand,
                                                          const DrawingWand* drawing_wand);

/* Turn it upright; UndefinedOrientation: as the image says. */
extern WandExport unsigned int MagickAutoOrientImage(MagickWand* wand,
                                                     const OrientationType current_orientation);

#if defined(__cplusplus)
}
#endif

#endif
