// What a magick wand holds, and what its functions ask first.
#pragma once

#include <initializer_list>

#include "base/owner.hpp"
#include "wand/exceptions.hpp"
#include "wand/magick_wand.h"

struct _MagickWand {
  char id[MaxTextExtent];  // what exceptions call it
  ExceptionInfo exception;
  ImageInfo* image_info;
  Image* image;   // the current one; null if there are no images
  Image* images;  // the first one; after reading, the first of those that were read
  bool outside;   // the iteration is before the first or behind the last image
  unsigned long signature;
};

namespace lodestone::wand {

using OwnedInfo = Owner<ImageInfo, DestroyImageInfo>;
using OwnedDrawInfo = Owner<DrawInfo, DestroyDrawInfo>;

// Pointers that must not be null.
using Required = std::initializer_list<const void*>;

inline bool IsWand(const MagickWand* wand) {
  return wand != nullptr && wand->signature == MagickSignature;
}

// There is a wand, and all of what it was called with; else false with its exception set.
bool IsReady(MagickWand* wand, Required required = {});

// There are images too.
bool HasImage(MagickWand* wand, Required required = {});

// Both wands have images.
bool HaveImages(MagickWand* wand, const MagickWand* other);

// "Wand contains no images", of which wand.
void ReportNoImages(MagickWand* wand, const MagickWand* empty);

// The wand's exception becomes that of the current image, whatever it is.
void TakeException(MagickWand* wand);

// Passes on the status of a change of the current image, and why it failed.
unsigned int Passed(MagickWand* wand, unsigned int status);

// The current image becomes this one, unless it is null.
unsigned int ReplaceCurrent(MagickWand* wand, Image* image);

// A wand with these images, which it takes over, and the settings and exception of the other. If
// they are null, or memory is short: null, and the images are destroyed.
MagickWand* WandWithImages(const MagickWand* wand, Image* images);

}  // namespace lodestone::wand
