/*
  New wands made of the images of a magick wand. They have its settings, and belong to the caller.
  NULL when that fails; of an empty wand those of all images do so without an exception.
*/
#ifndef LODESTONE_WAND_MAGICK_WAND_SEQUENCES_H
#define LODESTONE_WAND_MAGICK_WAND_SEQUENCES_H

#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* All images side by side or, with `stack`, on top of each other. */
extern WandExport MagickWand* MagickAppendImages(MagickWand* wand, const unsigned int stack);

/* The mean of all images. */
extern WandExport MagickWand* MagickAverageImages(MagickWand* wand);

/* The frames of an animation in full, and what changes from each to the next. */
extern WandExport MagickWand* MagickCoalesceImages(MagickWand* wand);
extern WandExport MagickWand* MagickDeconstructImages(MagickWand* wand);

/* All images over each other: on the first one, and on a canvas as large as needed. */
extern WandExport MagickWand* MagickFlattenImages(MagickWand* wand);
extern WandExport MagickWand* MagickMosaicImages(MagickWand* wand);

/* So many images between each one and the next. */
extern WandExport MagickWand* MagickMorphImages(MagickWand* wand,
                                                const unsigned long number_frames);

/* All images in tiles, with the font and colours of the drawing wand. Texts may be NULL. */
extern WandExport MagickWand* MagickMontageImage(MagickWand* wand, const DrawingWand* drawing_wand,
                                                 const char* tile_geometry,
                                                 const char* thumbnail_geometry,
                                                 const MontageMode mode, const char* frame);

/*
  The current image compared with that of `reference`: an image of the differences, and, if
  `distortion` is not NULL, the number. Exceptions are those of the image, not of the wand.
*/
extern WandExport MagickWand* MagickCompareImages(MagickWand* wand, const MagickWand* reference,
                                                  const MetricType metric, double* distortion);
extern WandExport MagickWand* MagickCompareImageChannels(MagickWand* wand,
                                                         const MagickWand* reference,
                                                         const ChannelType channel,
                                                         const MetricType metric,
                                                         double* distortion);

/* The current image with that of the other wand hidden in it, or as the other eye's view. */
extern WandExport MagickWand* MagickSteganoImage(MagickWand* wand, const MagickWand* watermark_wand,
                                                 const long offset);
extern WandExport MagickWand* MagickStereoImage(MagickWand* wand, const MagickWand* offset_wand);

/* The current image, where it is not opaque, over tiles of that of the other wand. */
extern WandExport MagickWand* MagickTextureImage(MagickWand* wand, const MagickWand* texture_wand);

/* The current image, cropped and resized as the geometries say; either may be NULL. */
extern WandExport MagickWand* MagickTransformImage(MagickWand* wand, const char* crop,
                                                   const char* geometry);

/* GraphicsMagick has none: a WandError. */
extern WandExport MagickWand* MagickFxImage(MagickWand* wand, const char* expression);
extern WandExport MagickWand* MagickFxImageChannel(MagickWand* wand, const ChannelType channel,
                                                   const char* expression);
extern WandExport MagickWand* MagickPreviewImages(MagickWand* wand, const PreviewType preview);

#if defined(__cplusplus)
}
#endif

#endif
