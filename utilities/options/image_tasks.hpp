// Applies functions to the images of a task.
#pragma once

#include <string>
#include <utility>

#include "utilities/shell/exception.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::cli {

// Calls change(image) for every image.
template <typename Change>
void ForEachImage(ImageTask* task, Change change) {
  for (Image* image = task->image.get(); image != nullptr; image = GetNextImageInList(image)) {
    change(image);
  }
}

// Replaces every image by make(image), an ImageList of one or more. If that throws, all are kept,
// replaced or not.
template <typename Make>
void ReplaceEachImage(ImageTask* task, Make make) {
  ImageList done;
  while (task->image != nullptr) {
    ImageList image = TakeFirst(&task->image);
    try {
      Append(&done, make(image.get()));
    } catch (...) {
      Append(&done, std::move(image));
      Append(&done, std::move(task->image));
      task->image = std::move(done);
      throw;
    }
  }
  task->image = std::move(done);
}

// Replaces every image by operation(image, exception). `fallback`: the message for a failure
// without one.
template <typename Operation>
void Replace(ImageTask* task, const std::string& fallback, Operation operation) {
  ReplaceEachImage(task, [&](const Image* image) {
    Exception exception;
    ImageList result(operation(image, exception.get()));
    if (result == nullptr) exception.Throw(fallback.c_str());
    exception.ThrowOrPrint();
    return result;
  });
}

template <typename Operation>
void Replace(ImageTask* task, const OptionUse& use, Operation operation) {
  Replace(task, std::string("Unable to ") + use.option->name + " image", operation);
}

}  // namespace lodestone::cli
