// A drawing in progress: its text, and the settings that it changes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "magick/operations/draw/mvg/mvg_input.hpp"
#include "magick/operations/draw/mvg/mvg_names.hpp"
#include "magick/operations/draw/draw_handle.hpp"

namespace lodestone {

// An opacity that was set when there was no colour to have it.
struct PendingOpacity {
  bool waits = false;
  double value = 0.0;  // 0 to 1, which is opaque
};

struct Drawing {
  Drawing(Image* on, const DrawInfo& info, std::string text)
      : image(on), base(info), input(std::move(text)) {
    contexts.push_back(CopyOf(info));
  }

  DrawInfo& context() { return *contexts.back(); }
  const DrawInfo* parent() const {
    return contexts.size() > 1 ? contexts[contexts.size() - 2].get() : nullptr;
  }

  Image* const image;
  const DrawInfo& base;  // what drawing began with
  MvgInput input;
  std::vector<DrawInfoHandle> contexts;  // pushed, the innermost last
  AffineMatrix before{},
      change{};  // the matrix of the context before a setting, and what that adds
  PendingOpacity fill_opacity, stroke_opacity;
  PixelPacket stop_color{};  // of a gradient, the last one
  int definitions = 0;       // "defs" that have not ended: nothing in them is drawn
  PointInfo text_place{0.0, 0.0};
  bool text_turned = false;    // the context's matrix has moved to text_place already
  unsigned long settings = 0;  // how many were executed
  unsigned long masked = 0;    // the same when masks were drawn last
};

// A command of the language that is no shape.
struct MvgSetting {
  const char* name;  // in any case
  void (*set)(Drawing* drawing);
};

// Of colours, strokes, text, the matrix, and of parts of the drawing.
std::span<const MvgSetting> PaintSettings();
std::span<const MvgSetting> StrokeSettings();
std::span<const MvgSetting> TextSettings();
std::span<const MvgSetting> MatrixSettings();
std::span<const MvgSetting> PartSettings();

// A value by its name; throws Nonconforming for others.
template <class Value, std::size_t kCount>
Value ValueOf(const NamedValue<Value> (&names)[kCount], const std::string& name) {
  const NamedValue<Value>* found = FindName(names, name);
  if (!found) throw Nonconforming{};
  return found->value;
}

// Part of the drawing that was put away under a name: nullptr if there is none.
const char* FindPart(const Image* image, const std::string& name);
// Puts a part away.
void KeepPart(Image* image, const std::string& name, const std::string& text);

// Whether a clipping path is drawn for which only shapes count, as in SVG.
bool IsSilhouette(const DrawInfo& info);

}  // namespace lodestone
