// The shapes that most functions of magick wands have: ask for an image, call one function of the
// core with it, and put the result where it belongs.
#pragma once

#include <type_traits>

#include "wand/magick/wand.hpp"

namespace lodestone::wand {

// The current image becomes operation(image, arguments..., exception).
template <class Operation, class... Arguments>
unsigned int Replace(MagickWand* wand, Operation operation, Arguments... arguments) {
  if (!HasImage(wand)) return MagickFail;
  return ReplaceCurrent(wand, operation(wand->image, arguments..., &wand->exception));
}

// operation(image, arguments...) changes the current image and returns a status.
template <class Operation, class... Arguments>
unsigned int Change(MagickWand* wand, Operation operation, Arguments... arguments) {
  if (!HasImage(wand)) return MagickFail;
  return Passed(wand, operation(wand->image, arguments...));
}

// A new wand with operation(images, arguments..., exception).
template <class Operation, class... Arguments>
MagickWand* Derive(MagickWand* wand, Operation operation, Arguments... arguments) {
  if (!IsWand(wand) || wand->images == nullptr) return nullptr;
  return WandWithImages(wand, operation(wand->images, arguments..., &wand->exception));
}

// read(image), or without an image 0, NULL or the undefined value.
template <class Read>
auto Ask(MagickWand* wand, Read read) -> std::invoke_result_t<Read, Image&> {
  if (!HasImage(wand)) return {};
  return read(*wand->image);
}

// A field of the current image.
template <class Field>
Field Get(MagickWand* wand, Field Image::*field) {
  return HasImage(wand) ? wand->image->*field : Field{};
}

template <class Field>
unsigned int Set(MagickWand* wand, Field Image::*field, std::type_identity_t<Field> value) {
  if (!HasImage(wand)) return MagickFail;
  wand->image->*field = value;
  return MagickPass;
}

// Two fields, which the caller wants at *x and *y.
template <class Read>
unsigned int GetPair(MagickWand* wand, double* x, double* y, Read read) {
  if (!HasImage(wand, {x, y})) return MagickFail;
  const PrimaryInfo pair = read(*wand->image);
  *x = pair.x;
  *y = pair.y;
  return MagickPass;
}

}  // namespace lodestone::wand
