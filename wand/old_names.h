/*
  Functions that GraphicsMagick's Wand library exports without declaring them: programs that were
  linked with it may need them. New ones have better in <magick/api.h>.

  Without an argument that they need, they do nothing and return 0.
  Threads: safe.
*/
#ifndef LODESTONE_WAND_OLD_NAMES_H
#define LODESTONE_WAND_OLD_NAMES_H

#include "magick/image.h"
#include "wand/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Four numbers, such as 1x2+3+4. */
typedef struct _GMPrivateGeometryInfo {
  double rho, sigma, xi, psi;
} GMPrivateGeometryInfo;

typedef struct _MagickPixelPacket {
  ColorspaceType colorspace; /* RGBColorspace */
  unsigned int matte;        /* 0 */
  Quantum red, green, blue, opacity;
  IndexPacket index; /* 0 */
} MagickPixelPacket;

/* Append to a string in a buffer of `length` bytes. Returns: the length that it would have. */
extern WandExport size_t GMPrivateConcatenateMagickString(char* destination, const char* source,
                                                          const size_t length);

/* Place pixels as for ConstituteImage. Returns: MagickPass; MagickFail with image->exception set.
 */
extern WandExport unsigned int GMPrivateImportImagePixels(
    Image* image, const long x_offset, const long y_offset, const unsigned long columns,
    const unsigned long rows, const char* map, const StorageType type, const void* pixels);

/* Parse "WxH+X+Y". Returns: which of them are there, as GetGeometry. */
extern WandExport unsigned int GMPrivateParseAbsoluteGeometry(const char* geometry,
                                                              RectangleInfo* region_info);

/*
  Parse up to four numbers, or take the size of the image file of this name. Numbers that are not
  there stay as they are.
  Returns: WidthValue for rho, HeightValue for sigma, YValue and XNegative for xi, XValue and
           YNegative for psi, with PercentValue and the others that one character stands for.
*/
extern WandExport unsigned int GMPrivateParseGeometry(const char* geometry,
                                                      GMPrivateGeometryInfo* geometry_info);

/* Free memory; NULL is ignored. Returns: NULL. */
extern WandExport void* GMPrivateRelinquishMagickMemory(void* memory);

/* Change the size of memory. Returns: its new place, or NULL, and it is freed. */
extern WandExport void* GMPrivateResizeMagickMemory(void* memory, const size_t size);

/* QueryColorDatabase for pixels with an index. */
extern WandExport unsigned int QueryMagickColor(const char* name, MagickPixelPacket* color,
                                                ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
