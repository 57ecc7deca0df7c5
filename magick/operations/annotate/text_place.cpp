#include "magick/operations/annotate/text_place.hpp"

namespace lodestone {
namespace {

// Shares of what is left over beside and above the text: 0, 1/2 or 1.
struct Anchor {
  double x, y;
};

Anchor AnchorOf(GravityType gravity) {
  switch (gravity) {
    case NorthGravity:
      return {0.5, 0.0};
    case NorthEastGravity:
      return {1.0, 0.0};
    case WestGravity:
      return {0.0, 0.5};
    case CenterGravity:
    case StaticGravity:
      return {0.5, 0.5};
    case EastGravity:
      return {1.0, 0.5};
    case SouthWestGravity:
      return {0.0, 1.0};
    case SouthGravity:
      return {0.5, 1.0};
    case SouthEastGravity:
      return {1.0, 1.0};
    default:
      return {0.0, 0.0};
  }
}

double ShareOf(AlignType align) {
  if (align == CenterAlign) return 0.5;
  return align == RightAlign ? 1.0 : 0.0;
}

// Offsets count inwards from the side at which the text is.
double Start(double share, long offset, unsigned long size) {
  const bool inwards = share == 1.0 && size != 0;
  return (inwards ? -1.0 : 1.0) * static_cast<double>(offset) + share * static_cast<double>(size);
}

// How far the baseline of the first line is below the place that the gravity asks for.
double Drop(double share, const TextBlock& block, const TypeMetric& metrics) {
  const double further =
      static_cast<double>(block.lines - 1) * static_cast<double>(HeightOfLine(metrics));
  if (share == 0.5) return (metrics.ascent + metrics.descent - further) / 2.0;
  return share == 1.0 ? -further : 0.0;
}

}  // namespace

unsigned long HeightOfLine(const TypeMetric& metrics) {
  const double height = metrics.ascent - metrics.descent;
  return height > 0.0 ? static_cast<unsigned long>(height) : 0;
}

PointInfo PlaceOfLine(const DrawInfo& draw_info, const TextBlock& block, long index,
                      const TypeMetric& metrics) {
  const AffineMatrix& affine = draw_info.affine;
  const bool aligned = draw_info.align != UndefinedAlign;
  const Anchor anchor =
      aligned ? Anchor{ShareOf(draw_info.align), 0.0} : AnchorOf(draw_info.gravity);
  const double below = static_cast<double>(index) * static_cast<double>(HeightOfLine(metrics)) +
                       Drop(anchor.y, block, metrics);
  const double before = anchor.x * metrics.width;
  const double x =
      aligned ? static_cast<double>(block.area.x) : Start(anchor.x, block.area.x, block.area.width);
  const double y = aligned ? static_cast<double>(block.area.y)
                           : Start(anchor.y, block.area.y, block.area.height);
  return {x + affine.ry * below - affine.sx * before, y + affine.sy * below - affine.rx * before};
}

}  // namespace lodestone
