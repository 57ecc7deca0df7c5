// Animations whose frames were made whole for an operation, reduced again for the file.
#pragma once

#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

// Says so of these images, and of what is made of each.
void MarkAsMadeWhole(Image* images);

// Takes that back from one image, of which somebody sets what reducing would change.
void UnmarkMadeWhole(Image* image);

// What changes from frame to frame, which makes much smaller files, if all images were made whole
// and `info`, whose format SetImageInfo has found, is for one file that plays them. Else empty.
// Throws CommandError.
ImageList ReducedForFile(const ImageInfo* info, Image* images);

}  // namespace lodestone::cli
