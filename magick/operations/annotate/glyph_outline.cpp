#include "magick/operations/annotate/glyph_outline.hpp"

#include <cstdio>
#include <string>

#include "magick/operations/draw/shapes/path_data.hpp"

namespace lodestone {
namespace {

constexpr double kUnits = 64.0;  // per pixel

// With as many digits as in GraphicsMagick, where outlines are part of a drawing's text.
std::string PathOf(const std::vector<OutlineStep>& steps, long x) {
  const double start = static_cast<double>(x) / kUnits;
  std::string path;
  for (const OutlineStep& step : steps) {
    path += step.command;
    for (int i = 0; i < step.count; ++i) {
      char point[64];
      std::snprintf(point, sizeof point, "%g,%g ",
                    start + static_cast<double>(step.points[i].x) / kUnits,
                    0.0 - static_cast<double>(step.points[i].y) / kUnits);
      path += point;
    }
  }
  return path;
}

void Append(const Outline& glyph, Outline* line) {
  CheckRoom(static_cast<double>(glyph.points.size()), line->points);
  line->points.insert(line->points.end(), glyph.points.begin(), glyph.points.end());
  line->subpaths.insert(line->subpaths.end(), glyph.subpaths.begin(), glyph.subpaths.end());
}

}  // namespace

Outline OutlineOfLine(Typesetter* setter, std::string_view line, const AffineMatrix& affine,
                      const PointInfo& origin) {
  Outline outline;
  outline.given = 1;  // as in a path of a drawing
  setter->ForEachGlyph(line, [&](const Typesetter::Pen& pen) {
    Append(ParsePath(PathOf(setter->face().Trace(pen.glyph), pen.x).c_str()), &outline);
    return true;
  });
  for (PointInfo& point : outline.points)
    point = {affine.sx * point.x + affine.ry * point.y + origin.x,
             affine.rx * point.x + affine.sy * point.y + origin.y};
  return outline;
}

}  // namespace lodestone
