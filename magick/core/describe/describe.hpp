// Parts of the full description of an image, in the order in which they are printed.
#pragma once

#include <cstdio>

#include "magick/image.h"

namespace lodestone {

// Type, depth and statistics of the channels, colours. `list_colors`: also those of images without
// a colormap.
void DescribePixels(Image* image, FILE* file, bool list_colors);

// How colours and sizes are meant, and what else the fields of the image say.
void DescribeSettings(Image* image, FILE* file);

// Attributes, profiles, and the images that a visual directory shows.
void DescribeMetadata(Image* image, FILE* file);

}  // namespace lodestone
