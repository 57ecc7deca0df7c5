// Calls that a library runs since no accelerator did.
#pragma once

#include <functional>

#include "accel/accelerator.hpp"
#include "magick/image.h"

namespace lodestone {

// Why accelerators do not run them while operations are explained: what they read counts.
inline constexpr char kOnlyExplained[] = "accelerators are only asked";

// What the event of such a call says of it. Sizes are in pixels.
struct LibraryCall {
  MagickAccelerateOperation operation;
  const char* library;
  unsigned long source_columns, source_rows;
  const Image* image;  // its size is the other one
  MagickAccelerateChannels channels;
};

// Runs it by `run`, and writes its event, which also says why no accelerator ran it. Exceptions of
// `run` are passed on; then there is no event.
void RunByLibrary(const LibraryCall& call, const accel::Attempt& declined,
                  const std::function<void()>& run);

}  // namespace lodestone
