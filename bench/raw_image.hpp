// The pictures that are resized, and how far apart two results are.
#pragma once

#include <string>

#include "bench/peer.hpp"
#include "magick/api.h"

namespace lodestone::bench {

// Decodes a file at this build's depth. Throws std::runtime_error with the reason.
Picture ReadPicture(const std::string& path);

// Edges, gradients and noise, the same every time.
Picture SyntheticPicture(unsigned columns, unsigned rows, unsigned depth);

// The same colours with an alpha that has opaque, transparent and partial parts.
Picture WithAlpha(const Picture& picture);

// All colours as the first.
Picture WithoutColor(const Picture& picture);

// Mean absolute difference of the colours in steps of 1/255, weighted by alpha where there is one.
// Infinite when the sizes differ.
double MeanDifference(const Picture& a, const Picture& b);

}  // namespace lodestone::bench
