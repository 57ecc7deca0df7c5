/*
  Hulls in exact integers: samples that stand out from a neighbour move towards it by a step of 8
  bits, from below and from above, along one direction after another. Samples beyond the edges
  are 0. See window.clh for the build options.

  A launch runs one direction: four hulls of two passes each. A pass reads one pixel further, so
  that a tile begins and ends up to LS_HULL_REACH pixels beyond its results. The passes alternate
  between two tiles.
*/
#include "kernels/common/finish.clh"
#include "kernels/window/window.clh"
#include "kernels/window/window_shapes.h"

/* The vector computed at once: the samples of a pixel, or of as many pixels as fit. */
#if LS_STRIPS
typedef LsLanes LsValues;
#else
typedef LsPixel LsValues;
#endif

/* A step where the condition holds. */
#define LS_STEP (LS_QUANTUM_DEPTH == 8 ? 1 : 257)
#if LS_GREY && !LS_STRIPS
#define LS_STEP_IF(condition) ((LsSample)((condition) ? LS_STEP : 0))
#elif LS_STRIPS && LS_QUANTUM_DEPTH == 8
#define LS_STEP_IF(condition) (as_uchar16(condition) & (LsValues)(LS_STEP))
#elif LS_STRIPS
#define LS_STEP_IF(condition) (as_ushort16(condition) & (LsValues)(LS_STEP))
#elif LS_QUANTUM_DEPTH == 8
#define LS_STEP_IF(condition) (as_uchar4(condition) & (LsValues)(LS_STEP))
#else
#define LS_STEP_IF(condition) (as_ushort4(condition) & (LsValues)(LS_STEP))
#endif

/* a is above b by two steps or more. */
#define LS_FAR_ABOVE(a, b) (sub_sat((a), (b)) >= (LsValues)(2 * LS_STEP))

/* First pass of a hull: the neighbour ahead decides. */
static inline LsValues LsRaised(LsValues v, LsValues ahead) {
  return v + LS_STEP_IF(LS_FAR_ABOVE(ahead, v));
}
static inline LsValues LsLowered(LsValues v, LsValues ahead) {
  return v - LS_STEP_IF(LS_FAR_ABOVE(v, ahead));
}
/* Second pass: both neighbours do. */
static inline LsValues LsRaiseBetween(LsValues v, LsValues ahead, LsValues behind) {
  return v + LS_STEP_IF(LS_FAR_ABOVE(behind, v) && ahead > v);
}
static inline LsValues LsLowerBetween(LsValues v, LsValues ahead, LsValues behind) {
  return v - LS_STEP_IF(LS_FAR_ABOVE(v, behind) && ahead < v);
}

/*
  The passes in their order: hulls that raise towards the direction and against it, then lower
  against it and towards it. The last two numbers: how many pixels at the far and at the near end of
  a tile are invalid by then, for lack of neighbours. Passes read only what they name.
*/
#define LS_HULLS(PASS)                             \
  PASS(0, LsRaised(v, LS_AHEAD), 1, 0)                 \
  PASS(1, LsRaiseBetween(v, LS_AHEAD, LS_BEHIND), 2, 1)  \
  PASS(2, LsRaised(v, LS_BEHIND), 2, 2)                \
  PASS(3, LsRaiseBetween(v, LS_BEHIND, LS_AHEAD), 3, 3)  \
  PASS(4, LsLowered(v, LS_BEHIND), 3, 4)                \
  PASS(5, LsLowerBetween(v, LS_BEHIND, LS_AHEAD), 4, 5)  \
  PASS(6, LsLowered(v, LS_AHEAD), 5, 5)                 \
  PASS(7, LsLowerBetween(v, LS_AHEAD, LS_BEHIND), 6, 6)

/* direction: from a pixel to the one ahead, never up. source_size: columns and rows of the image.
   */
#define LS_HULL_ARGUMENTS int2 direction, uint2 source_size

/* The part of a tile that a pass can compute, in pixels of the tile. The tile is width by height
   pixels and its corner is (left, top) of the image. */
#define LS_PART(far, near)                                                                \
  const int spoilt_left = direction.x > 0 ? (near) : direction.x < 0 ? (far) : 0;         \
  const int spoilt_right = direction.x > 0 ? (far) : direction.x < 0 ? (near) : 0;        \
  const int x_begin = max(spoilt_left, -left), y_begin = max(direction.y * (near), -top); \
  const int x_end = min(width - spoilt_right, (int)source_size.x - left);                 \
  const int y_end = min(height - direction.y * (far), (int)source_size.y - top);

#if LS_STRIPS
#include "kernels/window/despeckle/strips.clh"
#else
#include "kernels/window/despeckle/tiles.clh"
#endif
