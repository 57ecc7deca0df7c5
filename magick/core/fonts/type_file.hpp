// Lists of fonts in files: type.mgk.
#pragma once

#include <string>
#include <vector>

#include "magick/type.h"

namespace lodestone {

// Empty texts are not there.
struct TypeEntry {
  std::string path, name, description, family, encoding, foundry, format, metrics, glyphs;
  StyleType style = NormalStyle;
  StretchType stretch = NormalStretch;
  unsigned long weight = 0;
  bool stealth = false;
};

// What type.mgk in the folders of GetConfigureBlob says, and the files that it includes. Nothing if
// there is none.
std::vector<TypeEntry> ReadTypeFiles();

}  // namespace lodestone
