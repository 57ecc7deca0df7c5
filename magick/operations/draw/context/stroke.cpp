// How strokes are made.
#include <algorithm>
#include <cmath>
#include <span>

#include "magick/core/system/memory.hpp"
#include "magick/operations/draw/context/draw_context.hpp"

namespace lodestone {
namespace {

constexpr double kEqual = 1e-12;

// Without the 0 that ends them.
std::span<const double> Dashes(const _DrawContext& context) {
  const double* const dashes = context.current().dash_pattern;
  std::size_t count = 0;
  while (dashes != nullptr && dashes[count] != 0.0) ++count;
  return {dashes, count};
}

bool AreEqual(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double left, double right) { return !(std::abs(left - right) > kEqual); });
}

// With a 0 behind; nullptr if there are none. Owned by the caller.
double* CopyOf(std::span<const double> dashes) {
  if (dashes.empty()) return nullptr;
  auto* const copy = static_cast<double*>(MagickMalloc((dashes.size() + 1) * sizeof(double)));
  if (copy == nullptr) throw std::bad_alloc();
  *std::copy(dashes.begin(), dashes.end(), copy) = 0.0;
  return copy;
}

std::string DashText(std::span<const double> dashes) {
  if (dashes.empty()) return "none";
  std::string text;
  for (const double length : dashes) text += (text.empty() ? "" : ",") + NumberText(length);
  return text;
}

void SetDashes(_DrawContext* context, std::span<const double> dashes) {
  if (!context->NeedsSetting(!AreEqual(Dashes(*context), dashes))) return;
  const std::string text = "stroke-dasharray " + DashText(dashes) + '\n';
  const MagickPtr<double> before(std::exchange(context->current().dash_pattern, CopyOf(dashes)));
  context->mvg.Add(text);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

unsigned int DrawGetStrokeAntialias(DrawContext context) {
  return Setting(context, &DrawInfo::stroke_antialias);
}

void DrawSetStrokeAntialias(DrawContext context, const unsigned int true_false) {
  SetSwitch(context, "stroke-antialias", &DrawInfo::stroke_antialias, true_false);
}

double* DrawGetStrokeDashArray(DrawContext context, unsigned long* num_elems) {
  if (num_elems != nullptr) *num_elems = 0;
  double* copy = nullptr;
  Continue(context, {num_elems}, [&](_DrawContext& from) {
    copy = CopyOf(Dashes(from));
    *num_elems = Dashes(from).size();
  });
  return copy;
}

void DrawSetStrokeDashArray(DrawContext context, const unsigned long num_elems,
                            const double* dasharray) {
  Continue(context, {}, [=](_DrawContext& to) {
    SetDashes(&to, {dasharray, dasharray == nullptr ? 0 : num_elems});
  });
}

double DrawGetStrokeDashOffset(DrawContext context) {
  return Setting(context, &DrawInfo::dash_offset);
}

void DrawSetStrokeDashOffset(DrawContext context, const double dashoffset) {
  SetNumber(context, "stroke-dashoffset", &DrawInfo::dash_offset, dashoffset);
}

LineCap DrawGetStrokeLineCap(DrawContext context) {
  return Setting(context, &DrawInfo::linecap);
}

void DrawSetStrokeLineCap(DrawContext context, const LineCap linecap) {
  SetNamed(context, "stroke-linecap", &DrawInfo::linecap, kLineCapNames, linecap);
}

LineJoin DrawGetStrokeLineJoin(DrawContext context) {
  return Setting(context, &DrawInfo::linejoin);
}

void DrawSetStrokeLineJoin(DrawContext context, const LineJoin linejoin) {
  SetNamed(context, "stroke-linejoin", &DrawInfo::linejoin, kLineJoinNames, linejoin);
}

unsigned long DrawGetStrokeMiterLimit(DrawContext context) {
  return Setting(context, &DrawInfo::miterlimit);
}

// Not written again within patterns either.
void DrawSetStrokeMiterLimit(DrawContext context, const unsigned long miterlimit) {
  Continue(context, {}, [=](_DrawContext& to) {
    if (std::exchange(to.current().miterlimit, miterlimit) != miterlimit)
      to.mvg.Add("stroke-miterlimit " + std::to_string(miterlimit) + '\n');
  });
}

double DrawGetStrokeWidth(DrawContext context) {
  return Setting(context, &DrawInfo::stroke_width);
}

void DrawSetStrokeWidth(DrawContext context, const double width) {
  SetNumber(context, "stroke-width", &DrawInfo::stroke_width, width);
}
