// The images that are resized, and the difference of two results.
#pragma once

#include <string>

#include "bench/peer.hpp"
#include "magick/api.h"

namespace lodestone::bench {

// Decodes a file at this build's depth. Throws cli::CommandError with the reason.
RawImage ReadRawImage(const std::string& path);

// Edges, gradients and noise, the same every time.
RawImage SyntheticImage(unsigned columns, unsigned rows, unsigned depth);

// The same colours with an alpha that has opaque, transparent and partial areas.
RawImage WithAlpha(const RawImage& raw);

// All colours equal to the first.
RawImage WithoutColor(const RawImage& raw);

// Mean absolute difference of the colours in steps of 1/255, weighted by alpha where there is one.
// Infinite when the sizes differ.
double MeanDifference(const RawImage& a, const RawImage& b);

}  // namespace lodestone::bench
