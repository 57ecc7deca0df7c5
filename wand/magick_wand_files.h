/* Reading and writing the images of a magick wand. */
#ifndef LODESTONE_WAND_MAGICK_WAND_FILES_H
#define LODESTONE_WAND_MAGICK_WAND_FILES_H

#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  Read all images of a file, memory or stream, with the settings of the wand, and append them. The
  last one is the current one then. As in GraphicsMagick, MagickResetIterator and functions of all
  images begin with the first of them from then on, until a function replaces or removes an image.
  MagickPingImage reads no pixels.
*/
extern WandExport unsigned int MagickReadImage(MagickWand* wand, const char* filename);
extern WandExport unsigned int MagickPingImage(MagickWand* wand, const char* filename);
extern WandExport unsigned int MagickReadImageBlob(MagickWand* wand, const unsigned char* blob,
                                                   const size_t length);
extern WandExport unsigned int MagickReadImageFile(MagickWand* wand, FILE* file);

/*
  Write the current image: to a file, whose name is the image's from then on; to an open stream; or
  to memory of *length bytes, in the format of the image.
*/
extern WandExport unsigned int MagickWriteImage(MagickWand* wand, const char* filename);
extern WandExport unsigned int MagickWriteImageFile(MagickWand* wand, FILE* file);
extern WandExport unsigned char* MagickWriteImageBlob(MagickWand* wand, size_t* length);

/* Write all images, into one file if `adjoin` and the format can hold them. */
extern WandExport unsigned int MagickWriteImages(MagickWand* wand, const char* filename,
                                                 const unsigned int adjoin);
extern WandExport unsigned int MagickWriteImagesFile(MagickWand* wand, FILE* file,
                                                     const unsigned int adjoin);

/*
  Show images on an X11 display; without support of X11, this fails. NULL names the default display.
*/
extern WandExport unsigned int MagickAnimateImages(MagickWand* wand, const char* server_name);
extern WandExport unsigned int MagickDisplayImage(MagickWand* wand, const char* server_name);
extern WandExport unsigned int MagickDisplayImages(MagickWand* wand, const char* server_name);

/*
  Copy an area of the current image to or from samples in memory, row by row. `map` names the
  samples of each pixel ("RGB", "BGRA", "I" ...), `storage` their type.
*/
extern WandExport unsigned int MagickGetImagePixels(
    MagickWand* wand, const long x_offset, const long y_offset, const unsigned long columns,
    const unsigned long rows, const char* map, const StorageType storage, unsigned char* pixels);
extern WandExport unsigned int MagickSetImagePixels(
    MagickWand* wand, const long x_offset, const long y_offset, const unsigned long columns,
    const unsigned long rows, const char* map, const StorageType storage, unsigned char* pixels);

#if defined(__cplusplus)
}
#endif

#endif
