/* Counting and printing colours. */
#ifndef LODESTONE_MAGICK_COLOR_H
#define LODESTONE_MAGICK_COLOR_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _HistogramColorPacket {
  PixelPacket pixel;
  unsigned long count;
} HistogramColorPacket;

/* All colours (with opacity if the image has alpha) and their counts; *colors: their number. Free
   with MagickFree. NULL on error. */
extern MagickExport HistogramColorPacket* GetColorHistogram(const Image* image,
                                                            unsigned long* colors,
                                                            ExceptionInfo* exception);

/* Number of distinct colours; with `file`, also prints the histogram. 0 on error. */
extern MagickExport unsigned long GetNumberColors(const Image* image, FILE* file,
                                                  ExceptionInfo* exception);

/* A colour as "(r,g,b)" or, with `hex`, "#RRGGBB", at 8, 16 or 32 bits; MaxTextExtent bytes. */
extern MagickExport void GetColorTuple(const PixelPacket* color, const unsigned int depth,
                                       const unsigned int matte, const unsigned int hex,
                                       char* tuple);

/* True if there are at most 256 colours. */
extern MagickExport MagickBool IsPaletteImage(const Image* image, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
