// The matrix from user space to pixels.
#include <cmath>

#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/gem.h"

namespace lodestone {
namespace {

double AngleOf(Drawing* drawing) {
  return RadiansOf(std::fmod(drawing->input.Number(), 360.0));
}

void SetAffine(Drawing* drawing) {
  AffineMatrix& m = drawing->change;
  for (double* element : {&m.sx, &m.rx, &m.ry, &m.sy, &m.tx, &m.ty})
    *element = drawing->input.Number();
}

void Turn(double angle, AffineMatrix* matrix) {
  matrix->sx = matrix->sy = std::cos(angle);
  matrix->rx = std::sin(angle);
  matrix->ry = -std::sin(angle);
}

void SetRotation(Drawing* drawing) {
  Turn(AngleOf(drawing), &drawing->change);
}

// At the place where text goes on.
void SetTextRotation(Drawing* drawing) {
  drawing->change.tx = drawing->text_place.x;
  drawing->change.ty = drawing->text_place.y;
  Turn(AngleOf(drawing), &drawing->change);
  drawing->text_turned = true;
}

void SetScale(Drawing* drawing) {
  drawing->change.sx = drawing->input.Number();
  drawing->change.sy = drawing->input.Number();
}

void SetSkewX(Drawing* drawing) {
  drawing->change.ry = std::tan(AngleOf(drawing));
}

void SetSkewY(Drawing* drawing) {
  drawing->change.rx = std::tan(AngleOf(drawing));
}

void SetTranslation(Drawing* drawing) {
  drawing->change.tx = drawing->input.Number();
  drawing->change.ty = drawing->input.Number();
}

void SetClipUnits(Drawing* drawing) {
  const ClipPathUnits units = ValueOf(kClipUnitNames, drawing->input.Token());
  drawing->context().clip_units = units;
  if (units != ObjectBoundingBox) return;
  const SegmentInfo& bounds = drawing->base.bounds;
  IdentityAffine(&drawing->before);
  drawing->change = {bounds.x2, 0.0, 0.0, bounds.y2, bounds.x1, bounds.y1};
}

// The view of a whole drawing: its size is the image's.
void SkipViewBox(Drawing* drawing) {
  for (int i = 0; i < 4; ++i) drawing->input.Number();
}

constexpr MvgSetting kSettings[] = {
    {"affine", SetAffine},      {"clip-units", SetClipUnits},  {"rotate", SetRotation},
    {"scale", SetScale},        {"skewX", SetSkewX},           {"skewY", SetSkewY},
    {"textr", SetTextRotation}, {"translate", SetTranslation}, {"viewbox", SkipViewBox},
};

}  // namespace

std::span<const MvgSetting> MatrixSettings() {
  return kSettings;
}

}  // namespace lodestone
