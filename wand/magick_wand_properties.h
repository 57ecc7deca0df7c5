/* Properties of the current image of a magick wand: fields, attributes and profiles. */
#ifndef LODESTONE_WAND_MAGICK_WAND_PROPERTIES_H
#define LODESTONE_WAND_MAGICK_WAND_PROPERTIES_H

#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Size in pixels; size of the file in bytes. */
extern WandExport unsigned long MagickGetImageWidth(MagickWand* wand);
extern WandExport unsigned long MagickGetImageHeight(MagickWand* wand);
extern WandExport MagickSizeType MagickGetImageSize(MagickWand* wand);

/* Name and format of the file. NULL as a format is "". */
extern WandExport char* MagickGetImageFilename(MagickWand* wand);
extern WandExport unsigned int MagickSetImageFilename(MagickWand* wand, const char* filename);
extern WandExport char* MagickGetImageFormat(MagickWand* wand);
extern WandExport unsigned int MagickSetImageFormat(MagickWand* wand, const char* format);

/* How it is written. */
extern WandExport CompressionType MagickGetImageCompression(MagickWand* wand);
extern WandExport unsigned int MagickSetImageCompression(MagickWand* wand,
                                                         const CompressionType compression);
extern WandExport InterlaceType MagickGetImageInterlaceScheme(MagickWand* wand);
extern WandExport unsigned int MagickSetImageInterlaceScheme(MagickWand* wand,
                                                             const InterlaceType interlace_scheme);

/* Of frames of animations: the delay in hundredths of a second, and the number of repetitions. */
extern WandExport unsigned long MagickGetImageDelay(MagickWand* wand);
extern WandExport unsigned int MagickSetImageDelay(MagickWand* wand, const unsigned long delay);
extern WandExport DisposeType MagickGetImageDispose(MagickWand* wand);
extern WandExport unsigned int MagickSetImageDispose(MagickWand* wand, const DisposeType dispose);
extern WandExport unsigned long MagickGetImageIterations(MagickWand* wand);
extern WandExport unsigned int MagickSetImageIterations(MagickWand* wand,
                                                        const unsigned long iterations);
extern WandExport unsigned long MagickGetImageScene(MagickWand* wand);
extern WandExport unsigned int MagickSetImageScene(MagickWand* wand, const unsigned long scene);

/* The canvas that the image is part of, and the offset of the image on it, in pixels. */
extern WandExport unsigned int MagickGetImagePage(MagickWand* wand, unsigned long* width,
                                                  unsigned long* height, long* x, long* y);
extern WandExport unsigned int MagickSetImagePage(MagickWand* wand, const unsigned long width,
                                                  const unsigned long height, const long x,
                                                  const long y);

/* Pixels per unit, and the unit. */
extern WandExport unsigned int MagickGetImageResolution(MagickWand* wand, double* x, double* y);
extern WandExport unsigned int MagickSetImageResolution(MagickWand* wand, const double x_resolution,
                                                        const double y_resolution);
extern WandExport ResolutionType MagickGetImageUnits(MagickWand* wand);
extern WandExport unsigned int MagickSetImageUnits(MagickWand* wand, const ResolutionType units);

/* How the image has to be turned; MagickSetImageOrientation changes its EXIF attribute, too. */
extern WandExport OrientationType MagickGetImageOrientation(MagickWand* wand);
extern WandExport unsigned int MagickSetImageOrientation(MagickWand* wand,
                                                         const OrientationType new_orientation);

/* The text of a geometry belongs to the image; NULL: none. */
extern WandExport const char* MagickGetImageGeometry(MagickWand* wand);
extern WandExport unsigned int MagickSetImageGeometry(MagickWand* wand, const char* geometry);
extern WandExport GravityType MagickGetImageGravity(MagickWand* wand);
extern WandExport unsigned int MagickSetImageGravity(MagickWand* wand, const GravityType gravity);
extern WandExport CompositeOperator MagickGetImageCompose(MagickWand* wand);
extern WandExport unsigned int MagickSetImageCompose(MagickWand* wand,
                                                     const CompositeOperator compose);

/* Pixels outside the image, of operations that look there. */
extern WandExport VirtualPixelMethod MagickGetImageVirtualPixelMethod(MagickWand* wand);
extern WandExport unsigned int MagickSetImageVirtualPixelMethod(MagickWand* wand,
                                                                const VirtualPixelMethod method);

/*
  Bits that the samples need, or get. MagickSetImageDepth and MagickSetImageChannelDepth round the
  samples; they report no failure, as in GraphicsMagick.
*/
extern WandExport unsigned long MagickGetImageDepth(MagickWand* wand);
extern WandExport unsigned int MagickSetImageDepth(MagickWand* wand, const unsigned long depth);
extern WandExport unsigned long MagickGetImageChannelDepth(MagickWand* wand,
                                                           const ChannelType channel);
extern WandExport unsigned int MagickSetImageChannelDepth(MagickWand* wand,
                                                          const ChannelType channel,
                                                          const unsigned long depth);

/* What kind of pixels it has; a change converts them, and is the setting of files, too. */
extern WandExport ImageType MagickGetImageType(MagickWand* wand);
extern WandExport unsigned int MagickSetImageType(MagickWand* wand, const ImageType image_type);

/* *answer becomes 1 or 0. These forget the exception of the wand first. */
extern WandExport unsigned int MagickIsGrayImage(MagickWand* wand, unsigned int* grayimage);
extern WandExport unsigned int MagickIsMonochromeImage(MagickWand* wand, unsigned int* monochrome);
extern WandExport unsigned int MagickIsOpaqueImage(MagickWand* wand, unsigned int* opaque);
extern WandExport unsigned int MagickIsPaletteImage(MagickWand* wand, unsigned int* palette);

/* Whether the image has an alpha channel. MagickSetImageMatte changes that of the FIRST image. */
extern WandExport MagickBool MagickGetImageMatte(MagickWand* wand);
extern WandExport unsigned int MagickSetImageMatte(MagickWand* wand, const unsigned int matte);

/*
  Attributes: named texts. NULL: there is none. Setting adds to the text; NULL removes it. Escapes
  such as "%w" are replaced in those whose names begin with "comment" or "label".
*/
extern WandExport char* MagickGetImageAttribute(MagickWand* wand, const char* name);
extern WandExport unsigned int MagickSetImageAttribute(MagickWand* wand, const char* name,
                                                       const char* value);

/* Replace the attribute "comment" or "label". */
extern WandExport unsigned int MagickCommentImage(MagickWand* wand, const char* comment);
extern WandExport unsigned int MagickLabelImage(MagickWand* wand, const char* label);

/*
  Profiles: named data ("ICM", "IPTC", "EXIF" ...) of *length bytes, NULL and 0 when there is none.
  MagickProfileImage converts the pixels when it is one of colours, and removes those that match the
  pattern `name` when `profile` is NULL.
*/
extern WandExport unsigned char* MagickGetImageProfile(MagickWand* wand, const char* name,
                                                       unsigned long* length);
extern WandExport unsigned char* MagickRemoveImageProfile(MagickWand* wand, const char* name,
                                                          unsigned long* length);
extern WandExport unsigned int MagickSetImageProfile(MagickWand* wand, const char* name,
                                                     const unsigned char* profile,
                                                     const unsigned long length);
extern WandExport unsigned int MagickProfileImage(MagickWand* wand, const char* name,
                                                  const unsigned char* profile,
                                                  const unsigned long length);

/* Remove all profiles and attributes. */
extern WandExport unsigned int MagickStripImage(MagickWand* wand);

/* SHA-256 of the pixels, in hexadecimal. */
extern WandExport char* MagickGetImageSignature(MagickWand* wand);

/* What `gm identify -verbose` prints. */
extern WandExport char* MagickDescribeImage(MagickWand* wand);

#if defined(__cplusplus)
}
#endif

#endif
