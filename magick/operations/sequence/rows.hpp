// Calling code for the rows of images whose pixels it has, on several threads.
#pragma once

#include "magick/monitor.h"
#include "magick/core/pixels/row_iteration.hpp"

namespace lodestone {

// Calls row(y) for each row of an image of that size. `text`: for the monitor, a printf format that
// takes the file name. False with *exception set if the monitor cancels.
template <class Row>
bool ForRows(const Image* image, const char* text, ExceptionInfo* exception, Row row) {
  const auto make_band = [&] {
    return [&](std::size_t y, ExceptionInfo*) {
      row(y);
      return true;
    };
  };
  const auto report = [&](unsigned long y, ExceptionInfo* own) {
    return MagickMonitorFormatted(static_cast<magick_int64_t>(y), image->rows, own, text,
                                  image->filename) != MagickFail;
  };
  return ForEachRow({image->columns, image->rows, 0}, exception, make_band, report);
}

}  // namespace lodestone
