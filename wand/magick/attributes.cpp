// Attributes and profiles of the current image, and texts about it.
#include <stdio.h>
#include <stdlib.h>

#include <cstring>

#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

namespace {

char* AttributeText(MagickWand* wand, const char* name) {
  const ImageAttribute* const attribute = GetImageAttribute(wand->image, name);
  if (attribute != nullptr) return AcquireString(attribute->value);
  TakeException(wand);
  return nullptr;
}

bool Begins(const char* name, const char* with) {
  return LocaleNCompare(name, with, std::strlen(with)) == 0;
}

// Escapes in comments and labels, such as "%w" for the width, are replaced.
unsigned int SetAttribute(MagickWand* wand, const char* name, const char* value) {
  Image* const image = wand->image;
  if (value == nullptr || (!Begins(name, "comment") && !Begins(name, "label")))
    return Passed(wand, SetImageAttribute(image, name, value));
  char* const text = TranslateText(nullptr, image, value);
  const unsigned int status = text != nullptr && SetImageAttribute(image, name, text);
  MagickFree(text);
  return Passed(wand, status);
}

unsigned int ReplaceAttribute(MagickWand* wand, const char* name, const char* value) {
  if (!HasImage(wand)) return MagickFail;
  (void)SetImageAttribute(wand->image, name, nullptr);
  return SetAttribute(wand, name, value);
}

// A copy for the caller; null if there is no memory.
unsigned char* Copy(const unsigned char* data, std::size_t size) {
  auto* const copy = static_cast<unsigned char*>(MagickMalloc(size));
  return copy == nullptr ? nullptr : static_cast<unsigned char*>(std::memcpy(copy, data, size));
}

}  // namespace

char* MagickGetImageAttribute(MagickWand* wand, const char* name) {
  return HasImage(wand, {name}) ? AttributeText(wand, name) : nullptr;
}

unsigned int MagickSetImageAttribute(MagickWand* wand, const char* name, const char* value) {
  return HasImage(wand, {name}) ? SetAttribute(wand, name, value) : MagickFail;
}

unsigned int MagickCommentImage(MagickWand* wand, const char* comment) {
  return ReplaceAttribute(wand, "comment", comment);
}

unsigned int MagickLabelImage(MagickWand* wand, const char* label) {
  return ReplaceAttribute(wand, "label", label);
}

unsigned char* MagickGetImageProfile(MagickWand* wand, const char* name, unsigned long* length) {
  if (length != nullptr) *length = 0;
  if (!HasImage(wand, {name, length})) return nullptr;
  std::size_t size = 0;
  const unsigned char* const profile = GetImageProfile(wand->image, name, &size);
  *length = size;
  return profile == nullptr ? nullptr : Copy(profile, size);
}

unsigned char* MagickRemoveImageProfile(MagickWand* wand, const char* name, unsigned long* length) {
  if (!HasImage(wand, {name, length})) return nullptr;
  unsigned char* const profile = MagickGetImageProfile(wand, name, length);
  if (profile != nullptr) (void)DeleteImageProfile(wand->image, name);
  return profile;
}

unsigned int MagickSetImageProfile(MagickWand* wand, const char* name, const unsigned char* profile,
                                   const unsigned long length) {
  return Change(wand, SetImageProfile, name, profile, length);
}

unsigned int MagickProfileImage(MagickWand* wand, const char* name, const unsigned char* profile,
                                const unsigned long length) {
  return Change(wand, ProfileImage, name, const_cast<unsigned char*>(profile), length, MagickTrue);
}

unsigned int MagickStripImage(MagickWand* wand) {
  return Change(wand, StripImage);
}

char* MagickGetImageSignature(MagickWand* wand) {
  if (!HasImage(wand)) return nullptr;
  (void)Passed(wand, SignatureImage(wand->image));
  return AttributeText(wand, "signature");
}

char* MagickDescribeImage(MagickWand* wand) {
  if (!HasImage(wand)) return nullptr;
  char* text = nullptr;
  std::size_t length = 0;
  FILE* const stream = open_memstream(&text, &length);
  if (stream == nullptr) {
    Report(&wand->exception, ResourceLimitError, "Memory allocation failed");
    return nullptr;
  }
  (void)DescribeImage(wand->image, stream, MagickTrue);
  (void)fclose(stream);
  char* const description = AcquireString(text);
  free(text);
  return description;
}
