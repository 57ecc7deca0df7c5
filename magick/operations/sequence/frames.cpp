#include "magick/operations/sequence/frames.hpp"

#include <algorithm>

#include "magick/core/errors/error.hpp"
#include "magick/core/geometry/far_away.hpp"
#include "magick/monitor.h"

namespace lodestone {

std::vector<const Image*> FramesFrom(const Image* image) {
  std::vector<const Image*> frames;
  for (; image; image = image->next) frames.push_back(image);
  return frames;
}

bool HaveOneSize(const std::vector<const Image*>& frames) {
  return std::all_of(frames.begin(), frames.end(), [&](const Image* frame) {
    return frame->columns == frames[0]->columns && frame->rows == frames[0]->rows;
  });
}

bool CheckImage(const Image* image, const char* reason, ExceptionInfo* exception) {
  if (!image) Throw(exception, OptionError, reason, "an image is required");
  return image != nullptr;
}

bool CheckSequence(const Image* image, const char* description, ExceptionInfo* exception) {
  if (!CheckImage(image, description, exception)) return false;
  if (!image->next) Throw(exception, ImageError, "Image sequence is required", description);
  return image->next != nullptr;
}

bool ComposeOnto(Image* canvas, CompositeOperator compose, const Image* update, long x, long y,
                 ExceptionInfo* exception) {
  if (compose != NoCompositeOp) canvas->storage_class = DirectClass;  // even if it is not touched
  if (CompositeImage(canvas, compose, update, std::clamp(x, -kFarAway, kFarAway),
                     std::clamp(y, -kFarAway, kFarAway)) != MagickFail)
    return true;
  if (exception) CopyException(exception, &canvas->exception);
  return false;
}

bool ReportFrame(const Image* image, std::size_t done, std::size_t frames, const char* text,
                 ExceptionInfo* exception) {
  if (MagickMonitorFormatted(static_cast<magick_int64_t>(done), frames, exception, text,
                             image->filename) != MagickFail)
    return true;
  if (exception && exception->severity < ErrorException)
    Throw(exception, MonitorError, "Operation cancelled", image->filename);
  return false;
}

}  // namespace lodestone
