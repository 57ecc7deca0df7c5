// Drawing what a text says.
#include <algorithm>
#include <optional>

#include "magick/blob.h"
#include "magick/color_lookup.h"
#include "magick/core/system/memory.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/operations/draw/mvg/draw_primitive.hpp"
#include "magick/operations/draw/mvg/masks.hpp"
#include "magick/operations/draw/mvg/recursion.hpp"
#include "magick/operations/draw/shapes/matrix.hpp"
#include "magick/enum_strings.h"
#include "magick/gem.h"
#include "magick/memory.h"
#include "magick/monitor.h"

namespace lodestone {
namespace {

const MvgSetting* SettingNamed(const std::string& keyword) {
  for (const auto settings :
       {PaintSettings(), StrokeSettings(), MatrixSettings(), PartSettings(), TextSettings()})
    for (const MvgSetting& setting : settings)
      if (LocaleCompare(setting.name, keyword.c_str()) == 0) return &setting;
  return nullptr;
}

void Execute(const MvgSetting& setting, Drawing* drawing) {
  ++drawing->settings;
  drawing->before = drawing->context().affine;
  IdentityAffine(&drawing->change);
  setting.set(drawing);
  if (!IsIdentity(drawing->change))
    drawing->context().affine = Product(drawing->before, drawing->change);
}

// The size of an image is not transformed.
void Transform(DrawInfo* info, Primitive* primitive) {
  const AffineMatrix& m = info->affine;
  SegmentInfo& bounds = info->bounds;
  for (PointInfo& point : primitive->outline.points) {
    point = {m.sx * point.x + m.ry * point.y + m.tx, m.rx * point.x + m.sy * point.y + m.ty};
    bounds = {std::min(bounds.x1, point.x), std::min(bounds.y1, point.y),
              std::max(bounds.x2, point.x), std::max(bounds.y2, point.y)};
    if (primitive->type == ImagePrimitive) return;
  }
}

void DrawOne(PrimitiveType type, Drawing* drawing) {
  DrawInfo& info = drawing->context();
  if (type == ImagePrimitive) {
    info.compose = StringToCompositeOperator(drawing->input.Token().c_str());
    if (info.compose == UndefinedCompositeOp) throw Nonconforming{};
  }
  Primitive primitive = ReadPrimitive(type, &drawing->input);
  if (primitive.outline.points.empty()) return;
  Transform(&info, &primitive);
  if (!info.render) return;
  DrawOwnMasks(drawing);
  DrawPrimitive(drawing->image, info, primitive);
}

bool Report(const Drawing& drawing) {
  Image* const image = drawing.image;
  return !HasMonitor() ||
         MagickMonitorFormatted(static_cast<magick_int64_t>(drawing.input.position()),
                                drawing.input.size(), &image->exception, "[%s] Render...",
                                image->filename) != MagickFail;
}

// False: it is the end.
bool Follow(const std::string& keyword, Drawing* drawing) {
  if (keyword.empty()) return false;
  if (keyword.front() == '#') {
    drawing->input.SkipLine();
  } else if (const MvgSetting* setting = SettingNamed(keyword)) {
    Execute(*setting, drawing);
  } else if (const std::optional<PrimitiveType> type = PrimitiveNamed(keyword)) {
    DrawOne(*type, drawing);
    if (!Report(*drawing)) throw DrawStopped{};
  } else if (keyword.front() != ';') {
    throw Nonconforming{};
  }
  return true;
}

void Draw(Drawing* drawing) {
  std::string keyword;
  try {
    QueryColorDatabase("black", &drawing->stop_color, &drawing->image->exception);
    do {
      keyword = drawing->input.Token();
    } while (Follow(keyword, drawing));
  } catch (const Nonconforming&) {
    throw DrawFailure{DrawError, "Non-conforming drawing primitive definition", keyword};
  }
}

// The text itself, or that of a file, which only the outermost drawing names.
std::string TextOf(const char* primitive, bool outermost, ExceptionInfo* exception) {
  if (*primitive != '@' || !outermost) return primitive;
  std::size_t length = 0;
  const MagickPtr<void> text(FileToBlob(primitive + 1, &length, exception));
  if (!text) throw DrawStopped{};
  return std::string(static_cast<const char*>(text.get()), length);
}

MagickPassFail DrawText(Image* image, const DrawInfo& info) {
  const OpenDrawing open;
  if (*info.primitive == '\0')
    throw DrawFailure{DrawError, "Non-conforming drawing primitive definition", "empty drawing"};
  if (SetImageType(image, TrueColorType) == MagickFail) return MagickFail;
  Drawing drawing(image, info, TextOf(info.primitive, open.IsOutermost(), &image->exception));
  Draw(&drawing);
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail DrawImage(Image* image, const DrawInfo* draw_info) {
  return GuardDrawing(image, {image, draw_info, draw_info ? draw_info->primitive : nullptr},
                      [&] { return DrawText(image, *draw_info); });
}
