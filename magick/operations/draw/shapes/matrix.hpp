// Matrices of drawings.
#pragma once

#include "magick/image_types.h"

namespace lodestone {

inline bool IsIdentity(const AffineMatrix& m) {
  return m.sx == 1.0 && m.rx == 0.0 && m.ry == 0.0 && m.sy == 1.0 && m.tx == 0.0 && m.ty == 0.0;
}

// First b, then a.
inline AffineMatrix Product(const AffineMatrix& a, const AffineMatrix& b) {
  return {a.sx * b.sx + a.ry * b.rx,        a.rx * b.sx + a.sy * b.rx,
          a.sx * b.ry + a.ry * b.sy,        a.rx * b.ry + a.sy * b.sy,
          a.sx * b.tx + a.ry * b.ty + a.tx, a.rx * b.tx + a.sy * b.ty + a.ty};
}

}  // namespace lodestone
