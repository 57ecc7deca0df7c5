// Outlines of glyphs, for their strokes.
#pragma once

#include <string_view>

#include "magick/operations/annotate/typesetter.hpp"
#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// Of all glyphs of a line, by the matrix (without its offsets) and then to the line's origin.
// Throws DrawFailure if it has too many points.
Outline OutlineOfLine(Typesetter* setter, std::string_view line, const AffineMatrix& affine,
                      const PointInfo& origin);

}  // namespace lodestone
