// How strokes of drawings are made.
#include <limits>
#include <vector>

#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/memory.h"

namespace lodestone {
namespace {

void SetCap(Drawing* drawing) {
  drawing->context().linecap = ValueOf(kLineCapNames, drawing->input.Token());
}

void SetJoin(Drawing* drawing) {
  drawing->context().linejoin = ValueOf(kLineJoinNames, drawing->input.Token());
}

unsigned int Switch(Drawing* drawing) {
  const long value = drawing->input.Whole();
  if (value < 0 || value > std::numeric_limits<int>::max()) throw Nonconforming{};
  return static_cast<unsigned int>(value);
}

void SetAntialias(Drawing* drawing) {
  drawing->context().stroke_antialias = Switch(drawing);
}

void SetMiterLimit(Drawing* drawing) {
  const long limit = drawing->input.Whole();
  if (limit < 1) throw Nonconforming{};
  drawing->context().miterlimit = static_cast<unsigned long>(limit);
}

void SetWidth(Drawing* drawing) {
  const double width = drawing->input.Number();
  if (IsSilhouette(drawing->context())) return;
  if (width < 0.0) throw Nonconforming{};
  drawing->context().stroke_width = width;
}

// Twice if there is an odd number of them, so that gaps follow dashes.
void SetDashes(Drawing* drawing) {
  MvgInput& input = drawing->input;
  DrawInfo& info = drawing->context();
  MagickFree(info.dash_pattern);
  info.dash_pattern = nullptr;
  if (!input.StartsNumber()) {
    input.Token();  // "none"
    return;
  }
  std::vector<double> lengths;
  for (; input.StartsNumber(); input.SkipComma()) {
    lengths.push_back(input.Number());
    if (lengths.back() < 0.0) throw Nonconforming{};
  }
  const std::size_t times = lengths.size() % 2 + 1, count = lengths.size() * times;
  info.dash_pattern = static_cast<double*>(MagickMalloc((count + 1) * sizeof(double)));
  if (!info.dash_pattern) throw std::bad_alloc();
  for (std::size_t i = 0; i < count; ++i) info.dash_pattern[i] = lengths[i % lengths.size()];
  info.dash_pattern[count] = 0.0;
}

void SetDashOffset(Drawing* drawing) {
  drawing->context().dash_offset = drawing->input.Number();
}

void SetCompliance(Drawing* drawing) {
  constexpr unsigned kCompliant = 1;
  unsigned& flags = drawing->context().flags;
  flags = Switch(drawing) != 0 ? flags | kCompliant : flags & ~kCompliant;
}

constexpr MvgSetting kSettings[] = {
    {"stroke-antialias", SetAntialias},   {"stroke-dasharray", SetDashes},
    {"stroke-dashoffset", SetDashOffset}, {"stroke-linecap", SetCap},
    {"stroke-linejoin", SetJoin},         {"stroke-miterlimit", SetMiterLimit},
    {"stroke-width", SetWidth},           {"svg-compliant", SetCompliance},
};

}  // namespace

std::span<const MvgSetting> StrokeSettings() {
  return kSettings;
}

}  // namespace lodestone
