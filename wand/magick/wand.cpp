// Magick wands: their life, and what all their functions share.
#include "wand/magick/wand.hpp"

#include <atomic>

namespace lodestone::wand {
namespace {

// A wand with the settings given, which it takes over.
MagickWand* NewWand(ImageInfo* image_info) {
  static std::atomic<unsigned long> wands = 0;
  auto* const wand = static_cast<MagickWand*>(MagickMallocCleared(sizeof(MagickWand)));
  if (wand == nullptr || image_info == nullptr) {
    DestroyImageInfo(image_info);
    MagickFree(wand);
    return nullptr;
  }
  MagickFormatString(wand->id, sizeof wand->id, "MagickWand-%lu", ++wands);
  GetExceptionInfo(&wand->exception);
  wand->image_info = image_info;
  wand->signature = MagickSignature;
  return wand;
}

void SetImages(MagickWand* wand, Image* images) {
  wand->images = images;
  wand->image = images;
}

}  // namespace

bool IsReady(MagickWand* wand, Required required) {
  return IsWand(wand) && AreGiven(required, &wand->exception);
}

void ReportNoImages(MagickWand* wand, const MagickWand* empty) {
  Report(&wand->exception, WandError, "Wand contains no images `%.1024s", empty->id);
}

bool HasImage(MagickWand* wand, Required required) {
  if (!IsWand(wand)) return false;
  if (wand->images == nullptr) {
    ReportNoImages(wand, wand);
    return false;
  }
  return AreGiven(required, &wand->exception);
}

bool HaveImages(MagickWand* wand, const MagickWand* other) {
  if (!HasImage(wand, {IsWand(other) ? other : nullptr})) return false;
  if (other->images == nullptr) ReportNoImages(wand, wand);
  return other->images != nullptr;
}

void TakeException(MagickWand* wand) {
  CopyException(&wand->exception, &wand->image->exception);
}

unsigned int Passed(MagickWand* wand, unsigned int status) {
  if (status == MagickFail) TakeException(wand);
  return status;
}

unsigned int ReplaceCurrent(MagickWand* wand, Image* image) {
  if (image == nullptr) return MagickFail;
  ReplaceImageInList(&wand->image, image);
  wand->images = GetFirstImageInList(wand->image);
  return MagickPass;
}

MagickWand* WandWithImages(const MagickWand* wand, Image* images) {
  if (images == nullptr) return nullptr;
  MagickWand* const made = NewWand(CloneImageInfo(wand->image_info));
  if (made == nullptr) {
    DestroyImageList(images);
    return nullptr;
  }
  CopyException(&made->exception, &wand->exception);
  SetImages(made, images);
  return made;
}

}  // namespace lodestone::wand

using namespace lodestone::wand;

MagickWand* NewMagickWand(void) {
  InitializeMagick(nullptr);
  return NewWand(CloneImageInfo(nullptr));
}

MagickWand* CloneMagickWand(const MagickWand* wand) {
  if (!IsWand(wand)) return nullptr;
  MagickWand* const clone = NewWand(CloneImageInfo(wand->image_info));
  if (clone == nullptr) return nullptr;
  CopyException(&clone->exception, &wand->exception);
  if (wand->images != nullptr) SetImages(clone, CloneImageList(wand->images, &clone->exception));
  return clone;
}

unsigned int DestroyMagickWand(MagickWand* wand) {
  if (!IsWand(wand)) return MagickFail;
  DestroyImageInfo(wand->image_info);
  DestroyExceptionInfo(&wand->exception);
  if (wand->images != nullptr) DestroyImageList(wand->images);
  wand->signature = 0;
  MagickFree(wand);
  return MagickPass;
}

char* MagickGetException(const MagickWand* wand, ExceptionType* severity) {
  if (!IsWand(wand) || severity == nullptr) return nullptr;
  *severity = wand->exception.severity;
  return Guard(nullptr, nullptr, [&] { return ExceptionText(wand->exception); });
}

void MagickClearException(MagickWand* wand) {
  if (!IsWand(wand)) return;
  DestroyExceptionInfo(&wand->exception);
  GetExceptionInfo(&wand->exception);
}

unsigned int MagickRelinquishMemory(void* memory) {
  if (memory == nullptr) return MagickFail;
  MagickFree(memory);
  return MagickPass;
}
