// MPR: images that the process keeps in its registry, "mpr:name"; MPRI: the same by number.
#include <charconv>
#include <cstring>

#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/core/image/registry.hpp"
#include "magick/memory.h"
#include "magick/registry.h"

namespace lodestone::coders {
namespace {

// Frames are asked for by their place in the list, whatever they were elsewhere.
Image* Numbered(Image* images) {
  unsigned long scene = 0;
  for (Image* image = images; image != nullptr; image = image->next) image->scene = scene++;
  return images;
}

Image* ReadMpr(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Numbered(GetImageFromMagickRegistry(image_info->filename, nullptr, exception));
}

// What is stored by the number, if it is an image. Null with *exception set.
Image* ImageOf(const ImageInfo* image_info, long id, ExceptionInfo* exception) {
  RegistryType type = UndefinedRegistryType;
  std::size_t length = 0;
  void* const object = GetMagickRegistry(id, &type, &length, exception);
  if (object == nullptr || type == ImageRegistryType) return static_cast<Image*>(object);
  if (type == ImageInfoRegistryType)
    DestroyImageInfo(static_cast<ImageInfo*>(object));
  else
    MagickFree(object);
  Report(exception, RegistryError, "It is no image that has this number", image_info->filename);
  return nullptr;
}

Image* ReadMpri(const ImageInfo* image_info, ExceptionInfo* exception) {
  const char* const name = image_info->filename;
  const char* const end = name + std::strlen(name);
  long id = 0;
  if (std::from_chars(name, end, id).ptr != end || name == end) {
    Report(exception, OptionError, "A number of the registry is expected", name);
    return nullptr;
  }
  return Numbered(ImageOf(image_info, id, exception));
}

unsigned int WriteMpr(const ImageInfo*, Image* image) {
  if (image->filename[0] == '\0') {
    Report(&image->exception, OptionError, "An image that is kept needs a name", "MPR");
    return MagickFail;
  }
  return ReplaceInMagickRegistry(image, &image->exception) ? MagickPass : MagickFail;
}

void Register(const char* name, DecoderHandler decoder) {
  FormatEntry entry{name, "Images kept by name for the running process", name, decoder, WriteMpr};
  entry.stealth = true;
  entry.in_memory = false;
  entry.extension = IgnoreExtensionTreatment;
  RegisterFormat(entry);
}

}  // namespace

void RegisterMprImage() {
  Register("MPR", ReadMpr);
  Register("MPRI", ReadMpri);
}

}  // namespace lodestone::coders
