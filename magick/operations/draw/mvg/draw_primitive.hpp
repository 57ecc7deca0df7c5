// Painting primitives on images.
#pragma once

#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/operations/draw/mvg/primitives.hpp"

namespace lodestone {

// Points are in pixels of the image, but for the size of an image. Throws Nonconforming,
// DrawFailure and DrawStopped.
void DrawPrimitive(Image* image, const DrawInfo& info, const Primitive& primitive);

// Primitives that change pixels at a place, or of a colour.
void DrawColor(Image* image, const DrawInfo& info, PaintMethod method, long x, long y);
void DrawMatte(Image* image, const DrawInfo& info, PaintMethod method, long x, long y);

// The image that a primitive names, at this place.
void DrawImageFile(Image* image, const DrawInfo& info, const Primitive& primitive, long x, long y);

}  // namespace lodestone
