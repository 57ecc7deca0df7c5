/*
  Colours looked up in a cube, read by the C++ and by the OpenCL C compiler.

  The pixels of an image are the corners of a cube's cells, red fastest; a colour becomes what is at
  its place, interpolated between the eight corners of its cell. All arithmetic is on whole numbers,
  whose sum is divided once and rounded to the nearest. There are no halves: the divisor is odd.

  The including file defines LsUnsigned and LsLong, of 32 and 64 bits without a sign; LsColor, a
  structure of three LsUnsigned, red, green and blue; LsCorner(cube, index), the colour of a corner
  of the LsLut3d; and LS_SHARED, which precedes every function.
*/
#if LS_QUANTUM_DEPTH == 8
#define LS_CUBE_MAX 255u
#else
#define LS_CUBE_MAX 65535u
#endif

/* The product of the greatest shares along the three edges: the sum of all eight. */
#define LS_CUBE_WHOLE ((LsLong)(LS_CUBE_MAX)*LS_CUBE_MAX * LS_CUBE_MAX)

/* Where a sample is along an edge: the corner before it, and the share of the next. */
typedef struct {
  LsUnsigned corner, share;
} LsAlong;

LS_SHARED LsAlong LsAlongEdge(LsUnsigned sample, LsUnsigned side) {
  const LsUnsigned position = sample * (side - 1u), whole = position / LS_CUBE_MAX;
  LsAlong along;
  along.corner = whole < side - 1u ? whole : side - 2u;
  along.share = position - along.corner * LS_CUBE_MAX;
  return along;
}

/* Three sums of products. */
typedef struct {
  LsLong red, green, blue;
} LsSums;

LS_SHARED LsSums LsOfTwo(LsSums a, LsSums b, LsUnsigned share) {
  const LsLong rest = LS_CUBE_MAX - share;
  LsSums sums;
  sums.red = a.red * rest + b.red * share;
  sums.green = a.green * rest + b.green * share;
  sums.blue = a.blue * rest + b.blue * share;
  return sums;
}

LS_SHARED LsSums LsAlongLine(LsLut3d cube, LsLong corner, LsUnsigned share) {
  const LsColor a = LsCorner(cube, corner), b = LsCorner(cube, corner + 1u);
  const LsUnsigned rest = LS_CUBE_MAX - share;
  LsSums sums;
  sums.red = a.red * rest + b.red * share;
  sums.green = a.green * rest + b.green * share;
  sums.blue = a.blue * rest + b.blue * share;
  return sums;
}

LS_SHARED LsUnsigned LsLut3dMean(LsLong sum) {
  return (LsUnsigned)((sum + LS_CUBE_WHOLE / 2u) / LS_CUBE_WHOLE);
}

/* side: corners along an edge, at least 4. */
LS_SHARED LsColor LsInLut3d(LsLut3d cube, LsUnsigned side, LsColor color) {
  const LsAlong red = LsAlongEdge(color.red, side), green = LsAlongEdge(color.green, side);
  const LsAlong blue = LsAlongEdge(color.blue, side);
  const LsLong layer = (LsLong)(side)*side;
  const LsLong corner = red.corner + (LsLong)(side)*green.corner + layer * blue.corner;
  const LsSums front = LsOfTwo(LsAlongLine(cube, corner, red.share),
                               LsAlongLine(cube, corner + side, red.share), green.share);
  const LsSums back = LsOfTwo(LsAlongLine(cube, corner + layer, red.share),
                              LsAlongLine(cube, corner + layer + side, red.share), green.share);
  const LsSums sums = LsOfTwo(front, back, blue.share);
  color.red = LsLut3dMean(sums.red);
  color.green = LsLut3dMean(sums.green);
  color.blue = LsLut3dMean(sums.blue);
  return color;
}
