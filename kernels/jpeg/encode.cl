/*
  Encoding of baseline JPEG, one image a call, byte for byte as libjpeg-turbo. A launch for each
  step, in the order of the files below; what they leave for one another is in `memory`, as
  encode_layout.h lays it out. If the codes are to be optimal, the host makes them of the counts of
  symbols, between two launches.
*/
#include "kernels/common/pixel.clh"
#include "kernels/jpeg/encode_layout.h"
#include "kernels/jpeg/parts.clh"

#define LS_ENCODE_ARGUMENTS global const LsEncode *restrict plan, global uchar *memory

/* An array in the memory: the name is that of its place in the plan. */
#define LS_ARRAY(type, name) ((global type *)(memory + plan->name))
#define LS_STATUS ((volatile global LsEncodeStatus *)memory)

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
