/*
  Encoding of baseline JPEG, of several images at once, byte for byte as libjpeg-turbo. A launch for
  each step, in the order of the files below; what they leave for one another is in `memory`, as
  encode_layout.h lays it out. If codes are to be optimal, the host makes them of the counts of
  symbols, between two launches.
*/
#include "kernels/common/pixel.clh"
#include "kernels/jpeg/encode_layout.h"
#include "kernels/jpeg/parts.clh"

#define LS_ENCODE_ARGUMENTS global const LsEncode *restrict plans, global uchar *memory

/* Groups are down from image to image, and across as many as the image needs that takes the most. What is left over has nothing to do, but meets all barriers. */
#define LS_PLAN_OF_GROUP global const LsEncode *const plan = plans + get_group_id(1)

/* An array in the memory, of those that all images have in one place or of the image's own: the
   name is that of its place in the plan. */
#define LS_SHARED(type, name) ((global type *)(memory + plan->name))
#define LS_ARRAY(type, name) ((global type *)(memory + plan->base + plan->name))
#define LS_STATUS LS_SHARED(volatile LsEncodeStatus, status)

/* A block of the scan: of which component, its place among those of the MCU, and in the image. */
typedef struct {
  uint component, place, x, y;
  bool is_real; /* it does not only fill up an MCU */
} LsBlock;

static inline LsBlock LsBlockAt(global const LsEncode *plan, uint number) {
  LsBlock block;
  const uint mcu = number / plan->mcu_blocks, in_mcu = number % plan->mcu_blocks;
  block.component = 0u;
  while (block.component + 1u < plan->components &&
         in_mcu >= plan->component[block.component + 1u].first)
    ++block.component;
  global const LsEncodeComponent *component = plan->component + block.component;
  block.place = in_mcu - component->first;
  block.x = mcu % plan->mcu_columns * component->horizontal + block.place % component->horizontal;
  block.y = mcu / plan->mcu_columns * component->vertical + block.place / component->horizontal;
  block.is_real = block.x < component->columns && block.y < component->rows;
  return block;
}

#include "kernels/jpeg/encoded_blocks.clh"
#include "kernels/jpeg/encoded_symbols.clh"
#include "kernels/jpeg/encoded_stream.clh"
