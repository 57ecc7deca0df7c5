// Animations reduced to what changes from frame to frame.
#include <vector>

#include "magick/core/calls/operation.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/operations/sequence/frame_changes.hpp"
#include "magick/operations/sequence/frames.hpp"
#include "magick/transform.h"

namespace lodestone {
namespace {

Bounds WholeCanvas(const Image* frame) {
  return {0, frame->columns - 1, 0, frame->rows - 1};
}

// What each frame has to hold, so that the animation looks as it did: what differs from the frame
// before, or all that was cleared behind that one; and what is to be cleared behind itself.
bool FindParts(const std::vector<const Image*>& frames, std::vector<Bounds>* parts,
               ExceptionInfo* exception) {
  parts->assign(frames.size(), Bounds());
  parts->front() = WholeCanvas(frames[0]);
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const Image* const before = frames[i - 1];
    if (!FindChange(before, frames[i], &(*parts)[i], exception)) return false;
    if (before->dispose != BackgroundDispose) continue;
    Bounds cleared;
    if (!FindCleared(before, frames[i], &cleared, exception)) return false;
    (*parts)[i - 1].Add(cleared);
    (*parts)[i].Add((*parts)[i - 1]);
  }
  return true;
}

// That part of a frame, in its place; a pixel of a frame that changes nothing, which has its time.
Image* Part(const Image* frame, const Bounds& bounds, ExceptionInfo* exception) {
  const Bounds part = bounds.empty() ? Bounds{0, 0, 0, 0} : bounds;
  const RectangleInfo place{part.right - part.left + 1, part.bottom - part.top + 1,
                            static_cast<long>(part.left), static_cast<long>(part.top)};
  Image* const cropped = CropImage(frame, &place, exception);
  if (cropped) cropped->page = {frame->columns, frame->rows, place.x, place.y};
  return cropped;
}

Image* Deconstruct(const Image* image, ExceptionInfo* exception) {
  constexpr char kUnable[] = "unable to deconstruct image sequence";
  if (!CheckSequence(image, kUnable, exception)) return nullptr;
  if (!HaveOneSize(FramesFrom(image))) {
    Throw(exception, OptionError, "images are not the same size", kUnable);
    return nullptr;
  }
  const Owner<Image, DestroyImageList> whole(CoalesceImages(image, exception));
  if (!whole.get()) return nullptr;
  const std::vector<const Image*> frames = FramesFrom(whole.get());
  std::vector<Bounds> bounds;
  if (!FindParts(frames, &bounds, exception)) return nullptr;
  NewList parts;
  for (std::size_t i = 0; i < frames.size(); ++i)
    if (!parts.Add(Part(frames[i], bounds[i], exception))) return nullptr;
  return parts.Complete();
}

}  // namespace
}  // namespace lodestone

Image* DeconstructImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Deconstruct(image, exception); });
}
