// Faces of fonts, and what is installed. The libraries for both are in modules, which fill in these
// interfaces and are loaded when text is first drawn.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/coder_api.hpp"
#include "magick/error.h"
#include "magick/render.h"
#include "magick/type.h"

LS_CODER_API_BEGIN
namespace lodestone {

struct FontFile {
  std::string path;
  long index = 0;  // of the face in a collection
};

// How the characters of a face are numbered.
enum class CharacterCodes { kUnicode, kShiftJis, kOther, kNone };

// At the size set, in 1/64 of a pixel; those of the underline as the file has them.
struct FaceMetrics {
  long x_ppem, y_ppem;  // pixels
  long ascender, descender, height, max_advance;
  long underline_position, underline_thickness;
};

// In 1/64 of a pixel, upwards.
struct GlyphMetrics {
  long advance;
  long x_min, y_min, x_max, y_max;
};

// A step of a glyph's outline, upwards in 1/64 of a pixel from the glyph's origin.
struct OutlineStep {
  char command;  // M, L, Q or C: as in the paths of SVG
  int count;     // of points
  struct {
    long x, y;
  } points[3];
};

// The matrix (without its offsets) applies to the glyph and to where it starts, in 1/64 of a pixel.
struct GlyphPlace {
  AffineMatrix affine;
  long x;
};

// How much of each pixel a glyph covers: 0 to 255, row by row.
struct GlyphCoverage {
  long left, top;  // of the first pixel from the origin: to the right, upwards
  std::size_t columns, rows;
  std::vector<unsigned char> samples;
};

enum class GlyphOutcome { kDrawn, kMissing, kTooLarge };

// One face of a file at one size. Used by one thread at a time.
class FontFace {
 public:
  virtual ~FontFace() = default;

  // Chooses the table of characters: Unicode if there is one, or the one of a name ("AppleRoman").
  // Empty if the face lacks it.
  virtual std::optional<CharacterCodes> SelectEncoding(const char* name) = 0;

  // Sizes below one point are one point.
  virtual void SetSize(double points, unsigned x_dpi, unsigned y_dpi) = 0;
  virtual FaceMetrics Metrics() const = 0;

  // 0: none.
  virtual unsigned GlyphOf(unsigned long character) const = 0;
  virtual long Kerning(unsigned left, unsigned right) const = 0;
  virtual std::optional<GlyphMetrics> Measure(unsigned glyph) = 0;

  // The coverage stays as it is until the next call.
  virtual GlyphOutcome Draw(unsigned glyph, const GlyphPlace& place,
                            const GlyphCoverage** coverage) = 0;

  // Its contours, each of which ends where it began. None: it is a bitmap, empty, or missing.
  virtual std::vector<OutlineStep> Trace(unsigned glyph) = 0;
};

// Null with the reason in *why.
using FontOpener = std::unique_ptr<FontFace> (*)(const FontFile& file, std::string* why);

struct InstalledFont {
  FontFile file;
  std::string name, full_name, family, foundry, format;
  StyleType style;
  StretchType stretch;
  unsigned long weight;
};

// What a font is asked for by; strings may be null.
struct FontQuery {
  const char* name;  // "Helvetica-Bold", "DejaVu Sans"
  const char* family;
  StyleType style;
  StretchType stretch;
  unsigned long weight;  // 0: any
};

struct FontMatch {
  FontFile file;
  bool substituted;  // nothing like that is installed
};

struct FontFinder {
  std::vector<InstalledFont> (*list)();
  std::optional<FontMatch> (*match)(const FontQuery& query);
};

// Called by the modules.
void SetFontOpener(FontOpener opener);
void SetFontFinder(const FontFinder& finder);

}  // namespace lodestone
LS_CODER_API_END
