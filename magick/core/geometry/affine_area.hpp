// Where an affine transform takes an image.
#pragma once

#include <optional>

#include "magick/image.h"

namespace lodestone {

struct AffineBox {
  double left, top, right, bottom;
};

// Of the corners of an image.
AffineBox BoundsOf(const AffineMatrix& matrix, double columns, double rows);

// Nothing if the matrix flattens the image.
std::optional<AffineMatrix> Inverse(const AffineMatrix& matrix);

struct AffineSpan {
  double first, last;
};

// The pixels of a row that the image covers, in GraphicsMagick's choice: the edges of the image
// half a pixel further down. Where a row misses an image whose columns are parallel to it, one
// pixel remains. `box`: that of the image.
AffineSpan SpanOf(const Image* image, const AffineMatrix& inverse, double y, const AffineBox& box);

}  // namespace lodestone
