/* Profiles embedded in an image: ICM (colour), EXIF, IPTC, XMP and others, by name. */
#ifndef LODESTONE_MAGICK_PROFILE_H
#define LODESTONE_MAGICK_PROFILE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef void* ImageProfileIterator;

/* The bytes of a profile, which belong to the image, and their number; NULL if there is none. */
extern MagickExport const unsigned char* GetImageProfile(const Image* image, const char* name,
                                                         size_t* length);

/* Attach a copy of `profile`, replacing one of that name. MagickFail when memory is short. */
extern MagickExport MagickPassFail SetImageProfile(Image* image, const char* name,
                                                   const unsigned char* profile,
                                                   const size_t length);

/* Add bytes to the end of a profile, which is made if it is not there. */
extern MagickExport MagickPassFail AppendImageProfile(Image* image, const char* name,
                                                      const unsigned char* profile_chunk,
                                                      const size_t chunk_length);

/* Remove a profile. MagickFail if there is none of that name. */
extern MagickExport MagickPassFail DeleteImageProfile(Image* image, const char* name);

/*
  ProfileImage: with `profile` NULL remove the profiles that match `name`, a pattern list such as
  "*" or "icm,!exif"; else attach. A colour profile over another one would need a conversion of the
  pixels: MissingDelegateError. clone: false hands `profile` over, to be freed by MagickFree.
*/
extern MagickExport MagickPassFail ProfileImage(Image* image, const char* name,
                                                unsigned char* profile, const size_t length,
                                                MagickBool clone);

/* An iterator that stands before the first profile; NULL if there are none. */
extern MagickExport ImageProfileIterator AllocateImageProfileIterator(const Image* image);

/* The next profile, whose texts belong to the image; MagickFail at the end. */
extern MagickExport MagickPassFail NextImageProfile(ImageProfileIterator profile_iterator,
                                                    const char** name,
                                                    const unsigned char** profile, size_t* length);

/* Free an iterator; NULL is ignored. */
extern MagickExport void DeallocateImageProfileIterator(ImageProfileIterator profile_iterator);

#if defined(__cplusplus)
}
#endif

#endif
