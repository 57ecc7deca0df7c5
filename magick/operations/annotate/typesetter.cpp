#include "magick/operations/annotate/typesetter.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "magick/core/errors/error.hpp"
#include "magick/core/fonts/font_modules.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr double kUnits = 64.0;         // per pixel
constexpr double kLargestEm = 65535.0;  // pixels: FreeType counts them in 16 bits
constexpr double kLeastDpi = 1.0, kMostDpi = 1e6;

bool ReadDensity(const char* density, double* x, double* y, ExceptionInfo* exception) {
  if (density == nullptr) return true;
  if (GetMagickDimension(density, x, y, nullptr, nullptr) != 2) *y = *x;
  const auto usable = [](double dpi) { return dpi >= kLeastDpi && dpi <= kMostDpi; };
  if (usable(*x) && usable(*y)) return true;
  Throw(exception, OptionError, "Unable to set the size of the font", density);
  return false;
}

}  // namespace

Typesetter::Typesetter(std::unique_ptr<FontFace> face, const DrawInfo& draw_info)
    : face_(std::move(face)), encoding_(draw_info.encoding == nullptr ? "" : draw_info.encoding) {}

std::unique_ptr<Typesetter> Typesetter::Make(const ChosenFont& font, const DrawInfo& draw_info,
                                             ExceptionInfo* exception) {
  std::string why;
  auto face = OpenFont(font.file, &why);
  if (face == nullptr) {
    Throw(exception, TypeError, "Unable to read font", (font.file.path + ": " + why).c_str());
    return nullptr;
  }
  const auto codes = face->SelectEncoding(font.encoding.empty() ? nullptr : font.encoding.c_str());
  if (!codes) {
    Throw(exception, TypeError, "Unrecognized font encoding", font.encoding.c_str());
    return nullptr;
  }
  std::unique_ptr<Typesetter> setter(new Typesetter(std::move(face), draw_info));
  setter->codes_ = *codes;
  if (!ReadDensity(draw_info.density, &setter->x_dpi_, &setter->y_dpi_, exception) ||
      !setter->SetPointSize(draw_info.pointsize, exception))
    return nullptr;
  setter->resized_ = false;
  return setter;
}

bool Typesetter::SetPointSize(double points, ExceptionInfo* exception) {
  const double em = points * std::max(x_dpi_, y_dpi_) / 72.0;
  if (!(em <= kLargestEm) || !(points >= 0.0)) {
    Throw(exception, OptionError, "Unable to set the size of the font",
          ("out of range: " + std::to_string(points) + " points").c_str());
    return false;
  }
  resized_ = true;
  face_->SetSize(points, static_cast<unsigned>(x_dpi_), static_cast<unsigned>(y_dpi_));
  measured_.clear();
  return true;
}

TypeMetric Typesetter::Measure(std::string_view text) {
  Line line(this);
  line.Add(text);
  return line.Metrics();
}

Typesetter::Line::Line(Typesetter* setter) : setter_(setter) {}

void Typesetter::Line::Add(std::string_view text) {
  for (const unsigned long character : setter_->Decode(text)) {
    const GlyphMetrics* glyph = setter_->Place(character, &pen_);
    if (glyph == nullptr) continue;
    if (!bounds_) bounds_ = *glyph;
    bounds_->x_min = std::min(bounds_->x_min, glyph->x_min);
    bounds_->y_min = std::min(bounds_->y_min, glyph->y_min);
    bounds_->x_max = std::max(bounds_->x_max, glyph->x_max);
    bounds_->y_max = std::max(bounds_->y_max, glyph->y_max);
    pen_.x += glyph->advance;
    widest_ = std::max(widest_, pen_.x);
  }
}

TypeMetric Typesetter::Line::Metrics() const {
  TypeMetric metrics = setter_->MetricsOfFace();
  metrics.width = static_cast<double>(widest_) / kUnits;
  if (!bounds_) return metrics;
  metrics.bounds.x1 = static_cast<double>(bounds_->x_min) / kUnits;
  metrics.bounds.y1 = static_cast<double>(bounds_->y_min) / kUnits;
  metrics.bounds.x2 = static_cast<double>(bounds_->x_max) / kUnits;
  metrics.bounds.y2 = static_cast<double>(bounds_->y_max) / kUnits;
  return metrics;
}

Characters Typesetter::Decode(std::string_view text) const {
  return CharactersOf(text, codes_, encoding_.c_str());
}

const GlyphMetrics* Typesetter::Place(unsigned long character, Pen* pen) {
  const unsigned glyph = face_->GlyphOf(character);
  if (glyph != 0 && pen->glyph != 0) pen->x += face_->Kerning(pen->glyph, glyph);
  const auto& metrics = MetricsOf(glyph);
  if (!metrics) return nullptr;
  pen->glyph = glyph;
  return &*metrics;
}

const std::optional<GlyphMetrics>& Typesetter::MetricsOf(unsigned glyph) {
  const auto known = measured_.find(glyph);
  if (known != measured_.end()) return known->second;
  return measured_.emplace(glyph, face_->Measure(glyph)).first->second;
}

TypeMetric Typesetter::MetricsOfFace() const {
  const FaceMetrics face = face_->Metrics();
  const auto pixels = [](long length) { return static_cast<double>(length) / kUnits; };
  TypeMetric metrics{};
  metrics.pixels_per_em = {static_cast<double>(face.x_ppem), static_cast<double>(face.y_ppem)};
  metrics.ascent = pixels(face.ascender);
  metrics.descent = pixels(face.descender);
  metrics.height = pixels(face.height);
  metrics.max_advance = pixels(face.max_advance);
  metrics.bounds.y1 = metrics.descent;
  metrics.bounds.x2 = metrics.bounds.y2 = metrics.ascent + metrics.descent;
  metrics.underline_position = pixels(face.underline_position);
  metrics.underline_thickness = pixels(face.underline_thickness);
  return metrics;
}

}  // namespace lodestone
