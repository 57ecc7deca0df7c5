// Lines of text in one font and size.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "magick/operations/annotate/characters.hpp"
#include "magick/core/fonts/font_choice.hpp"
#include "magick/render.h"

namespace lodestone {

class Typesetter {
 public:
  // The point size, density and encoding of the settings. Null with *exception set.
  static std::unique_ptr<Typesetter> Make(const ChosenFont& font, const DrawInfo& draw_info,
                                          ExceptionInfo* exception);

  // False with *exception set if it is out of range.
  bool SetPointSize(double points, ExceptionInfo* exception);

  // Whether its size has been set since.
  bool resized() const { return resized_; }

  TypeMetric Measure(std::string_view text);

  // The pen after some glyphs.
  struct Pen {
    long x = 0;  // 1/64 of a pixel
    unsigned glyph = 0;
  };

  // Measures a line as it grows.
  class Line {
   public:
    explicit Line(Typesetter* setter);
    void Add(std::string_view text);
    TypeMetric Metrics() const;  // so far

   private:
    Typesetter* setter_;
    Pen pen_;
    long widest_ = 0;
    std::optional<GlyphMetrics> bounds_;
  };

  // draw(pen) for each glyph in turn, until it returns false.
  template <class Draw>
  bool ForEachGlyph(std::string_view text, Draw draw) {
    Pen pen;
    for (const unsigned long character : Decode(text)) {
      const GlyphMetrics* metrics = Place(character, &pen);
      if (metrics == nullptr) continue;
      if (!draw(pen)) return false;
      pen.x += metrics->advance;
    }
    return true;
  }

  FontFace& face() { return *face_; }

 private:
  Typesetter(std::unique_ptr<FontFace> face, const DrawInfo& draw_info);
  Characters Decode(std::string_view text) const;
  // Moves the pen to where the glyph of a character starts. Null if it has none.
  const GlyphMetrics* Place(unsigned long character, Pen* pen);
  const std::optional<GlyphMetrics>& MetricsOf(unsigned glyph);
  TypeMetric MetricsOfFace() const;

  bool resized_ = false;
  std::unique_ptr<FontFace> face_;
  std::string encoding_;  // of texts
  double x_dpi_ = 72.0, y_dpi_ = 72.0;
  CharacterCodes codes_ = CharacterCodes::kUnicode;
  std::unordered_map<unsigned, std::optional<GlyphMetrics>> measured_;  // at this size
};

}  // namespace lodestone
