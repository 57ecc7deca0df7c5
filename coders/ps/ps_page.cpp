#include "coders/ps/ps_page.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "coders/pages/stream_text.hpp"
#include "magick/attribute.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr double kPageWidth = 612.0, kPageHeight = 792.0;  // letter, in points
constexpr double kLabelMargin = 12.0;                      // below the lowest baseline

std::vector<std::string> LinesOf(const Image* image) {
  const ImageAttribute* const label = GetImageAttribute(image, "label");
  std::vector<std::string> lines;
  if (label == nullptr || label->value == nullptr) return lines;
  std::string_view text = label->value;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

double HeightOf(const PsPage& page) {
  if (page.labels.empty()) return 0.0;
  return static_cast<double>(page.labels.size()) * page.pointsize + kLabelMargin;
}

// Pages that nobody gave a size are printed on letter paper.
void ShrinkToPaper(PagePlacement& place) {
  const double scale = std::min({1.0, kPageWidth / place.width, kPageHeight / place.height});
  place.width *= scale;
  place.height *= scale;
}

// A font whose characters are those of Latin-1, where the language has that encoding.
std::string FontOf(const PsKind& kind, double pointsize) {
  const std::string name = std::string("/") + PsFontOf(kind) + " findfont ";
  const std::string latin =
      kind.level < 2
          ? ""
          : "dup length dict begin\n{ 1 index /FID ne { def } { pop pop } ifelse } forall\n"
            "/Encoding ISOLatin1Encoding def currentdict end\n"
            "/LabelFont exch definefont ";
  return name + latin + NumberText(pointsize) + " scalefont setfont\n";
}

}  // namespace

const std::vector<PsKind>& PsKinds() {
  static const std::vector<PsKind> kinds = {
      {"EPI", "Encapsulated PostScript Interchange format", 1, true, true},
      {"EPS", "Encapsulated PostScript", 1},
      {"EPS2", "Level II Encapsulated PostScript", 2},
      {"EPS3", "Level III Encapsulated PostScript", 3},
      {"EPSF", "Encapsulated PostScript", 1},
      {"EPSI", "Encapsulated PostScript Interchange format", 1, true, true},
      {"PS", "PostScript", 1, false},
      {"PS2", "Level II PostScript", 2, false},
      {"PS3", "Level III PostScript", 3, false}};
  return kinds;
}

const PsKind& PsKindOf(const ImageInfo* image_info) {
  const auto found = std::ranges::find_if(PsKinds(), [&](const PsKind& kind) {
    return LocaleCompare(kind.name, image_info->magick) == 0;
  });
  return found == PsKinds().end() ? PsKinds().front() : *found;
}

const char* PsFontOf(const PsKind& kind) {
  return kind.level < 2 ? "Times-Roman" : "Helvetica";
}

void PsBox::Include(const PsBox& other) {
  left = std::min(left, other.left);
  bottom = std::min(bottom, other.bottom);
  right = std::max(right, other.right);
  top = std::max(top, other.top);
}

std::string PsBox::Outer() const {
  constexpr double kNothing = 1e-4;  // what NumberText does not show
  char text[128];
  std::snprintf(text, sizeof text, "%.0f %.0f %.0f %.0f", std::floor(left + kNothing),
                std::floor(bottom + kNothing), std::ceil(right - kNothing),
                std::ceil(top - kNothing));
  return text;
}

std::string PsBox::Exact() const {
  return NumberText(left) + " " + NumberText(bottom) + " " + NumberText(right) + " " +
         NumberText(top);
}

PsBox PsPage::Box() const {
  return {place.x, place.y, place.x + place.width, place.y + place.height + HeightOf(*this)};
}

PsPage PsPageOf(const PsKind& kind, const ImageInfo* image_info, const Image* image) {
  PsPage page;
  page.place = PlaceOnPage(image_info, image);
  if (!kind.encapsulated && image_info->page == nullptr) ShrinkToPaper(page.place);
  page.labels = LinesOf(image);
  page.pointsize = image_info->pointsize;
  return page;
}

std::string PsPageStart(const PsKind& kind, const PsPage& page) {
  std::string text;
  const PagePlacement& place = page.place;
  text += NumberText(place.x) + " " + NumberText(place.y) + " translate\n";
  if (!page.labels.empty()) text += FontOf(kind, page.pointsize);
  double baseline = place.height + HeightOf(page);
  for (const std::string& line : page.labels) {
    baseline -= page.pointsize;
    text += "0 " + NumberText(baseline) + " moveto " + PsLiteral(line, kind.level) + " show\n";
  }
  return text + NumberText(place.width) + " " + NumberText(place.height) + " scale\n";
}

std::string PsLiteral(std::string_view utf8, unsigned level) {
  constexpr std::size_t kMost = 200;  // characters; lines of a file have 255
  const char32_t last = level < 2 ? 0x7e : 0xff;
  std::string text;
  for (std::size_t i = 0; i < kMost && !utf8.empty(); ++i) {
    const char32_t c = NextCharacter(utf8);
    const bool has_it = c >= ' ' && c <= last && !(c > 0x7e && c < 0xa0);
    text += has_it ? static_cast<char>(c) : '?';
  }
  const std::string literal = LiteralText(text);
  std::string ascii;
  for (const char c : literal) {
    char octal[8];
    std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned char>(c));
    ascii += static_cast<unsigned char>(c) < 0x80 ? std::string(1, c) : octal;
  }
  return ascii;
}

}  // namespace lodestone::coders
