// Typesetters, which are kept for the next text in the same font and size: opening a font, and
// making its characters again, takes longer than drawing a line.
#pragma once

#include <memory>
#include <string>

#include "magick/operations/annotate/typesetter.hpp"

namespace lodestone {

// Keeps it.
struct SetterRelease {
  std::string key;  // of its settings; empty: none is kept

  void operator()(Typesetter* setter) const noexcept;
};
using SetterHandle = std::unique_ptr<Typesetter, SetterRelease>;

// The font, point size, density and encoding of the settings. Null with *exception set.
SetterHandle OpenSetter(const DrawInfo& draw_info, ExceptionInfo* exception);

}  // namespace lodestone
