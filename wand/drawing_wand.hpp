// A drawing wand: a drawing context with an exception of its own, and the image to draw on.
#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "base/owner.hpp"
#include "wand/drawing_functions.h"

namespace lodestone::wand {

using ImageHandle = Owner<Image, DestroyImage>;
using DrawContextHandle = Owner<_DrawContext, DrawDestroyContext>;

}  // namespace lodestone::wand

struct _DrawingWand {
  ExceptionInfo* exception() const { return &own->exception; }
  DrawInfo& settings() const { return *DrawContextSettings(context.get()); }
  // What holds outside of a pattern does not count in it.
  bool NeedsSetting(bool changes) const { return changes || pattern.has_value(); }

  lodestone::wand::ImageHandle own;  // of the context: its exception, and names of patterns
  lodestone::wand::DrawContextHandle context;
  Image* canvas = nullptr;             // nullptr: the own image
  lodestone::wand::ImageHandle owned;  // the canvas of a copy
  std::optional<std::string> pattern;  // the attribute's key of the one that was pushed
};

namespace lodestone::wand {

// The attribute that has a pattern.
inline std::string PatternKey(const char* name) {
  return std::string("[") + name + ']';
}

// Calls a function of drawing contexts for the wand's; without a wand the result is 0.
template <class Result, class... Parameters>
Result Call(const DrawingWand* wand, Result (*function)(DrawContext, Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  if (wand == nullptr) return Result();
  return function(wand->context.get(), arguments...);
}

}  // namespace lodestone::wand
