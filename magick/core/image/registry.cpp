#include "magick/core/image/registry.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include "base/on_first_use.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/list.h"
#include "magick/registry.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr char kNotSet[] = "Unable to set registry";
constexpr char kNotFound[] = "Unable to locate image";

// Programs compiled with GraphicsMagick's headers know only the fields that it has.
constexpr std::size_t kSharedImageSize = offsetof(Image, black_point_compensation);

// A copy of the same kind, or null with *exception set.
void* Copy(RegistryType type, const void* object, std::size_t length, ExceptionInfo* exception) {
  if (type == ImageRegistryType)
    return CloneImageList(static_cast<const Image*>(object), exception);
  if (type == ImageInfoRegistryType) return CloneImageInfo(static_cast<const ImageInfo*>(object));
  void* copy = MagickMalloc(length);
  if (copy != nullptr) std::memcpy(copy, object, length);
  return copy;
}

struct Destroy {
  RegistryType type;
  void operator()(void* object) const {
    if (type == ImageRegistryType)
      DestroyImageList(static_cast<Image*>(object));
    else if (type == ImageInfoRegistryType)
      DestroyImageInfo(static_cast<ImageInfo*>(object));
    else
      MagickFree(object);
  }
};

struct Entry {
  std::unique_ptr<void, Destroy> object;
  std::size_t length;
  RegistryType type() const { return object.get_deleter().type; }
};

using Entries = std::map<long, Entry>;

struct Registry {
  std::mutex mutex;
  Entries entries;
  long next = 0;

  static Registry& Get() {
    static constinit OnFirstUse<Registry> registry;
    return registry.Get();
  }
};

bool Refuse(ExceptionInfo* exception, const char* why) {
  Throw(exception, RegistryError, kNotSet, why);
  return false;
}

// What the caller says of its structures.
bool IsObject(RegistryType type, const void* object, std::size_t length, ExceptionInfo* exception) {
  if (type == ImageRegistryType) {
    const auto* image = static_cast<const Image*>(object);
    if (length != sizeof(Image) && length != kSharedImageSize)
      return Refuse(exception, "structure size mismatch");
    return (image != nullptr && image->signature == MagickSignature) ||
           Refuse(exception, "image expected");
  }
  if (type == ImageInfoRegistryType) {
    const auto* info = static_cast<const ImageInfo*>(object);
    if (length != sizeof(ImageInfo)) return Refuse(exception, "structure size mismatch");
    return (info != nullptr && info->signature == MagickSignature) ||
           Refuse(exception, "image info expected");
  }
  return object != nullptr && length != 0;
}

Entries::iterator FindNamed(Entries& entries, const char* name) {
  return std::find_if(entries.begin(), entries.end(), [&](const auto& each) {
    const Entry& entry = each.second;
    return entry.type() == ImageRegistryType &&
           LocaleCompare(static_cast<const Image*>(entry.object.get())->filename, name) == 0;
  });
}

long Set(RegistryType type, const void* object, std::size_t length, ExceptionInfo* exception) {
  if (!IsObject(type, object, length, exception)) return -1;
  Entry entry{{Copy(type, object, length, exception), Destroy{type}}, length};
  if (entry.object == nullptr) {
    if (type != ImageRegistryType) throw std::bad_alloc();
    return -1;
  }
  Registry& registry = Registry::Get();
  const std::lock_guard lock(registry.mutex);
  registry.entries.emplace(registry.next, std::move(entry));
  return registry.next++;
}

void* Get(long id, RegistryType* type, std::size_t* length, ExceptionInfo* exception) {
  Registry& registry = Registry::Get();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.entries.find(id);
  if (found == registry.entries.end()) {
    char text[32];
    std::snprintf(text, sizeof text, "id=%ld", id);
    Throw(exception, RegistryError, kNotFound, text);
    return nullptr;
  }
  const Entry& entry = found->second;
  *type = entry.type();
  *length = entry.length;
  void* copy = Copy(entry.type(), entry.object.get(), entry.length, exception);
  if (copy == nullptr && entry.type() != ImageRegistryType) throw std::bad_alloc();
  return copy;
}

Image* Find(const char* name, long* id, ExceptionInfo* exception) {
  Registry& registry = Registry::Get();
  const std::lock_guard lock(registry.mutex);
  const auto found = FindNamed(registry.entries, name);
  if (found == registry.entries.end()) {
    Throw(exception, RegistryError, kNotFound, name);
    return nullptr;
  }
  *id = found->first;
  return CloneImageList(static_cast<const Image*>(found->second.object.get()), exception);
}

}  // namespace

void ClearMagickRegistry() {
  Registry& registry = Registry::Get();
  const std::lock_guard lock(registry.mutex);
  registry.entries.clear();
  registry.next = 0;
}

bool ReplaceInMagickRegistry(const Image* images, ExceptionInfo* exception) {
  Entry entry{{CloneImageList(images, exception), Destroy{ImageRegistryType}}, sizeof(Image)};
  if (entry.object == nullptr) return false;
  Registry& registry = Registry::Get();
  const std::lock_guard lock(registry.mutex);
  const auto found = FindNamed(registry.entries, images->filename);
  if (found != registry.entries.end()) registry.entries.erase(found);
  registry.entries.emplace(registry.next++, std::move(entry));
  return true;
}

}  // namespace lodestone

using namespace lodestone;

long SetMagickRegistry(const RegistryType type, const void* blob, const size_t length,
                       ExceptionInfo* exception) {
  return Guard(exception, -1, [&] { return Set(type, blob, length, exception); });
}

void* GetMagickRegistry(const long id, RegistryType* type, size_t* length,
                        ExceptionInfo* exception) {
  RegistryType found_type = UndefinedRegistryType;
  size_t found_length = 0;
  void* copy =
      Guard(exception, nullptr, [&] { return Get(id, &found_type, &found_length, exception); });
  if (type) *type = found_type;
  if (length) *length = found_length;
  return copy;
}

MagickPassFail DeleteMagickRegistry(const long id) {
  Registry& registry = Registry::Get();
  const std::lock_guard lock(registry.mutex);
  return registry.entries.erase(id) != 0 ? MagickPass : MagickFail;
}

Image* GetImageFromMagickRegistry(const char* name, long* id, ExceptionInfo* exception) {
  long number = -1;
  Image* image = Guard(exception, nullptr, [&] { return Find(name, &number, exception); });
  if (id) *id = number;
  return image;
}
