// Fonts through FreeType: the engine of magick/fonts.
#include <ft2build.h>
#include FT_BBOX_H
#include FT_FREETYPE_H
#include FT_GLYPH_H
#include FT_OUTLINE_H

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/registration.hpp"
#include "magick/core/fonts/font_engine.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct NamedEncoding {
  const char* name;
  FT_Encoding encoding;
};
constexpr NamedEncoding kEncodings[] = {{"AdobeCustom", FT_ENCODING_ADOBE_CUSTOM},
                                        {"AdobeExpert", FT_ENCODING_ADOBE_EXPERT},
                                        {"AdobeStandard", FT_ENCODING_ADOBE_STANDARD},
                                        {"AppleRoman", FT_ENCODING_APPLE_ROMAN},
                                        {"BIG5", FT_ENCODING_BIG5},
                                        {"GB2312", FT_ENCODING_PRC},
                                        {"Johab", FT_ENCODING_JOHAB},
                                        {"Latin-1", FT_ENCODING_ADOBE_LATIN_1},
                                        {"Latin-2", FT_ENCODING_OLD_LATIN_2},
                                        {"None", FT_ENCODING_NONE},
                                        {"SJIScode", FT_ENCODING_SJIS},
                                        {"Symbol", FT_ENCODING_MS_SYMBOL},
                                        {"Unicode", FT_ENCODING_UNICODE},
                                        {"Wansung", FT_ENCODING_WANSUNG}};

CharacterCodes CodesOf(FT_Encoding encoding) {
  if (encoding == FT_ENCODING_UNICODE) return CharacterCodes::kUnicode;
  if (encoding == FT_ENCODING_SJIS) return CharacterCodes::kShiftJis;
  return encoding == FT_ENCODING_NONE ? CharacterCodes::kNone : CharacterCodes::kOther;
}

using GlyphOwner = Owner<FT_GlyphRec_, FT_Done_Glyph>;
using LibraryOwner = Owner<FT_LibraryRec_, FT_Done_FreeType>;
using FaceOwner = Owner<FT_FaceRec_, FT_Done_Face>;

FT_Fixed Fixed(double value) {
  return static_cast<FT_Fixed>(65536.0 * value + 0.5);
}

// FreeType counts y upwards.
FT_Matrix MatrixOf(const AffineMatrix& affine) {
  FT_Matrix matrix;
  matrix.xx = Fixed(affine.sx);
  matrix.yx = Fixed(-affine.rx);
  matrix.xy = Fixed(-affine.ry);
  matrix.yy = Fixed(affine.sy);
  return matrix;
}

// FreeType calls these for the parts of an outline.
template <class... Points>
int AddStep(std::vector<OutlineStep>* steps, char command, const Points*... points) {
  steps->push_back({command, sizeof...(points), {{points->x, points->y}...}});
  return 0;
}

int MoveTo(const FT_Vector* to, void* steps) {
  return AddStep(static_cast<std::vector<OutlineStep>*>(steps), 'M', to);
}
int LineTo(const FT_Vector* to, void* steps) {
  return AddStep(static_cast<std::vector<OutlineStep>*>(steps), 'L', to);
}
int ConicTo(const FT_Vector* control, const FT_Vector* to, void* steps) {
  return AddStep(static_cast<std::vector<OutlineStep>*>(steps), 'Q', control, to);
}
int CubicTo(const FT_Vector* first, const FT_Vector* second, const FT_Vector* to, void* steps) {
  return AddStep(static_cast<std::vector<OutlineStep>*>(steps), 'C', first, second, to);
}

// The bits of a bitmap in one byte each.
void CopySamples(const FT_Bitmap& bitmap, GlyphCoverage* coverage) {
  const bool bits = bitmap.pixel_mode == FT_PIXEL_MODE_MONO;
  const std::size_t columns = bitmap.width;
  coverage->columns = columns;
  coverage->rows = bitmap.rows;
  coverage->samples.resize(columns * bitmap.rows);
  for (std::size_t y = 0; y < bitmap.rows; ++y) {
    const unsigned char* row = bitmap.buffer + static_cast<std::ptrdiff_t>(y) * bitmap.pitch;
    unsigned char* to = coverage->samples.data() + y * columns;
    for (std::size_t x = 0; x < columns; ++x)
      to[x] = !bits ? row[x] : (row[x / 8] >> (7 - x % 8) & 1) != 0 ? 255 : 0;
  }
}

struct DrawnGlyph {
  GlyphCoverage coverage;
  long left = 0, top = 0;  // without the whole pixels of its place
  bool is_bitmap = false;  // of the font
};

// Glyphs that will be needed again: texts have few different ones.
class DrawnGlyphs {
 public:
  // The glyph, the matrix, and the parts of a pixel where it starts.
  using Key = std::array<FT_Fixed, 7>;

  DrawnGlyph* Find(const Key& key) {
    const auto known = kept_.find(key);
    return known == kept_.end() ? nullptr : &known->second;
  }
  // The glyph itself if it is large, else the one kept in its place.
  DrawnGlyph* Keep(const Key& key, DrawnGlyph* glyph) {
    const std::size_t bytes = glyph->coverage.samples.size();
    if (bytes > kLargest) return glyph;
    if (bytes_ + bytes > kMost) clear();
    DrawnGlyph& kept = kept_.emplace(key, std::move(*glyph)).first->second;
    bytes_ += bytes + kOverhead;
    return &kept;
  }
  void clear() {
    kept_.clear();
    bytes_ = 0;
  }

 private:
  static constexpr std::size_t kLargest = 1 << 16, kMost = 1 << 20;
  static constexpr std::size_t kOverhead = sizeof(Key) + sizeof(DrawnGlyph);
  std::map<Key, DrawnGlyph> kept_;
  std::size_t bytes_ = 0;
};

class FreeTypeFace : public FontFace {
 public:
  FreeTypeFace(LibraryOwner library, FaceOwner face)
      : library_(std::move(library)), face_(std::move(face)) {}

  std::optional<CharacterCodes> SelectEncoding(const char* name) override;
  void SetSize(double points, unsigned x_dpi, unsigned y_dpi) override;
  FaceMetrics Metrics() const override;
  unsigned GlyphOf(unsigned long character) const override {
    return FT_Get_Char_Index(face_.get(), character);
  }
  long Kerning(unsigned left, unsigned right) const override;
  std::optional<GlyphMetrics> Measure(unsigned glyph) override;
  GlyphOutcome Draw(unsigned glyph, const GlyphPlace& place,
                    const GlyphCoverage** coverage) override;
  std::vector<OutlineStep> Trace(unsigned glyph) override;

 private:
  GlyphOwner Load(unsigned glyph);
  GlyphOutcome DrawAt(unsigned glyph, FT_Matrix* matrix, FT_Vector* origin, DrawnGlyph* drawn);
  GlyphOutcome Rasterize(GlyphOwner glyph, DrawnGlyph* drawn);

  LibraryOwner library_;  // outlives the face
  FaceOwner face_;
  DrawnGlyphs drawn_;  // at this size
  DrawnGlyph last_;
};

std::optional<CharacterCodes> FreeTypeFace::SelectEncoding(const char* name) {
  if (face_->num_charmaps != 0) FT_Set_Charmap(face_.get(), face_->charmaps[0]);
  FT_Encoding encoding = FT_ENCODING_UNICODE;
  if (FT_Select_Charmap(face_.get(), encoding) != 0) {
    encoding = FT_ENCODING_NONE;
    (void)FT_Select_Charmap(face_.get(), encoding);
  }
  if (name == nullptr) return CodesOf(encoding);
  for (const NamedEncoding& each : kEncodings)
    if (LocaleCompare(each.name, name) == 0) encoding = each.encoding;
  if (FT_Select_Charmap(face_.get(), encoding) != 0) return std::nullopt;
  return CodesOf(encoding);
}

// A face of bitmaps alone has some sizes: the nearest one is taken.
void FreeTypeFace::SetSize(double points, unsigned x_dpi, unsigned y_dpi) {
  drawn_.clear();
  const auto size = static_cast<FT_F26Dot6>(64.0 * points);
  if (FT_Set_Char_Size(face_.get(), size, size, x_dpi, y_dpi) == 0 || FT_IS_SCALABLE(face_.get()) ||
      face_->num_fixed_sizes <= 0)
    return;
  const double wanted = 64.0 * points * y_dpi / 72.0;
  const FT_Bitmap_Size* const first = face_->available_sizes;
  const auto nearest = std::min_element(first, first + face_->num_fixed_sizes,
                                        [&](const FT_Bitmap_Size& a, const FT_Bitmap_Size& b) {
                                          return std::abs(static_cast<double>(a.y_ppem) - wanted) <
                                                 std::abs(static_cast<double>(b.y_ppem) - wanted);
                                        });
  (void)FT_Select_Size(face_.get(), static_cast<FT_Int>(nearest - first));
}

FaceMetrics FreeTypeFace::Metrics() const {
  const FT_Size_Metrics& size = face_->size->metrics;
  return {size.x_ppem,
          size.y_ppem,
          size.ascender,
          size.descender,
          size.height,
          size.max_advance,
          face_->underline_position,
          face_->underline_thickness};
}

long FreeTypeFace::Kerning(unsigned left, unsigned right) const {
  FT_Vector kerning;
  if (!FT_HAS_KERNING(face_.get()) ||
      FT_Get_Kerning(face_.get(), left, right, FT_KERNING_DEFAULT, &kerning) != 0)
    return 0;
  return kerning.x;
}

std::optional<GlyphMetrics> FreeTypeFace::Measure(unsigned glyph) {
  if (FT_Load_Glyph(face_.get(), glyph, FT_LOAD_DEFAULT) != 0) return std::nullopt;
  const FT_GlyphSlot slot = face_->glyph;
  if (slot->format == FT_GLYPH_FORMAT_OUTLINE) {
    FT_BBox box;
    if (FT_Outline_Get_BBox(&slot->outline, &box) != 0) return std::nullopt;
    return GlyphMetrics{slot->advance.x, box.xMin, box.yMin, box.xMax, box.yMax};
  }
  const auto length = [](auto pixels) { return static_cast<long>(pixels) * 64; };
  return GlyphMetrics{slot->advance.x, length(slot->bitmap_left),
                      length(slot->bitmap_top) - length(slot->bitmap.rows),
                      length(slot->bitmap_left) + length(slot->bitmap.width),
                      length(slot->bitmap_top)};
}

GlyphOwner FreeTypeFace::Load(unsigned glyph) {
  FT_Glyph loaded = nullptr;
  if (FT_Load_Glyph(face_.get(), glyph, FT_LOAD_DEFAULT) != 0 ||
      FT_Get_Glyph(face_->glyph, &loaded) != 0)
    return nullptr;
  return GlyphOwner(loaded);
}

GlyphOutcome FreeTypeFace::Rasterize(GlyphOwner glyph, DrawnGlyph* drawn) {
  FT_BBox box;
  FT_Glyph_Get_CBox(glyph.get(), FT_GLYPH_BBOX_PIXELS, &box);
  constexpr long kLargest = 32767;
  if (box.xMax - box.xMin > kLargest || box.yMax - box.yMin > kLargest)
    return GlyphOutcome::kTooLarge;
  // FreeType's bitmap, and the copy.
  MemoryClaim claim;
  if (!claim.Acquire(2 * static_cast<std::uint64_t>((box.xMax - box.xMin) * (box.yMax - box.yMin))))
    return GlyphOutcome::kTooLarge;
  drawn->is_bitmap = glyph->format == FT_GLYPH_FORMAT_BITMAP;
  FT_Glyph converted = glyph.release();
  const FT_Error error = FT_Glyph_To_Bitmap(&converted, FT_RENDER_MODE_NORMAL, nullptr, 1);
  const GlyphOwner owner(converted);
  if (error != 0) return GlyphOutcome::kMissing;
  const auto* result = reinterpret_cast<FT_BitmapGlyph>(converted);
  const auto mode = result->bitmap.pixel_mode;
  if (mode != FT_PIXEL_MODE_GRAY && mode != FT_PIXEL_MODE_MONO) return GlyphOutcome::kMissing;
  drawn->left = result->left;
  drawn->top = result->top;
  CopySamples(result->bitmap, &drawn->coverage);
  return GlyphOutcome::kDrawn;
}

GlyphOutcome FreeTypeFace::DrawAt(unsigned glyph, FT_Matrix* matrix, FT_Vector* origin,
                                  DrawnGlyph* drawn) {
  GlyphOwner loaded = Load(glyph);
  if (loaded == nullptr) return GlyphOutcome::kMissing;
  (void)FT_Glyph_Transform(loaded.get(), matrix, origin);
  return Rasterize(std::move(loaded), drawn);
}

// Whole pixels only move what the rest of the place gives.
GlyphOutcome FreeTypeFace::Draw(unsigned glyph, const GlyphPlace& place,
                                const GlyphCoverage** coverage) {
  FT_Matrix matrix = MatrixOf(place.affine);
  FT_Vector origin = {place.x, 0};
  FT_Vector_Transform(&origin, &matrix);
  const FT_Vector whole = {origin.x >> 6, origin.y >> 6};
  FT_Vector part = {origin.x & 63, origin.y & 63};
  const DrawnGlyphs::Key key{glyph, matrix.xx, matrix.xy, matrix.yx, matrix.yy, part.x, part.y};
  DrawnGlyph* drawn = drawn_.Find(key);
  if (drawn == nullptr) {
    const GlyphOutcome outcome = DrawAt(glyph, &matrix, &part, &last_);
    if (outcome != GlyphOutcome::kDrawn) return outcome;
    drawn = drawn_.Keep(key, &last_);
  }
  drawn->coverage.left = drawn->left + whole.x;
  drawn->coverage.top = drawn->top + (drawn->is_bitmap ? 0 : whole.y);
  *coverage = &drawn->coverage;
  return GlyphOutcome::kDrawn;
}

std::vector<OutlineStep> FreeTypeFace::Trace(unsigned glyph) {
  std::vector<OutlineStep> steps;
  if (FT_Load_Glyph(face_.get(), glyph, FT_LOAD_DEFAULT) != 0 ||
      face_->glyph->format != FT_GLYPH_FORMAT_OUTLINE)
    return steps;
  constexpr FT_Outline_Funcs kFunctions = {MoveTo, LineTo, ConicTo, CubicTo, 0, 0};
  if (FT_Outline_Decompose(&face_->glyph->outline, &kFunctions, &steps) != 0) steps.clear();
  return steps;
}

std::unique_ptr<FontFace> Open(const FontFile& file, std::string* why) {
  std::error_code error_code;
  const auto status = std::filesystem::status(file.path, error_code);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    *why = "it is not a regular file";  // FreeType would wait for a pipe's writer
    return nullptr;
  }
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) {
    *why = "FreeType cannot be initialized";
    return nullptr;
  }
  LibraryOwner owner(library);
  FT_Face face = nullptr;
  const FT_Error error = FT_New_Face(library, file.path.c_str(), file.index, &face);
  if (error != 0) {
    *why = error == FT_Err_Unknown_File_Format
               ? "it is no font that FreeType knows"
               : "it is damaged (FreeType error " + std::to_string(error) + ")";
    return nullptr;
  }
  return std::make_unique<FreeTypeFace>(std::move(owner), FaceOwner(face));
}

}  // namespace

LS_CODER_ENTRY(FREETYPE) {
  SetFontOpener(Open);
}

}  // namespace lodestone::coders
