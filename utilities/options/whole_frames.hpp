// Animations whose frames hold only what changed.
#pragma once

#include <span>

#include "utilities/options/options.hpp"

namespace lodestone::cli {

// Makes the frames of animations whole before they are resized one by one, which would leave each
// in its old place and mix its edges with nothing. -repage before the resizing says that they are
// to be taken for images of their own. Throws CommandError.
void MakeResizedFramesWhole(std::span<const OptionUse> uses, ImageList* images);

}  // namespace lodestone::cli
