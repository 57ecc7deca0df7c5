/* Cropping, mirroring, what else leaves pixels as they are, and lists of images made one, or of one
 * size. New images belong to the caller; NULL with *exception set on failure. Functions of lists
 * take `image` and those after it, which are only read. */
#ifndef LODESTONE_MAGICK_TRANSFORM_H
#define LODESTONE_MAGICK_TRANSFORM_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  CoalesceImages: a new list of the frames of an animation, each as large as the first and as it is
  to be seen: laid over the frame before where its page places it, with alpha if it has it. By its
  `dispose`, the frame before is cleared first (BackgroundDispose: to the transparent colour of the
  palette, if it has one, else the background colour), or the last one that was not to be disposed
  of takes its place (PreviousDispose). Frames keep their `delay` and `start_loop`.
  Returns: NULL with *exception set: ImageError for a single image; otherwise as CompositeImage.
  Source:  GraphicsMagick CoalesceImages; within one step. It ignores what cannot be composed.
*/
extern MagickExport Image* CoalesceImages(const Image* image, ExceptionInfo* exception);

/*
  CropImage: extract a rectangle, clipped to the image. With width and height 0: trim a border of
  one colour. OptionError if nothing remains.
*/
extern MagickExport Image* CropImage(const Image* image, const RectangleInfo* geometry,
                                     ExceptionInfo* exception);

/*
  ChopImage: cut out the columns and the rows of a rectangle, clipped to the image, and close the
  gap. OptionError if the rectangle lies outside the image or nothing remains.
*/
extern MagickExport Image* ChopImage(const Image* image, const RectangleInfo* chop_info,
                                     ExceptionInfo* exception);

/*
  DeconstructImages: a new list: the first frame, and of each other one the smallest rectangle that
  holds all pixels whose colours differ by more than its `fuzz` from the frame before; its page says
  where that is.
  Returns: NULL with *exception set: ImageError for a single image; OptionError if their sizes
           differ, or a frame has no such pixel; out of memory, no pixels, or cancelled.
  Source:  GraphicsMagick DeconstructImages; equal.
*/
extern MagickExport Image* DeconstructImages(const Image* image, ExceptionInfo* exception);

/*
  ExtentImage: an image of geometry->width x height in the background colour, with this image at
  (geometry->x, geometry->y), composed by image->compose. ImageError for a size of 0.
*/
extern MagickExport Image* ExtentImage(const Image* image, const RectangleInfo* geometry,
                                       ExceptionInfo* exception);

/*
  FlattenImages: a new image: the first over its background colour, if it has alpha, and then
  opaque; over it the others, by their `compose`, where their pages place them.
  image:   may be a single one.
  Returns: NULL with *exception set: as CompositeImage; OptionError for CMYK with alpha.
  Source:  GraphicsMagick FlattenImages; within one step. It ignores what cannot be composed, and
           takes the black of CMYK images with alpha for their opacity.
*/
extern MagickExport Image* FlattenImages(const Image* image, ExceptionInfo* exception);

/* Mirror top to bottom. */
extern MagickExport Image* FlipImage(const Image* image, ExceptionInfo* exception);

/* Mirror left to right. */
extern MagickExport Image* FlopImage(const Image* image, ExceptionInfo* exception);

/*
  MosaicImages: a new image that holds all of them, and their pages, where these place them,
  composed by their `compose` onto the background colour of the first. It has alpha if all of them
  have. Parts left of or above the origin are cut off.
  Returns: NULL with *exception set: as CompositeImage, or ResourceLimitError for its size.
  Source:  GraphicsMagick MosaicImages; within one step. It ignores what cannot be composed.
*/
extern MagickExport Image* MosaicImages(const Image* image, ExceptionInfo* exception);

/* Shift to the right and down; what leaves on one side comes in on the other. */
extern MagickExport Image* RollImage(const Image* image, const long x_offset, const long y_offset,
                                     ExceptionInfo* exception);

/* Cut width columns off both sides, and height rows off top and bottom. OptionError if nothing
   remains. */
extern MagickExport Image* ShaveImage(const Image* image, const RectangleInfo* shave_info,
                                      ExceptionInfo* exception);

/* Crop, then resize *image, each by a geometry string or NULL; *image is replaced. */
extern MagickExport MagickPassFail TransformImage(Image** image, const char* crop_geometry,
                                                  const char* image_geometry);

#if defined(__cplusplus)
}
#endif

#endif
