// The images of a magick wand as a list.
#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

namespace {

// Where the iteration stands decides: see MagickAddImage. False: nowhere.
bool HasPlace(const MagickWand* wand) {
  return wand->image != nullptr && (wand->outside || GetNextImageInList(wand->image) != nullptr);
}

void Place(MagickWand* wand, Image* images) {
  if (wand->outside && GetPreviousImageInList(wand->image) == nullptr) {
    PrependImageToList(&wand->image, images);
  } else if (wand->outside && GetNextImageInList(wand->image) == nullptr) {
    AppendImageToList(&wand->image, images);
  } else {
    Image* const behind = SplitImageList(wand->image);
    AppendImageToList(&wand->image, images);
    AppendImageToList(&wand->image, behind);
  }
}

void FindFirst(MagickWand* wand) {
  wand->images = wand->image == nullptr ? nullptr : GetFirstImageInList(wand->image);
}

Image* CloneOne(const Image* image, ExceptionInfo* exception) {
  return CloneImage(image, 0, 0, MagickTrue, exception);
}

// To the image that `neighbour` gives.
unsigned int Step(MagickWand* wand, Image* (*neighbour)(const Image*)) {
  Image* const image = neighbour(wand->image);
  const bool enters = wand->outside;
  wand->outside = image == nullptr;
  if (image != nullptr && !enters) wand->image = image;
  return image != nullptr;
}

}  // namespace

unsigned int MagickAddImage(MagickWand* wand, const MagickWand* add_wand) {
  if (!IsReady(wand, {IsWand(add_wand) ? add_wand : nullptr})) return MagickFail;
  if (add_wand->images == nullptr) {
    ReportNoImages(wand, add_wand);
    return MagickFail;
  }
  if (HasPlace(wand)) {
    Image* const images = CloneImageList(add_wand->images, &wand->exception);
    if (images == nullptr) return MagickFail;
    Place(wand, images);
  }
  FindFirst(wand);
  return MagickPass;
}

MagickWand* MagickGetImage(MagickWand* wand) {
  return HasImage(wand) ? WandWithImages(wand, CloneOne(wand->image, &wand->exception)) : nullptr;
}

unsigned int MagickSetImage(MagickWand* wand, const MagickWand* set_wand) {
  if (!IsReady(wand, {IsWand(set_wand) ? set_wand : nullptr})) return MagickFail;
  if (set_wand->images == nullptr) {
    ReportNoImages(wand, wand);
    return MagickFail;
  }
  if (wand->images == nullptr) return MagickPass;
  return ReplaceCurrent(wand, CloneOne(GetFirstImageInList(set_wand->images), &wand->exception));
}

unsigned int MagickRemoveImage(MagickWand* wand) {
  if (!HasImage(wand)) return MagickFail;
  DeleteImageFromList(&wand->image);
  FindFirst(wand);
  return MagickPass;
}

long MagickGetImageIndex(MagickWand* wand) {
  if (IsWand(wand) && wand->images == nullptr) {
    Report(&wand->exception, WandError, "Wand contains no image indices `%.1024s", wand->id);
    return 0;
  }
  return IsWand(wand) ? GetImageIndexInList(wand->image) : 0;
}

unsigned int MagickSetImageIndex(MagickWand* wand, const long index) {
  if (!IsWand(wand) || wand->images == nullptr) return MagickFail;
  Image* const image = GetImageFromList(wand->images, index);
  if (image == nullptr) return MagickFail;
  wand->image = image;
  wand->outside = false;
  return MagickPass;
}

unsigned long MagickGetNumberImages(MagickWand* wand) {
  return HasImage(wand) ? GetImageListLength(wand->image) : 0;
}

void MagickResetIterator(MagickWand* wand) {
  if (!IsWand(wand)) return;
  wand->outside = true;
  wand->image = wand->images;
}

unsigned int MagickNextImage(MagickWand* wand) {
  return HasImage(wand) ? Step(wand, GetNextImageInList) : MagickFail;
}

unsigned int MagickPreviousImage(MagickWand* wand) {
  if (!HasImage(wand)) return MagickFail;
  if (GetPreviousImageInList(wand->image) == nullptr) {
    ReportNoImages(wand, wand);
    return MagickFail;
  }
  return Step(wand, GetPreviousImageInList);
}

unsigned int MagickHasNextImage(MagickWand* wand) {
  return HasImage(wand) && GetNextImageInList(wand->image) != nullptr;
}

unsigned int MagickHasPreviousImage(MagickWand* wand) {
  return HasImage(wand) && GetPreviousImageInList(wand->image) != nullptr;
}
