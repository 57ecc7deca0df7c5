// 1 2 1 / 2 4 2 / 1 2 1 over 16, rounded, on one channel of 8 bits.
//
// columns, rows: the image position of virtual column i - 1 and row i - 1, so that borders need no
// branches.

// A work-item computes one pixel from nine reads.
kernel void Gaussian3(global const uchar* source, global uchar* destination, global const int* columns,
                      global const int* rows, const int width, const int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height) return;
  uint sum = 8;
  for (int dy = 0; dy < 3; ++dy) {
    global const uchar* line = source + (size_t)rows[y + dy] * (size_t)width;
    const uint across = line[columns[x]] + 2u * line[columns[x + 1]] + line[columns[x + 2]];
    sum += dy == 1 ? 2 * across : across;
  }
  destination[(size_t)y * (size_t)width + (size_t)x] = (uchar)(sum >> 4);
}

// Pixels x - 1 ... x + 6, of which those inside the image or adjacent to it are used.
ushort8 LoadEight(global const uchar* line, global const int* columns, int x, int width) {
  if (x >= 1 && x + 7 <= width) return convert_ushort8(vload8(0, line + x - 1));
  uchar pixels[8];
  for (int i = 0; i < 8; ++i) pixels[i] = line[columns[min(x + i, width + 1)]];
  return convert_ushort8(vload8(0, pixels));
}

// A work-item computes four pixels from three loads of eight; the last four of a row end at the
// row's end.
kernel void Gaussian3By4(global const uchar* source, global uchar* destination, global const int* columns,
                         global const int* rows, const int width, const int height) {
  int x = (int)get_global_id(0) * 4;
  const int y = (int)get_global_id(1);
  if (x >= width || y >= height) return;
  if (width >= 4) x = min(x, width - 4);
  const ushort8 above =
      LoadEight(source + (size_t)rows[y] * (size_t)width, columns, x, width);
  const ushort8 middle =
      LoadEight(source + (size_t)rows[y + 1] * (size_t)width, columns, x, width);
  const ushort8 below =
      LoadEight(source + (size_t)rows[y + 2] * (size_t)width, columns, x, width);
  const ushort8 down = above + middle * (ushort8)(2) + below;
  const ushort4 sum = down.s0123 + down.s1234 * (ushort4)(2) + down.s2345 + (ushort4)(8);
  const uchar4 result = convert_uchar4(sum >> (ushort4)(4));
  global uchar* target = destination + (size_t)y * (size_t)width + (size_t)x;
  if (x + 4 <= width) {
    vstore4(result, 0, target);
  } else {
    const uchar pixels[4] = {result.x, result.y, result.z, result.w};
    for (int i = 0; x + i < width; ++i) target[i] = pixels[i];
  }
}
