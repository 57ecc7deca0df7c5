// Parts of drawings: contexts that are pushed and popped, and parts that are put away for later.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "magick/attribute.h"
#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/operations/draw/mvg/masks.hpp"
#include "magick/operations/draw/mvg/tile_size.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kMostContexts = 1 << 16;

bool Is(const std::string& word, const char* name) {
  return LocaleCompare(word.c_str(), name) == 0;
}

void PushContext(Drawing* drawing) {
  if (drawing->contexts.size() >= kMostContexts)
    throw DrawFailure{DrawError, "drawing recursion detected", "push graphic-context"};
  drawing->contexts.push_back(CopyOf(drawing->context()));
  drawing->fill_opacity.waits = drawing->stroke_opacity.waits = false;
}

// A path that the context around does not have.
bool HasOwn(char** (*path_of)(const DrawInfo*), const DrawInfo& info, const DrawInfo& parent) {
  const char *own = *path_of(&info), *around = *path_of(&parent);
  return own && (!around || LocaleCompare(own, around) != 0);
}

void PopContext(Drawing* drawing) {
  if (!drawing->parent())
    throw DrawFailure{DrawError, "unbalanced graphic context push-pop", "graphic-context"};
  const DrawInfo &info = drawing->context(), &parent = *drawing->parent();
  if (HasOwn(DrawInfoGetClipPath, info, parent)) SetImageClipMask(drawing->image, nullptr);
  if (HasOwn(DrawInfoGetCompositePath, info, parent))
    SetImageCompositeMask(drawing->image, nullptr);
  drawing->contexts.pop_back();
  drawing->fill_opacity.waits = drawing->stroke_opacity.waits = false;
}

// Definitions are not drawn.
void CountDefinitions(Drawing* drawing, int more) {
  drawing->definitions += more;
  drawing->context().render = drawing->definitions > 0 ? MagickFalse : MagickTrue;
}

void PutAway(Drawing* drawing, const char* kind, bool may_be_empty) {
  const std::string name = drawing->input.Token();
  const std::string text = drawing->input.TextUntilPop(kind);
  if (text.empty() && !may_be_empty) throw Nonconforming{};
  KeepPart(drawing->image, name, text);
}

// Outside of definitions the part is drawn where it stands.
void PushId(Drawing* drawing) {
  if (drawing->definitions > 0)
    PutAway(drawing, "id", true);
  else
    drawing->input.Token();
}

void KeepTile(Drawing* drawing, const std::string& name, const char* kind, const char* geometry) {
  KeepPart(drawing->image, name, drawing->input.TextUntilPop(kind));
  KeepPart(drawing->image, name + "-geometry", geometry);
}

PointInfo Transformed(const AffineMatrix& m, const PointInfo& p) {
  return {m.sx * p.x + m.ry * p.y + m.tx, m.rx * p.x + m.sy * p.y + m.ty};
}

// Drawn as an image as large as its vector.
void PushGradient(Drawing* drawing) {
  MvgInput& input = drawing->input;
  const std::string name = input.Token(), type = input.Token();
  const PointInfo from = input.Pair(), to = input.Pair();
  if (Is(type, "radial")) input.Number();
  const AffineMatrix& matrix = drawing->context().affine;
  const PointInfo first = Transformed(matrix, from), last = Transformed(matrix, to);
  const double width = std::max(std::fabs(last.x - first.x + 1.0), 1.0);
  const double height = std::max(std::fabs(last.y - first.y + 1.0), 1.0);
  CheckGradientSize(width, height);
  char geometry[MaxTextExtent];
  std::snprintf(geometry, sizeof geometry, "%gx%g%+g%+g", width, height, first.x, first.y);
  KeepTile(drawing, name, "gradient", geometry);
}

void PushPattern(Drawing* drawing) {
  MvgInput& input = drawing->input;
  const std::string name = input.Token();
  const PointInfo corner = input.Pair(), size = input.Pair();
  if (size.x < 0.0 || size.y < 0.0) throw Nonconforming{};
  const RectangleInfo tile = PatternTile(corner, size);
  char geometry[MaxTextExtent];
  std::snprintf(geometry, sizeof geometry, "%lux%lu%+ld%+ld", tile.width, tile.height, tile.x,
                tile.y);
  KeepTile(drawing, name, "pattern", geometry);
}

void Push(Drawing* drawing) {
  const std::string kind = drawing->input.Token();
  if (Is(kind, "graphic-context")) return PushContext(drawing);
  if (Is(kind, "defs")) return CountDefinitions(drawing, 1);
  if (Is(kind, "id")) return PushId(drawing);
  if (Is(kind, "class")) return PutAway(drawing, "class", true);
  if (Is(kind, "clip-path")) return PutAway(drawing, "clip-path", false);
  if (Is(kind, "mask")) return PutAway(drawing, "mask", false);
  if (Is(kind, "gradient")) return PushGradient(drawing);
  if (Is(kind, "pattern")) return PushPattern(drawing);
  throw Nonconforming{};
}

void Pop(Drawing* drawing) {
  const std::string kind = drawing->input.Token();
  if (Is(kind, "graphic-context")) return PopContext(drawing);
  if (Is(kind, "defs")) return CountDefinitions(drawing, -1);
  for (const char* known : {"class", "clip-path", "gradient", "id", "mask", "pattern"})
    if (Is(kind, known)) return;
  throw Nonconforming{};
}

void UseClass(Drawing* drawing) {
  if (const char* part = FindPart(drawing->image, drawing->input.Token()))
    drawing->input.Insert(part);
}

void UsePart(Drawing* drawing) {
  const std::string name = drawing->input.Token();
  const char* part = FindPart(drawing->image, name);
  if (!part)
    throw DrawFailure{DrawError, "invalid primitive argument",
                      "Primitive \"use\" id \"" + name + "\" not defined"};
  drawing->input.Insert(part);
}

void SetClipPath(Drawing* drawing) {
  const std::string name = drawing->input.Token();
  SetText(DrawInfoGetClipPath(&drawing->context()), name);
  if (DrawClipPath(drawing->image, &drawing->context(), name.c_str()) == MagickFail)
    throw DrawStopped{};
}

void SetMaskPath(Drawing* drawing) {
  const std::string name = drawing->input.Token();
  SetText(DrawInfoGetCompositePath(&drawing->context()), name);
  if (!DrawCompositeMask(drawing->image, drawing->context(), name.c_str())) throw DrawStopped{};
}

constexpr MvgSetting kSettings[] = {
    {"class", UseClass}, {"clip-path", SetClipPath}, {"mask", SetMaskPath}, {"pop", Pop},
    {"push", Push},      {"use", UsePart},
};

std::string KeyOf(const std::string& name) {
  return "[MVG:" + name.substr(0, 1024) + "]";
}

}  // namespace

std::span<const MvgSetting> PartSettings() {
  return kSettings;
}

const char* FindPart(const Image* image, const std::string& name) {
  const ImageAttribute* part = GetImageAttribute(image, KeyOf(name).c_str());
  return part ? part->value : nullptr;
}

void KeepPart(Image* image, const std::string& name, const std::string& text) {
  const std::string key = KeyOf(name);
  SetImageAttribute(image, key.c_str(), nullptr);
  if (SetImageAttribute(image, key.c_str(), text.c_str()) == MagickFail) throw std::bad_alloc();
}

void DrawOwnMasks(Drawing* drawing) {
  if (!drawing->parent() || drawing->masked == drawing->settings) return;
  const DrawInfo &info = drawing->context(), &parent = *drawing->parent();
  Image* const image = drawing->image;
  if (HasOwn(DrawInfoGetClipPath, info, parent) &&
      DrawClipPath(image, &info, *DrawInfoGetClipPath(&info)) == MagickFail)
    throw DrawStopped{};
  if (HasOwn(DrawInfoGetCompositePath, info, parent) &&
      !DrawCompositeMask(image, info, *DrawInfoGetCompositePath(&info)))
    throw DrawStopped{};
  drawing->masked = drawing->settings;
}

}  // namespace lodestone
