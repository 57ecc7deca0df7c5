/* The signature of an image. */
#ifndef LODESTONE_MAGICK_SIGNATURE_H
#define LODESTONE_MAGICK_SIGNATURE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  SignatureImage: compute the signature of the pixels and set the attribute "signature" to its 64
  hex digits: a SHA-256 of all samples, in 32 bits each, with the length field that GraphicsMagick
  uses. Images of the same size, colour space, alpha flag and pixels have the same signature.
  Returns: MagickPass; MagickFail with image->exception set: out of memory, no pixels, or cancelled.
           The attribute is then as it was.
  Source:  GraphicsMagick SignatureImage; equal.
*/
extern MagickExport unsigned int SignatureImage(Image* image);

#if defined(__cplusplus)
}
#endif

#endif
