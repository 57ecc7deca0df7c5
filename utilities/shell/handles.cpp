#include "utilities/shell/handles.hpp"

#include <algorithm>
#include <new>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

ImageInfoHandle CopyOf(const ImageInfo* info) {
  ImageInfoHandle copy(CloneImageInfo(info));
  if (copy == nullptr) throw std::bad_alloc();
  return copy;
}

void StoreText(char** text, const char* value) {
  if (CloneString(text, value) == MagickFail) throw std::bad_alloc();
}

void SetFilename(char (&field)[MaxTextExtent], const std::string& name) {
  if (name.size() >= MaxTextExtent) {
    throw CommandError("Filename is too long", name.substr(0, 64) + "...");
  }
  std::copy_n(name.c_str(), name.size() + 1, field);
}

void Append(ImageList* images, ImageList more) {
  Image* list = images->release();
  AppendImageToList(&list, more.release());
  images->reset(GetFirstImageInList(list));
}

ImageList TakeFirst(ImageList* images) {
  Image* rest = images->release();
  ImageList first(RemoveFirstImageFromList(&rest));
  images->reset(rest);
  return first;
}

}  // namespace lodestone::cli
