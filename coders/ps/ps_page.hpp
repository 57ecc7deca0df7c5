// The kinds of PostScript files, and where images and labels lie on their pages.
#pragma once

#include <string>
#include <vector>

#include "coders/pages/page_placement.hpp"
#include "coders/ps/ps_box.hpp"

namespace lodestone::coders {

struct PsKind {
  const char* name;
  const char* description;
  unsigned level;
  bool encapsulated = true;  // one picture, for other documents
  bool preview = false;      // of black and white, in comments
};
const std::vector<PsKind>& PsKinds();
const PsKind& PsKindOf(const ImageInfo* image_info);

const char* PsFontOf(const PsKind& kind);

struct PsPage {
  PagePlacement place;
  std::vector<std::string> labels;  // lines in UTF-8, above the image
  double pointsize = 0;
  PsBox Box() const;
};
PsPage PsPageOf(const PsKind& kind, const ImageInfo* image_info, const Image* image);

// Draws the labels, and makes the image's place the unit square.
std::string PsPageStart(const PsKind& kind, const PsPage& page);

// Of a comment or string: in Latin-1 as far as `level` has that, with other characters as "?".
std::string PsLiteral(std::string_view utf8, unsigned level);

}  // namespace lodestone::coders
