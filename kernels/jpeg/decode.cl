/*
  Decoding of baseline JPEG, one image a call. A launch for each step, in the order of the files
  below; what they leave for one another is in `memory`, as device_layout.h lays it out. Kernels
  that find something unusual refuse the work, and later ones do nothing then.
*/
#include "kernels/common/pixel.clh"
#include "kernels/jpeg/device_layout.h"

#define LS_DECODE_ARGUMENTS global const LsDecode *restrict plan, global uchar *memory

/* An array in the memory: the name is that of its place in the plan. */
#define LS_ARRAY(type, name) ((global type *)(memory + plan->name))
#define LS_STATUS ((volatile global LsDecodeStatus *)memory)

static inline void LsRefuse(global uchar *memory, uint why) {
  (void)atomic_or(&LS_STATUS->refusals, why);
}

/* Whether a kernel before has refused: the same for all of a group, although others may refuse
   meanwhile. A barrier. */
static inline bool LsIsRefused(global uchar *memory, local uint *shared) {
  if (get_local_id(0) == 0) *shared = atomic_or(&LS_STATUS->refusals, 0u);
  barrier(CLK_LOCAL_MEM_FENCE);
  return *shared != 0u;
}

/* The sums up to each of the numbers that a group of `items` holds, one a work-item. */
static inline void LsAddUp(local uint *numbers, uint items) {
  const uint item = get_local_id(0);
  for (uint distance = 1; distance < items; distance *= 2) {
    const uint before = item >= distance ? numbers[item - distance] : 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    numbers[item] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

#include "kernels/jpeg/unstuff.clh"
#include "kernels/jpeg/symbols.clh"
#include "kernels/jpeg/synchronize.clh"
#include "kernels/jpeg/plain.clh"
#include "kernels/jpeg/blocks.clh"
#include "kernels/jpeg/transform.clh"
#include "kernels/jpeg/pixels.clh"
