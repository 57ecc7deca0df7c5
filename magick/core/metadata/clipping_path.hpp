// Clipping paths of Photoshop as text.
#pragma once

#include <string>

#include "magick/core/metadata/byte_reader.hpp"

namespace lodestone {

// An SVG image of this size that fills the path; without knots it is empty.
std::string ClippingPathToSvg(ByteReader path, unsigned long columns, unsigned long rows);

// A PostScript procedure ClipImage for the unit square.
std::string ClippingPathToPostScript(ByteReader path);

}  // namespace lodestone
