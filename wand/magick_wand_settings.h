/* Settings of a magick wand, with which it reads and writes images. */
#ifndef LODESTONE_WAND_MAGICK_WAND_SETTINGS_H
#define LODESTONE_WAND_MAGICK_WAND_SETTINGS_H

#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Name of the file to read or write. */
extern WandExport char* MagickGetFilename(const MagickWand* wand);
extern WandExport unsigned int MagickSetFilename(MagickWand* wand, const char* filename);

/* Format of data without a name that says it: "PNG". */
extern WandExport unsigned int MagickSetFormat(MagickWand* wand, const char* format);

/* Size in pixels of images that do not say it themselves; 0 when it is not set. */
extern WandExport unsigned int MagickGetSize(const MagickWand* wand, unsigned long* columns,
                                             unsigned long* rows);
extern WandExport unsigned int MagickSetSize(MagickWand* wand, const unsigned long columns,
                                             const unsigned long rows);

/* Bits of a sample in the file. */
extern WandExport unsigned int MagickSetDepth(MagickWand* wand, const size_t depth);

/* From 0 to 100: how true lossy formats are, or how much others are compressed. */
extern WandExport unsigned int MagickSetCompressionQuality(MagickWand* wand,
                                                           const unsigned long quality);

/* Order in which rows are written. */
extern WandExport unsigned int MagickSetInterlaceScheme(MagickWand* wand,
                                                        const InterlaceType interlace_scheme);

/* Password of encrypted files; NULL: none. */
extern WandExport unsigned int MagickSetPassphrase(MagickWand* wand, const char* passphrase);

/* Pixels per unit, and the unit; of the current image too, if there is one. */
extern WandExport unsigned int MagickSetResolution(MagickWand* wand, const double x_resolution,
                                                   const double y_resolution);
extern WandExport unsigned int MagickSetResolutionUnits(MagickWand* wand,
                                                        const ResolutionType units);

/* Type of the image in the file. */
extern WandExport ImageType MagickGetImageSavedType(MagickWand* wand);
extern WandExport unsigned int MagickSetImageSavedType(MagickWand* wand,
                                                       const ImageType image_type);

/*
  Sampling of the channels of JPEG files, horizontal and vertical in turn. MagickGetSamplingFactors
  gives the horizontal ones alone, as in GraphicsMagick; NULL when there are none.
*/
extern WandExport double* MagickGetSamplingFactors(MagickWand* wand, unsigned long* number_factors);
extern WandExport unsigned int MagickSetSamplingFactors(MagickWand* wand,
                                                        const unsigned long number_factors,
                                                        const double* sampling_factors);

/* The option `key` of a format, as of the command line's -define format:key=value. */
extern WandExport unsigned int MagickSetImageOption(MagickWand* wand, const char* format,
                                                    const char* key, const char* value);
extern WandExport unsigned int MagickRemoveImageOption(MagickWand* wand, const char* format,
                                                       const char* key);

#if defined(__cplusplus)
}
#endif

#endif
