// What functions of several images have in common.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "magick/composite.h"
#include "magick/image.h"
#include "magick/list.h"

namespace lodestone {

// `image` and those after it.
std::vector<const Image*> FramesFrom(const Image* image);

bool HaveOneSize(const std::vector<const Image*>& frames);

// There is an image; else false with *exception set.
bool CheckImage(const Image* image, const char* reason, ExceptionInfo* exception);

// There are several images; else false with *exception set.
bool CheckSequence(const Image* image, const char* description, ExceptionInfo* exception);

// CompositeImage that reports to `exception`.
bool ComposeOnto(Image* canvas, CompositeOperator compose, const Image* update, long x, long y,
                 ExceptionInfo* exception);

// Tells the monitor that `done` of `frames` are done; `text`: a printf format that takes the file
// name. False with *exception set if it cancels.
bool ReportFrame(const Image* image, std::size_t done, std::size_t frames, const char* text,
                 ExceptionInfo* exception);

// A list that is destroyed unless it is completed.
class NewList {
 public:
  NewList() = default;
  ~NewList() { DestroyImageList(last_); }
  NewList(const NewList&) = delete;
  NewList& operator=(const NewList&) = delete;

  // False for no image.
  bool Add(Image* image) {
    if (image) AppendImageToList(&last_, image);
    return image != nullptr;
  }
  const Image* last() const { return last_; }
  Image* first() const { return GetFirstImageInList(last_); }
  Image* Complete() { return GetFirstImageInList(std::exchange(last_, nullptr)); }

 private:
  Image* last_ = nullptr;
};

}  // namespace lodestone
