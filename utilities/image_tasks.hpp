// Applying functions to the images of a task.
#pragma once

#include "utilities/options.hpp"

namespace lodestone::cli {

// Calls change(image) for every image.
template <typename Change>
void ForEachImage(ImageTask* task, Change change) {
  for (Image* image = task->image.get(); image != nullptr; image = GetNextImageInList(image)) {
    change(image);
  }
}

// Puts make(image), an ImageList of one or more, in the place of every image.
template <typename Make>
void ReplaceEachImage(ImageTask* task, Make make) {
  ImageList done;
  while (task->image != nullptr) {
    const ImageList image = TakeFirst(&task->image);
    Append(&done, make(image.get()));
  }
  task->image = std::move(done);
}

}  // namespace lodestone::cli
