// Text on images.
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "magick/operations/annotate/glyph_outline.hpp"
#include "magick/operations/annotate/glyph_painter.hpp"
#include "magick/operations/annotate/open_setter.hpp"
#include "magick/operations/annotate/text_place.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/operations/draw/raster/paint_outline.hpp"
#include "magick/operations/draw/draw_handle.hpp"
#include "magick/gem.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr char kUnable[] = "Unable to annotate image";

// What stands on the lines: at the first carriage return a line ends.
std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    lines.push_back(line.substr(0, line.find('\r')));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

// FreeType has 16 bits for the whole part, and places beyond this are on no image.
bool IsUsable(const AffineMatrix& affine) {
  constexpr double kLargest = 32767.0;
  for (const double value : {affine.sx, affine.rx, affine.ry, affine.sy})
    if (!(std::abs(value) <= kLargest)) return false;
  return true;
}

bool IsOnSomeImage(const PointInfo& place) {
  constexpr double kFarthest = 1e12;
  return std::abs(place.x) <= kFarthest && std::abs(place.y) <= kFarthest;
}

// As GraphicsMagick's drawing commands, which these lengths pass through as text, have them.
double SixDigits(double value) {
  char text[64];
  MagickFormatString(text, sizeof text, "%g", value);
  return std::strtod(text, nullptr);
}

class Annotation {
 public:
  Annotation(Typesetter* setter, const DrawInfo& settings, Image* image)
      : setter_(*setter), settings_(settings), image_(image) {}

  bool Run(std::string_view text) {
    const std::vector<std::string_view> lines = LinesOf(text);
    TextBlock block{{}, static_cast<long>(lines.size())};
    SetGeometry(image_, &block.area);
    if (settings_.geometry != nullptr)
      (void)GetGeometry(settings_.geometry, &block.area.x, &block.area.y, &block.area.width,
                        &block.area.height);
    std::optional<TypeMetric> metrics;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].empty()) continue;
      // At the top left all lines have the width of the first one, as in GraphicsMagick.
      if (!metrics || settings_.gravity != NorthWestGravity) metrics = setter_.Measure(lines[i]);
      const PointInfo place = PlaceOfLine(settings_, block, static_cast<long>(i), *metrics);
      if (IsOnSomeImage(place) && !DrawTextLine(lines[i], place, *metrics)) return false;
    }
    return true;
  }

 private:
  bool DrawTextLine(std::string_view line, const PointInfo& place, const TypeMetric& metrics) {
    if (!DrawBox(place, metrics)) return false;
    const auto rise = RiseOfDecoration(metrics);
    const bool behind = settings_.decorate != LineThroughDecoration;
    if (rise && behind && !DrawDecoration(place, metrics, *rise)) return false;
    if (!DrawGlyphs(line, place)) return false;
    return !rise || behind || DrawDecoration(place, metrics, *rise);
  }

  PointInfo Moved(const PointInfo& from, double x, double y) const {
    const AffineMatrix& affine = settings_.affine;
    return {from.x + affine.sx * x + affine.ry * y, from.y + affine.rx * x + affine.sy * y};
  }

  template <class MakeOutline>
  bool Paint(const DrawInfo& pen, MakeOutline make_outline) {
    try {
      PaintOutline(image_, pen, make_outline());
      return true;
    } catch (const DrawFailure& failure) {
      Throw(&image_->exception, failure.severity, failure.reason, failure.description.c_str());
      return false;
    }
  }

  bool DrawBox(const PointInfo& place, const TypeMetric& metrics) {
    if (settings_.undercolor.opacity == TransparentOpacity) return true;
    const AffineMatrix& affine = settings_.affine;
    const PointInfo corner = {place.x - affine.ry * (metrics.ascent - metrics.max_advance / 4.0),
                              place.y - affine.sy * metrics.ascent};
    const double width = SixDigits(metrics.width + metrics.max_advance / 2.0);
    const auto height = static_cast<double>(HeightOfLine(metrics));
    if (width == 0.0 || height == 0.0) return true;
    const DrawInfoHandle pen = CopyOf(settings_);
    pen->fill = settings_.undercolor;
    DestroyImage(std::exchange(pen->fill_pattern, nullptr));
    return Paint(*pen, [&] {
      return Outline{{corner, Moved(corner, 0.0, height), Moved(corner, width, height),
                      Moved(corner, width, 0.0), corner},
                     {{5, true}},
                     5};
    });
  }

  // How far above the baseline the decoration is; empty if there is none.
  std::optional<double> RiseOfDecoration(const TypeMetric& metrics) const {
    const double sy = settings_.affine.sy;
    switch (settings_.decorate) {
      case OverlineDecoration:
        return sy * (metrics.ascent + metrics.descent) - metrics.underline_position;
      case UnderlineDecoration:
        return metrics.underline_position;
      case LineThroughDecoration:
        return (sy * static_cast<double>(HeightOfLine(metrics)) + metrics.underline_position) / 2.0;
      default:
        return std::nullopt;
    }
  }

  // A thin line of the fill, and one as thick as the font's underline of the stroke.
  bool DrawDecoration(const PointInfo& place, const TypeMetric& metrics, double rise) {
    const PointInfo start = {place.x, place.y - rise};
    const double length = SixDigits(metrics.width);
    if (length == 0.0) return true;
    const DrawInfoHandle pen = CopyOf(settings_);
    pen->stroke_width = SixDigits(metrics.underline_thickness);
    return Paint(*pen, [&] {
      return Outline{{start, Moved(start, length, 0.0)}, {{2, false}}, 2};
    });
  }

  // The stroke is over the fill of all glyphs.
  bool DrawGlyphs(std::string_view line, const PointInfo& place) {
    const GlyphPaint fill{settings_.fill, settings_.fill_pattern,
                          settings_.text_antialias != MagickFalse};
    const bool strokes =
        settings_.stroke.opacity != TransparentOpacity || settings_.stroke_pattern != nullptr;
    return (!fill.shows() || FillGlyphs(line, place, fill)) &&
           (!strokes || StrokeGlyphs(line, place));
  }

  bool FillGlyphs(std::string_view line, const PointInfo& place, const GlyphPaint& paint) {
    const GlyphCoverage* coverage = nullptr;
    return setter_.ForEachGlyph(line, [&](const Typesetter::Pen& pen) {
      const GlyphOutcome outcome =
          setter_.face().Draw(pen.glyph, {settings_.affine, pen.x}, &coverage);
      if (outcome == GlyphOutcome::kMissing) return true;
      if (outcome == GlyphOutcome::kDrawn) return PaintGlyph(*coverage, place, paint, image_);
      Throw(&image_->exception, ResourceLimitError, kUnable, "a character is too large");
      return false;
    });
  }

  bool StrokeGlyphs(std::string_view line, const PointInfo& place) {
    const DrawInfoHandle pen = CopyOf(settings_);
    pen->fill = {0, 0, 0, TransparentOpacity};
    return Paint(*pen, [&] { return OutlineOfLine(&setter_, line, settings_.affine, place); });
  }

  Typesetter& setter_;
  const DrawInfo& settings_;
  Image* const image_;
};

MagickPassFail Annotate(Image* image, const DrawInfo& draw_info) {
  if (draw_info.text == nullptr) return MagickFail;
  if (*draw_info.text == '\0') return MagickPass;
  if (!IsUsable(draw_info.affine)) {
    Throw(&image->exception, OptionError, kUnable, "the matrix is out of range");
    return MagickFail;
  }
  const auto setter = OpenSetter(draw_info, &image->exception);
  if (setter == nullptr) return MagickFail;
  if (!draw_info.render) return MagickPass;
  image->storage_class = DirectClass;
  return Annotation(setter.get(), draw_info, image).Run(draw_info.text) ? MagickPass : MagickFail;
}

MagickPassFail Measure(Image* image, const DrawInfo& draw_info, TypeMetric* metrics) {
  *metrics = TypeMetric{};
  if (draw_info.text == nullptr) {
    Throw(ExceptionOf(image), OptionError, "Unable to get type metrics", "there is no text");
    return MagickFail;
  }
  const auto setter = OpenSetter(draw_info, ExceptionOf(image));
  if (setter == nullptr) return MagickFail;
  *metrics = setter->Measure(draw_info.text);
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail AnnotateImage(Image* image, const DrawInfo* draw_info) {
  return Guard(ExceptionOf(image), {image, draw_info}, MagickFail,
               [&] { return Annotate(image, *draw_info); });
}

MagickPassFail GetTypeMetrics(Image* image, const DrawInfo* draw_info, TypeMetric* metrics) {
  return Guard(ExceptionOf(image), {image, draw_info, metrics}, MagickFail,
               [&] { return Measure(image, *draw_info, metrics); });
}
