#include "magick/list.h"

#include "magick/core/errors/barrier.hpp"
#include "magick/blob.h"
#include "magick/core/system/memory.hpp"

namespace {

void Link(Image* before, Image* after) {
  if (before != nullptr) before->next = after;
  if (after != nullptr) after->previous = before;
}

Image* First(const Image* image) {
  while (image->previous != nullptr) image = image->previous;
  return const_cast<Image*>(image);
}

Image* Last(const Image* image) {
  while (image->next != nullptr) image = image->next;
  return const_cast<Image*>(image);
}

// Takes one image out of its list.
void Unlink(Image* image) {
  Link(image->previous, image->next);
  image->previous = nullptr;
  image->next = nullptr;
}

}  // namespace

Image* NewImageList(void) {
  return nullptr;
}

Image* CloneImageList(const Image* images, ExceptionInfo* exception) {
  if (images == nullptr) return nullptr;
  Image* clones = nullptr;
  for (const Image* image = First(images); image != nullptr; image = image->next) {
    Image* clone = CloneImage(image, 0, 0, MagickTrue, exception);
    if (clone == nullptr) {
      DestroyImageList(clones);
      return nullptr;
    }
    AppendImageToList(&clones, clone);
  }
  return First(clones);
}

void DestroyImageList(Image* images) {
  if (images == nullptr) return;
  for (Image* image = First(images); image != nullptr;) {
    Image* next = image->next;
    Unlink(image);
    DestroyImage(image);
    image = next;
  }
}

Image* GetFirstImageInList(const Image* images) {
  return images == nullptr ? nullptr : First(images);
}

Image* GetLastImageInList(const Image* images) {
  return images == nullptr ? nullptr : Last(images);
}

Image* GetNextImageInList(const Image* images) {
  return images == nullptr ? nullptr : images->next;
}

Image* GetPreviousImageInList(const Image* images) {
  return images == nullptr ? nullptr : images->previous;
}

Image* GetImageFromList(const Image* images, const long offset) {
  if (images == nullptr) return nullptr;
  Image* image = offset < 0 ? nullptr : First(images);
  for (long i = 0; i < offset && image != nullptr; ++i) image = image->next;
  return image;
}

long GetImageIndexInList(const Image* images) {
  if (images == nullptr) return -1;
  long index = 0;
  for (; images->previous != nullptr; images = images->previous) ++index;
  return index;
}

unsigned long GetImageListLength(const Image* images) {
  if (images == nullptr) return 0;
  return static_cast<unsigned long>(GetImageIndexInList(Last(images))) + 1;
}

Image** ImageListToArray(const Image* images, ExceptionInfo* exception) {
  if (images == nullptr) return nullptr;
  const unsigned long length = GetImageListLength(images);
  Image** array = static_cast<Image**>(MagickMalloc((length + 1) * sizeof(Image*)));
  if (array == nullptr) {
    lodestone::Throw(exception, ResourceLimitError, "Memory allocation failed", images->filename);
    return nullptr;
  }
  Image* image = First(images);
  for (unsigned long i = 0; i < length; ++i, image = image->next) array[i] = image;
  array[length] = nullptr;
  return array;
}

void AppendImageToList(Image** images, Image* image) {
  if (images == nullptr || image == nullptr) return;
  if (*images != nullptr) Link(Last(*images), First(image));
  *images = image;
}

void PrependImageToList(Image** images, Image* image) {
  if (images == nullptr || image == nullptr) return;
  if (*images == nullptr) {
    *images = image;
  } else {
    Link(Last(image), First(*images));
  }
}

void InsertImageInList(Image** images, Image* image) {
  SpliceImageIntoList(images, 0, image);
}

void DeleteImageFromList(Image** images) {
  if (images == nullptr || *images == nullptr) return;
  Image* image = *images;
  *images = image->next != nullptr ? image->next : image->previous;
  Unlink(image);
  DestroyImage(image);
}

void ReplaceImageInList(Image** images, Image* image) {
  if (images == nullptr || *images == nullptr || image == nullptr) return;
  Image* old = *images;
  Link(Last(image), old->next);
  Link(old->previous, First(image));
  *images = image;
  old->previous = nullptr;
  old->next = nullptr;
  DestroyImage(old);
}

Image* RemoveFirstImageFromList(Image** images) {
  if (images == nullptr || *images == nullptr) return nullptr;
  Image* image = First(*images);
  if (*images == image) *images = image->next;
  Unlink(image);
  return image;
}

Image* RemoveLastImageFromList(Image** images) {
  if (images == nullptr || *images == nullptr) return nullptr;
  Image* image = Last(*images);
  if (*images == image) *images = image->previous;
  Unlink(image);
  return image;
}

void ReverseImageList(Image** images) {
  if (images == nullptr || *images == nullptr) return;
  Image* image = First(*images);
  while (image != nullptr) {
    Image* next = image->next;
    image->next = image->previous;
    image->previous = next;
    *images = image;
    image = next;
  }
}

void SpliceImageIntoList(Image** images, const unsigned long length, Image* splice) {
  if (images == nullptr || splice == nullptr) return;
  Image* rest = SplitImageList(*images);
  for (unsigned long i = 0; i < length && rest != nullptr; ++i) DeleteImageFromList(&rest);
  AppendImageToList(images, splice);
  AppendImageToList(images, rest);
}

Image* SplitImageList(Image* images) {
  if (images == nullptr || images->next == nullptr) return nullptr;
  Image* rest = images->next;
  images->next = nullptr;
  rest->previous = nullptr;
  return rest;
}

Image* SyncNextImageInList(const Image* images) {
  if (images == nullptr || images->next == nullptr) return nullptr;
  Image* next = images->next;
  if (next->blob != images->blob) {
    DestroyBlob(next);
    next->blob = ReferenceBlob(images->blob);
  }
  return next;
}
