/* Profiles embedded in an image: ICM (colour), EXIF, IPTC, XMP and others, by name. */
#ifndef LODESTONE_MAGICK_PROFILE_H
#define LODESTONE_MAGICK_PROFILE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef void* ImageProfileIterator;

/* The bytes of a profile, owned by the image, and their number; NULL if there is none. */
extern MagickExport const unsigned char* GetImageProfile(const Image* image, const char* name,
                                                         size_t* length);

/*
  Attach a copy of `profile`, replacing one of that name. The orientation in an EXIF profile becomes
  the image's. MagickFail: out of memory.
*/
extern MagickExport MagickPassFail SetImageProfile(Image* image, const char* name,
                                                   const unsigned char* profile,
                                                   const size_t length);

/* Append to a profile, which is created if absent. */
extern MagickExport MagickPassFail AppendImageProfile(Image* image, const char* name,
                                                      const unsigned char* profile_chunk,
                                                      const size_t chunk_length);

/* Remove a profile. MagickFail if there is none of that name. */
extern MagickExport MagickPassFail DeleteImageProfile(Image* image, const char* name);

/*
  ProfileImage: if `profile` is NULL, remove the profiles that match `name`, a pattern list such as
  "*" or "icm,!exif"; else attach it.
  name:    "ICM" or "ICC" for colour profiles. If the image has one that differs, its colours are
           converted from that to this, with image->rendering_intent (undefined: perceptual) and
           image->black_point_compensation. The spaces of the profiles may be RGB, CMYK, grey, Lab,
           XYZ, YCbCr and Luv; image->colorspace becomes that of the new profile.
  clone:   false: takes ownership of `profile`, which MagickFree will free, if it succeeds.
  Effects: opacity stays. A palette stays too, unless greys become colours, or colours CMYK.
  Returns: MagickFail with image->exception set, and the image unchanged: ResourceLimitError (not a
           profile, profiles that cannot be connected, out of memory), ImageError (the image is not
           in the space of its profile), MissingDelegateError (built without lcms2), cancelled.
*/
extern MagickExport MagickPassFail ProfileImage(Image* image, const char* name,
                                                unsigned char* profile, const size_t length,
                                                MagickBool clone);

/* An iterator before the first profile; NULL if there are none. */
extern MagickExport ImageProfileIterator AllocateImageProfileIterator(const Image* image);

/* The next profile; its strings belong to the image. MagickFail at the end. */
extern MagickExport MagickPassFail NextImageProfile(ImageProfileIterator profile_iterator,
                                                    const char** name,
                                                    const unsigned char** profile, size_t* length);

/* Free an iterator; NULL is ignored. */
extern MagickExport void DeallocateImageProfileIterator(ImageProfileIterator profile_iterator);

#if defined(__cplusplus)
}
#endif

#endif
