/*
  Magick wands: reading, changing and writing images by way of one handle.

  Errors: functions that return a status give MagickPass or MagickFail; others NULL, 0 or the
  undefined value of their type when they fail. What went wrong is in the wand: see
  MagickGetException. A wand without images reports a WandError wherever an image is needed. NULL
  where something is required is a failure too; without a wand, nobody is told.
  Ownership: arguments stay the caller's and are copied where they are kept. Strings and arrays that
  are not const belong to the caller, who frees them with MagickRelinquishMemory; wands, with
  DestroyMagickWand.
  Threads: a wand belongs to one thread at a time; different wands are independent.
*/
#ifndef LODESTONE_WAND_MAGICK_WAND_H
#define LODESTONE_WAND_MAGICK_WAND_H

#include "wand/drawing_wand.h"
#include "wand/magick_wand_colors.h"
#include "wand/magick_wand_effects.h"
#include "wand/magick_wand_files.h"
#include "wand/magick_wand_geometry.h"
#include "wand/magick_wand_properties.h"
#include "wand/magick_wand_sequences.h"
#include "wand/magick_wand_settings.h"
#include "wand/magick_wand_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* A wand without images. Initializes the library. NULL: out of memory. */
extern WandExport MagickWand* NewMagickWand(void);

/* A wand with the same settings, exception and images, whose first image is the current one. */
extern WandExport MagickWand* CloneMagickWand(const MagickWand* wand);

/* Destroy the wand with its images. */
extern WandExport unsigned int DestroyMagickWand(MagickWand* wand);

/* The exception as "reason (description)", "" when there is none; *severity is its kind. */
extern WandExport char* MagickGetException(const MagickWand* wand, ExceptionType* severity);

/* Forget the exception. */
extern WandExport void MagickClearException(MagickWand* wand);

/* Free what a function of this interface allocated. NULL is a failure. */
extern WandExport unsigned int MagickRelinquishMemory(void* memory);

/*
  Add clones of the images of `add_wand`. After MagickResetIterator, with the first image the
  current one, they come first; after a step beyond the last image, they come last and the first of
  them is the current one. Otherwise they come after the current image, and the one behind them is
  the current one. As in GraphicsMagick, nothing is added, with MagickPass, when the wand is empty,
  or when no image is behind the current one and no step beyond it was made.
*/
extern WandExport unsigned int MagickAddImage(MagickWand* wand, const MagickWand* add_wand);

/* A new wand with a clone of the current image. */
extern WandExport MagickWand* MagickGetImage(MagickWand* wand);

/* Replace the current image by a clone of the first one of `set_wand`. */
extern WandExport unsigned int MagickSetImage(MagickWand* wand, const MagickWand* set_wand);

/* Remove the current image. The next one is the current one then, or else the previous one. */
extern WandExport unsigned int MagickRemoveImage(MagickWand* wand);

/*
  The position of the current image, from 0, and a change of it. MagickSetImageIndex fails, without
  an exception, when there is no such image.
*/
extern WandExport long MagickGetImageIndex(MagickWand* wand);
extern WandExport unsigned int MagickSetImageIndex(MagickWand* wand, const long index);

/* Number of images; 0 is an error, too. */
extern WandExport unsigned long MagickGetNumberImages(MagickWand* wand);

/* Make the first image the current one. The first step after this stays there. */
extern WandExport void MagickResetIterator(MagickWand* wand);

/*
  Step to the next or the previous image. MagickFail at the end of the list: the next step, in
  whichever direction there is an image, stays where it is. For the first image, MagickPreviousImage
  reports a WandError.
*/
extern WandExport unsigned int MagickNextImage(MagickWand* wand);
extern WandExport unsigned int MagickPreviousImage(MagickWand* wand);

/* 1 when there is an image after or before the current one, else 0. */
extern WandExport unsigned int MagickHasNextImage(MagickWand* wand);
extern WandExport unsigned int MagickHasPreviousImage(MagickWand* wand);

/* About the library: constant texts. *version and *depth may be missing. */
extern WandExport const char* MagickGetCopyright(void);
extern WandExport const char* MagickGetHomeURL(void);
extern WandExport const char* MagickGetPackageName(void);
extern WandExport const char* MagickGetQuantumDepth(unsigned long* depth);
extern WandExport const char* MagickGetReleaseDate(void);
extern WandExport const char* MagickGetVersion(unsigned long* version);

/* Use and limit of a resource of the process, in its unit (see <magick/resource.h>). */
extern WandExport unsigned long MagickGetResourceLimit(const ResourceType type);
extern WandExport unsigned int MagickSetResourceLimit(const ResourceType type,
                                                      const unsigned long limit);

/*
  Names of fonts that match the pattern, or of all formats, whatever the pattern is: a
  NULL-terminated array of strings, each of which, like the array, belongs to the caller.
*/
extern WandExport char** MagickQueryFonts(const char* pattern, unsigned long* number_fonts);
extern WandExport char** MagickQueryFormats(const char* pattern, unsigned long* number_formats);

/* There is no such information: NULL. */
extern WandExport char* MagickGetConfigureInfo(MagickWand* wand, const char* name);

/* printf into `length` bytes, with the terminating 0. The size that all of it would have. */
extern WandExport int FormatMagickString(char* string, const size_t length, const char* format, ...)
    MAGICK_ATTRIBUTE((format(printf, 3, 4)));
extern WandExport int FormatMagickStringList(char* string, const size_t length, const char* format,
                                             va_list operands)
    MAGICK_ATTRIBUTE((format(printf, 3, 0)));

/* Copy as much as `length` bytes take, with the terminating 0. The length of `source`. */
extern WandExport size_t CopyMagickString(char* destination, const char* source,
                                          const size_t length);

#if defined(__cplusplus)
}
#endif

#endif
