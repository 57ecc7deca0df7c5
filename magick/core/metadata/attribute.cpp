// Text attributes of an image, and those read from its EXIF profile.
#include "magick/core/errors/barrier.hpp"
#include "magick/attribute.h"

#include <cstring>
#include <mutex>
#include <optional>
#include <string>

#include "magick/core/metadata/exif_attribute.hpp"
#include "magick/core/metadata/iptc_attribute.hpp"
#include "magick/memory.h"
#include "magick/core/metadata/metadata.hpp"
#include "magick/profile.h"
#include "magick/utility.h"

namespace {

using lodestone::Guard;

constexpr char kExifPrefix[] = "EXIF:";
constexpr size_t kExifPrefixLength = sizeof(kExifPrefix) - 1;

// Reading an attribute may add one to the image (a text from a profile), and several threads may
// read the same image.
std::mutex& AttributeMutex() {
  static constinit std::mutex mutex;
  return mutex;
}

ImageAttribute* Find(const Image* image, const char* key) {
  ImageAttribute* attribute = image->attributes;
  while (attribute != nullptr && LocaleCompare(attribute->key, key) != 0) {
    attribute = attribute->next;
  }
  return attribute;
}

void Free(ImageAttribute* attribute) {
  MagickFree(attribute->key);
  MagickFree(attribute->value);
  MagickFree(attribute);
}

void Remove(Image* image, ImageAttribute* attribute) {
  if (attribute->previous != nullptr) {
    attribute->previous->next = attribute->next;
  } else {
    image->attributes = attribute->next;
  }
  if (attribute->next != nullptr) attribute->next->previous = attribute->previous;
  Free(attribute);
}

// A new attribute at the end of the list; NULL if out of memory.
ImageAttribute* Add(Image* image, const char* key, const char* value) {
  ImageAttribute* attribute =
      static_cast<ImageAttribute*>(MagickMallocCleared(sizeof(ImageAttribute)));
  if (attribute == nullptr) return nullptr;
  attribute->key = AllocateString(key);
  attribute->value = AllocateString(value);
  if (attribute->key == nullptr || attribute->value == nullptr) {
    Free(attribute);
    return nullptr;
  }
  attribute->length = std::strlen(value);
  if (image->attributes == nullptr) {
    image->attributes = attribute;
    return attribute;
  }
  ImageAttribute* last = image->attributes;
  while (last->next != nullptr) last = last->next;
  last->next = attribute;
  attribute->previous = last;
  return attribute;
}

bool Append(ImageAttribute* attribute, const char* value) {
  if (ConcatenateString(&attribute->value, value) == MagickFail) return false;
  attribute->length = std::strlen(attribute->value);
  return true;
}

// The attribute under `key` with this value, created or updated.
const ImageAttribute* Remember(const Image* image, const char* key, const std::string& value) {
  ImageAttribute* attribute = Find(image, key);
  if (attribute == nullptr) return Add(const_cast<Image*>(image), key, value.c_str());
  if (value == attribute->value) return attribute;
  if (CloneString(&attribute->value, value.c_str()) == MagickFail) return nullptr;
  attribute->length = value.size();
  return attribute;
}

// "key=value" of all attributes that match, one per line.
std::string Matching(const Image* image, const std::string& pattern) {
  std::string wanted = pattern;
  LocaleLower(wanted.data());
  std::string text;
  for (const ImageAttribute* one = image->attributes; one != nullptr; one = one->next) {
    std::string key = one->key;
    LocaleLower(key.data());
    if (key == wanted || GlobExpression(key.c_str(), wanted.c_str()) == MagickFalse) continue;
    if (!text.empty()) text += '\n';
    text += std::string(one->key) + "=" + one->value;
  }
  return text;
}

bool StartsWith(const std::string& key, const char* prefix) {
  return LocaleNCompare(key.c_str(), prefix, std::strlen(prefix)) == 0;
}

// Values of the IPTC profile, unless the program has stored others.
std::optional<std::string> FromIptc(const Image* image, const std::string& key) {
  size_t length = 0;
  const unsigned char* bytes =
      Find(image, key.c_str()) ? nullptr : GetImageProfile(image, "IPTC", &length);
  if (bytes == nullptr) return std::nullopt;
  const lodestone::ByteReader profile(bytes, length);
  return StartsWith(key, "IPTC:")
             ? lodestone::IptcAttribute(profile, key)
             : lodestone::ResourceAttribute(profile, key, image->columns, image->rows);
}

// Values computed for keys that are not simply stored: from profiles, or from other attributes.
std::optional<std::string> Compute(const Image* image, const std::string& key) {
  if (StartsWith(key, "IPTC:") || StartsWith(key, "8BIM:")) return FromIptc(image, key);
  if (StartsWith(key, kExifPrefix)) {
    size_t length = 0;
    const unsigned char* profile = GetImageProfile(image, "EXIF", &length);
    if (profile == nullptr) return std::nullopt;
    return lodestone::ExifAttribute({profile, length}, key.substr(kExifPrefixLength));
  }
  if (key.find_first_of("*?") != std::string::npos) {
    std::string text = Matching(image, key);
    if (!text.empty()) return text;
  }
  return std::nullopt;
}

}  // namespace

const ImageAttribute* GetImageAttribute(const Image* image, const char* key) {
  if (image == nullptr) return nullptr;
  const std::lock_guard<std::mutex> lock(AttributeMutex());
  if (key == nullptr) return image->attributes;
  return Guard(nullptr, nullptr, [=]() -> const ImageAttribute* {
    const std::optional<std::string> computed = Compute(image, key);
    return computed.has_value() ? Remember(image, key, *computed) : Find(image, key);
  });
}

// Of several paths, the one that resource 2999 names, with the length of the name in front.
const ImageAttribute* GetImageClippingPathAttribute(const Image* image) {
  const std::string any = "8BIM:1999,2998";
  const ImageAttribute* const named = GetImageAttribute(image, "8BIM:2999,2999");
  const std::size_t length = named == nullptr ? 0 : static_cast<unsigned char>(*named->value);
  if (length != 0 && length < named->length) {
    const std::string key = any + ":" + std::string(named->value + 1, length);
    if (const ImageAttribute* const path = GetImageAttribute(image, key.c_str())) return path;
  }
  return GetImageAttribute(image, any.c_str());
}

const ImageAttribute* GetImageInfoAttribute(const ImageInfo*, const Image* image, const char* key) {
  if (image == nullptr) return nullptr;
  return image->magick_filename[0] == '\0' ? nullptr : GetImageAttribute(image, key);
}

MagickPassFail lodestone::SetPlainAttribute(Image* image, const char* key, const char* value) {
  if (!AreGiven({image, key})) return MagickFail;
  if (*key == '\0') return MagickFail;
  const std::lock_guard<std::mutex> lock(AttributeMutex());
  ImageAttribute* attribute = Find(image, key);
  if (value == nullptr) {
    if (attribute == nullptr) return MagickFail;
    Remove(image, attribute);
    return MagickPass;
  }
  const bool set =
      attribute != nullptr ? Append(attribute, value) : Add(image, key, value) != nullptr;
  if (!set) ThrowException(&image->exception, ResourceLimitError, "Memory allocation failed", key);
  return set ? MagickPass : MagickFail;
}

MagickPassFail CloneImageAttributes(Image* clone_image, const Image* original_image) {
  if (!lodestone::AreGiven({clone_image, original_image})) return MagickFail;
  const std::lock_guard<std::mutex> lock(AttributeMutex());
  for (const ImageAttribute* one = original_image->attributes; one != nullptr; one = one->next) {
    const bool copied = Guard(
        nullptr, false, [=] { return Remember(clone_image, one->key, one->value) != nullptr; });
    if (!copied) return MagickFail;
  }
  return MagickPass;
}

void DestroyImageAttributes(Image* image) {
  if (image == nullptr) return;
  const std::lock_guard<std::mutex> lock(AttributeMutex());
  while (image->attributes != nullptr) Remove(image, image->attributes);
}

void lodestone::RemoveAttributes(Image* image, bool (*is_removed)(const char* key)) {
  const std::lock_guard<std::mutex> lock(AttributeMutex());
  for (ImageAttribute* one = image->attributes; one != nullptr;) {
    ImageAttribute* next = one->next;
    if (is_removed(one->key)) Remove(image, one);
    one = next;
  }
}

void lodestone::DropExifAttributes(Image* image) {
  RemoveAttributes(image, [](const char* key) { return StartsWith(key, kExifPrefix); });
}
