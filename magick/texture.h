/* Tiling images; ConstituteTextureImage is in constitute.h. Agreement: exact across accelerators.
 */
#ifndef LODESTONE_MAGICK_TEXTURE_H
#define LODESTONE_MAGICK_TEXTURE_H

#include "magick/common.h"
#include "magick/constitute.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  TextureImage: cover an image with copies of `texture`, which has its colour space. With alpha
  they show through where the image is transparent, and it is without alpha, and RGB if it was CMYK,
  afterwards; otherwise they replace its pixels, and it has alpha if the texture has. It becomes
  DirectClass.
  Returns: MagickFail with image->exception set: ImageError for a size of 0, a limit, out of
           memory, or cancelled; without an exception if `texture` is NULL. The pixels are then
           unchanged, but for their colour space.
  Source:  GraphicsMagick TextureImage; copies are equal, mixtures within one step. An image with
           alpha but without pixels is replaced, where GraphicsMagick takes it as black.
*/
extern MagickExport MagickPassFail TextureImage(Image* image, const Image* texture);

#if defined(__cplusplus)
}
#endif

#endif
