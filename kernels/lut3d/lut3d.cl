/* Colours looked up in a cube, which the second image holds; there are none of grey pixels. */
#include "kernels/common/pixel.clh"

#if !LS_GREY

#define LS_SHARED static inline
typedef uint LsUnsigned;
typedef ulong LsLong;
typedef struct {
  uint red, green, blue;
} LsColor;
/* Rows without gaps. */
typedef global const LsPixel* LsLut3d;

static inline LsColor LsColorOf(LsPixel pixel) {
  LsColor color;
  color.red = pixel.LS_RED;
  color.green = pixel.s1;
  color.blue = pixel.LS_BLUE;
  return color;
}
#define LsCorner(cube, index) LsColorOf((cube)[index])

#include "kernels/lut3d/lut3d.h"

kernel void Lut3dFilter(LS_PLANES(LsPixel, LsPixel), LsLut3d cube, uint side) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  LsPixel pixel = LS_ROW(source, y)[x];
  const LsColor color = LsInLut3d(cube, side, LsColorOf(pixel));
  pixel.LS_RED = (LsSample)(color.red);
  pixel.s1 = (LsSample)(color.green);
  pixel.LS_BLUE = (LsSample)(color.blue);
  LS_ROW(destination, y)[x] = pixel;
}

#endif
