// The shapes of the language.
#pragma once

#include <optional>

#include "magick/operations/draw/mvg/mvg_input.hpp"

namespace lodestone {

struct Primitive {
  PrimitiveType type;
  Outline outline;  // in user space; of other than shapes: the points given
  PaintMethod method = FloodfillMethod;
  std::string text;  // of text, or the name of an image file
};

// By its keyword, in any case.
std::optional<PrimitiveType> PrimitiveNamed(const std::string& keyword);

// Reads what belongs to a primitive. Throws Nonconforming and DrawFailure.
Primitive ReadPrimitive(PrimitiveType type, MvgInput* input);

}  // namespace lodestone
