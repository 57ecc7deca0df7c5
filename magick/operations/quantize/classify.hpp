// Fills a colour tree from images.
#pragma once

#include <vector>

#include "magick/image.h"
#include "magick/operations/quantize/color_tree.hpp"

namespace lodestone::quantize {

// Adds the pixels of an image. False with *exception set: no pixels, or cancelled.
bool Classify(const Image* image, ColorTree* tree, ExceptionInfo* exception);

// The error of each node: the sum of squared distances of its pixels and those of its descendants
// from the middle of its cube. `images`: those that were classified, in that order.
// Empty with *exception set: no pixels.
std::vector<double> NodeErrors(const ColorTree& tree, const std::vector<const Image*>& images,
                               ExceptionInfo* exception);

}  // namespace lodestone::quantize
