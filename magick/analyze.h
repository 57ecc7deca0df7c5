/* Properties of the pixels of an image. */
#ifndef LODESTONE_MAGICK_ANALYZE_H
#define LODESTONE_MAGICK_ANALYZE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _ImageCharacteristics {
  MagickBool cmyk, grayscale, monochrome, opaque, palette;
} ImageCharacteristics;

/* All of the properties below; with `optimize`, also those that need a scan of the pixels. */
extern MagickExport MagickPassFail GetImageCharacteristics(const Image* image,
                                                           ImageCharacteristics* characteristics,
                                                           const MagickBool optimize,
                                                           ExceptionInfo* exception);

/* The smallest rectangle outside which every pixel has the colour of the corner on its side, within
   image->fuzz: the upper left one for the left side and the top. Opacities do not count; but they
   count alone, and exactly, if the corners have the same one and are not opaque. The whole image
   if all pixels are alike; of size 0 with *exception set if the pixels cannot be read. */
extern MagickExport RectangleInfo GetImageBoundingBox(const Image* image, ExceptionInfo* exception);

/* Minimum bits per sample that represent every pixel exactly, alpha included. The palette decides
   for an opaque PseudoClass image, including entries that no pixel uses. */
extern MagickExport unsigned long GetImageDepth(const Image* image, ExceptionInfo* exception);

/* True if red, green and blue are equal in every pixel. */
extern MagickExport MagickBool IsGrayImage(const Image* image, ExceptionInfo* exception);

/* True if all pixels are black or white. */
extern MagickExport MagickBool IsMonochromeImage(const Image* image, ExceptionInfo* exception);

/* True if no pixel is transparent. */
extern MagickExport MagickBool IsOpaqueImage(const Image* image, ExceptionInfo* exception);

/* The simplest type that represents the pixels. */
extern MagickExport ImageType GetImageType(const Image* image, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
