// Masks that are drawings.
#pragma once

#include "magick/operations/draw/mvg/drawing.hpp"

namespace lodestone {

// Draws the part of this name as the image's composite mask, in black on nothing. False with the
// image's exception set, or without if there is no such part.
bool DrawCompositeMask(Image* image, const DrawInfo& info, const char* name);

// Draws the masks that the context does not share with the one around it, unless they are as they
// would become. Throws DrawStopped.
void DrawOwnMasks(Drawing* drawing);

}  // namespace lodestone
