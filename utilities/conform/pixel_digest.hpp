// The pixels of an image as bytes that are the same on every machine, and their SHA-256.
#pragma once

#include <string>

#include "magick/api.h"

namespace lodestone::conform {

// A PAM file: GRAYSCALE if red, green and blue of every pixel are equal, else RGB, or CMYK; _ALPHA
// if the image has an alpha channel. Samples are whole quanta, those of 16 bits with the high byte
// first. Throws CommandError.
std::string PamOf(const Image* image);

// 64 hexadecimal digits.
std::string Sha256Of(const std::string& bytes);

}  // namespace lodestone::conform
