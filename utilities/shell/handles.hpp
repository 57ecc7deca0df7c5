// RAII owners of the library's objects.
#pragma once

#include <memory>
#include <string>

#include "base/owner.hpp"
#include "magick/api.h"

namespace lodestone::cli {

// A list of images, one at least.
using ImageList = Owner<Image, DestroyImageList>;

struct ImageInfoDeleter {
  bool owns = true;
  void operator()(ImageInfo* info) const {
    if (owns) DestroyImageInfo(info);
  }
};
using ImageInfoHandle = std::unique_ptr<ImageInfo, ImageInfoDeleter>;

using DrawInfoHandle = Owner<DrawInfo, DestroyDrawInfo>;

template <typename T>
using MagickBuffer = Owner<T, MagickFree>;

// A copy of settings, or new ones for NULL; std::bad_alloc where the library gives none.
ImageInfoHandle CopyOf(const ImageInfo* info);

// Replaces a text that an object of the library owns; NULL: by none. std::bad_alloc as above.
void StoreText(char** text, const char* value);

// Copies a name into one of the library's fixed-size fields; CommandError when it does not fit.
void SetFilename(char (&field)[MaxTextExtent], const std::string& name);

// Appends `more`, which may be empty, to `images`, which may be empty.
void Append(ImageList* images, ImageList more);

// Takes the first image out of a list of one or more.
ImageList TakeFirst(ImageList* images);

}  // namespace lodestone::cli
