// Prunes a colour tree until few enough colours are left.
#pragma once

#include <vector>

#include "magick/image.h"
#include "magick/operations/quantize/color_tree.hpp"

namespace lodestone::quantize {

// Removes the nodes with the smallest errors, with all below them. `errors`: of each node.
// `image`: whose name progress reports have. False if cancelled.
bool Reduce(ColorTree* tree, const std::vector<double>& errors, std::size_t colors,
            const Image* image, ExceptionInfo* exception);

}  // namespace lodestone::quantize
