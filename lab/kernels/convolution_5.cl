// A convolution with order x order integer weights over 256, rounded, on one channel of 8 bits:
// from global memory, and from a tile in local memory.
//
// LAB_ORDER: the order is a compile-time constant, and the loops are unrolled.
//
// columns, rows: the image position of virtual column i - order / 2 and row i - order / 2.

#ifdef LAB_ORDER
#define LAB_UNROLL _Pragma("unroll")
#define LAB_SET_ORDER(order) \
  const int reach = LAB_ORDER;   \
  (void)(order)
#else
#define LAB_UNROLL
#define LAB_SET_ORDER(order) const int reach = (order)
#endif

uchar Rounded(int sum) {
  return convert_uchar_sat((sum + 128) >> 8);
}

kernel void ConvolveGlobal(global const uchar* source, global uchar* destination,
                           global const int* columns, global const int* rows,
                           constant int* weights, const int width, const int height,
                           const int order) {
  LAB_SET_ORDER(order);
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height) return;
  const int half_way = reach / 2;
  const bool inside = x >= half_way && x + half_way < width;
  int sum = 0;
  LAB_UNROLL
  for (int dy = 0; dy < reach; ++dy) {
    global const uchar* line = source + (size_t)rows[y + dy] * (size_t)width;
    LAB_UNROLL
    for (int dx = 0; dx < reach; ++dx)
      sum += weights[dy * reach + dx] * (int)line[inside ? x - half_way + dx : columns[x + dx]];
  }
  destination[(size_t)y * (size_t)width + (size_t)x] = Rounded(sum);
}

// tile: the pixels of a group and a halo of order / 2 on each side, loaded cooperatively.
kernel void ConvolveTile(global const uchar* source, global uchar* destination, global const int* columns,
                         global const int* rows, constant int* weights, const int width,
                         const int height, const int order, local uchar* tile) {
  LAB_SET_ORDER(order);
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  const int across = (int)get_local_size(0), down = (int)get_local_size(1);
  const int left = (int)get_group_id(0) * across, top = (int)get_group_id(1) * down;
  const int own_x = (int)get_local_id(0), own_y = (int)get_local_id(1);
  const int tile_width = across + reach - 1, tile_height = down + reach - 1;
  for (int i = own_y; i < tile_height; i += down) {
    global const uchar* line =
        source + (size_t)rows[min(top + i, height + reach - 2)] * (size_t)width;
    for (int j = own_x; j < tile_width; j += across)
      tile[i * tile_width + j] = line[columns[min(left + j, width + reach - 2)]];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= width || y >= height) return;
  int sum = 0;
  LAB_UNROLL
  for (int dy = 0; dy < reach; ++dy) {
    local const uchar* line = tile + (own_y + dy) * tile_width + own_x;
    LAB_UNROLL
    for (int dx = 0; dx < reach; ++dx) sum += weights[dy * reach + dx] * (int)line[dx];
  }
  destination[(size_t)y * (size_t)width + (size_t)x] = Rounded(sum);
}
