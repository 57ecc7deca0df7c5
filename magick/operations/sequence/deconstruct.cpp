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

// What a frame has to hold, so that the animation looks as it did.
struct FramePart {
  Bounds bounds;
  bool is_cleared = false;  // before the next frame
};

// What differs from the frame before, or all that was cleared behind that one; and what is to be
// cleared behind itself.
bool FindParts(const std::vector<const Image*>& frames, std::vector<FramePart>* parts,
               ExceptionInfo* exception) {
  parts->assign(frames.size(), FramePart());
  parts->front().bounds = WholeCanvas(frames[0]);
  for (std::size_t i = 1; i < frames.size(); ++i) {
    FramePart &before = (*parts)[i - 1], &part = (*parts)[i];
    Bounds cleared;
    if (!FindChange(frames[i - 1], frames[i], &part.bounds, exception) ||
        !FindCleared(frames[i - 1], frames[i], &cleared, exception))
      return false;
    before.is_cleared = !cleared.empty();
    if (!before.is_cleared) continue;
    before.bounds.Add(cleared);
    part.bounds.Add(before.bounds);
  }
  return true;
}

// That part of a frame, in its place; a pixel of a frame that changes nothing, which has its time.
Image* Part(const Image* frame, const FramePart& what, ExceptionInfo* exception) {
  const Bounds part = what.bounds.empty() ? Bounds{0, 0, 0, 0} : what.bounds;
  const RectangleInfo place{part.right - part.left + 1, part.bottom - part.top + 1,
                            static_cast<long>(part.left), static_cast<long>(part.top)};
  Image* const cropped = CropImage(frame, &place, exception);
  if (!cropped) return nullptr;
  cropped->page = {frame->columns, frame->rows, place.x, place.y};
  cropped->dispose = what.is_cleared ? BackgroundDispose : UndefinedDispose;
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
  std::vector<FramePart> what;
  if (!FindParts(frames, &what, exception)) return nullptr;
  NewList parts;
  for (std::size_t i = 0; i < frames.size(); ++i)
    if (!parts.Add(Part(frames[i], what[i], exception))) return nullptr;
  return parts.Complete();
}

}  // namespace
}  // namespace lodestone

Image* DeconstructImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::Deconstruct(image, exception); });
}
