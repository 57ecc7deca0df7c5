// Drawings that draw others: how deep, and what goes wrong.
#pragma once

#include <string>

#include "magick/core/errors/barrier.hpp"
#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// A drawing within those that are open on this thread. Throws DrawFailure if there are too many.
class OpenDrawing {
 public:
  OpenDrawing();
  ~OpenDrawing();
  OpenDrawing(const OpenDrawing&) = delete;
  OpenDrawing& operator=(const OpenDrawing&) = delete;

  bool IsOutermost() const;
};

// A part of a drawing that is being drawn on this thread. Throws DrawFailure if it is already.
class PartUse {
 public:
  explicit PartUse(const std::string& name);
  ~PartUse();
  PartUse(const PartUse&) = delete;
  PartUse& operator=(const PartUse&) = delete;
};

// Reports a failure to the image. A failure that has been reported is not replaced.
void ReportFailure(Image* image, const DrawFailure& failure, std::source_location where);

// Runs the body of a public function. What it throws is reported to the image.
template <class Body>
MagickPassFail GuardDrawing(Image* image, Required required, Body&& body,
                            std::source_location where = std::source_location::current()) {
  return Guard(
      ExceptionOf(image), required, MagickFail,
      [&]() -> MagickPassFail {
        try {
          return body();
        } catch (const DrawFailure& failure) {
          ReportFailure(image, failure, where);
        } catch (const DrawStopped&) {
        }
        return MagickFail;
      },
      where);
}

}  // namespace lodestone
