/*
  Single samples by their tables, which lie one after the other: entry v of the table of sample s is
  tables[s * LS_ENTRIES + v]. A grey pixel has one sample and one table.
*/
#include "kernels/common/pixel.clh"

#define LS_ENTRIES (1u << LS_QUANTUM_DEPTH)

/* grey_only: 1 where pixels whose three colours differ stay as they are. */
kernel void PointFilter(LS_PLANES(LsPixel, LsPixel), global const LsSample* restrict tables,
                        uint grey_only) {
  const uint x = get_global_id(0);
  const uint y = row_begin + get_global_id(1);
  if (x >= columns || y >= row_end) return;
  const LsPixel pixel = LS_ROW(source, y)[x];
#if LS_GREY
  LS_ROW(destination, y)[x] = tables[pixel];
  (void)grey_only;
#else
  const LsPixel made = (LsPixel)(tables[pixel.x], tables[LS_ENTRIES + pixel.y],
                                 tables[2u * LS_ENTRIES + pixel.z],
                                 tables[3u * LS_ENTRIES + pixel.w]);
  const bool stays = grey_only && (pixel.x != pixel.y || pixel.y != pixel.z);
  LS_ROW(destination, y)[x] = stays ? pixel : made;
#endif
}
