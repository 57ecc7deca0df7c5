/*
  Decoding of baseline JPEG, of several images at once. A launch for each step, in the order of the
  files below; what they leave for one another is in `memory`, as device_layout.h lays it out.
  Kernels that find something unusual refuse the image, and later ones do nothing for it then.
*/
#include "kernels/common/pixel.clh"
#include "kernels/jpeg/device_layout.h"
#include "kernels/jpeg/parts.clh"

/* The plans of all images are so many bytes apart. */
#define LS_DECODE_ARGUMENTS \
  global const uchar *restrict plans, uint plan_bytes, global uchar *all_memory

/* What there is of an image. */
#define LS_IMAGE(image)                                                        \
  global const LsDecode *const plan =                                          \
      (global const LsDecode *)(plans + (size_t)(image)*plan_bytes);           \
  LsStatus *const status = (LsStatus *)(all_memory + plan->status);            \
  global uchar *const memory = all_memory + plan->base;                        \
  (void)status;                                                                \
  (void)memory
typedef volatile global LsDecodeStatus LsStatus;

/* Groups are down from image to image, and across as many as the image needs that takes the most. What is left over has nothing to do, but meets all barriers: PoCL
   compiles returns before them wrong. */
#define LS_IMAGE_OF_GROUP(groups) \
  LS_IMAGE(get_group_id(1));      \
  const bool is_used = get_group_id(0) < (groups)

/* An array in the memory: the name is that of its place in the plan. */
#define LS_ARRAY(type, name) ((global type *)(memory + plan->name))

static inline void LsRefuse(LsStatus *status, uint why) {
  (void)atomic_or(&status->refusals, why);
}

static inline uint LsGroups(uint items, uint size) {
  return (items + size - 1u) / size;
}

/* Whether a kernel before has refused: the same for all of a group, although others may refuse
   meanwhile. A barrier. */
static inline bool LsIsRefused(LsStatus *status, local uint *shared) {
  if (get_local_id(0) == 0) *shared = atomic_or(&status->refusals, 0u);
  barrier(CLK_LOCAL_MEM_FENCE);
  return *shared != 0u;
}

#include "kernels/jpeg/unstuff.clh"
#include "kernels/jpeg/symbols.clh"
#include "kernels/jpeg/synchronize.clh"
#include "kernels/jpeg/plain.clh"
#include "kernels/jpeg/blocks.clh"
#include "kernels/jpeg/transform.clh"
#include "kernels/jpeg/pixels.clh"
#include "kernels/jpeg/look.clh"
