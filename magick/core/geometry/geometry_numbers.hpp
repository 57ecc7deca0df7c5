// The numbers of a geometry string as they are written, before they become pixels.
#pragma once

namespace lodestone {

struct GeometryNumbers {
  double width = 0.0;
  double height = 0.0;
  double x = 0.0;
  double y = 0.0;
};

// `flags`: those of GetGeometry, which say what numbers there are. False if any text is left over.
bool ReadGeometry(const char* geometry, int* flags, GeometryNumbers* numbers);

}  // namespace lodestone
