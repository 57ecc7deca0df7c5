// 1 4 8 16 32 134 32 16 8 4 1 over 256 in both directions, each pass rounded to 8 bits, on one
// channel of 8 bits. A work-item slides along its piece of a row, or down its piece of 16 columns,
// and keeps the values read for the next step.
//
// LAB_FROM_IMAGE, LAB_TO_IMAGE: a pass reads or writes an image object, four pixels per texel, with
// rows padded to 16 pixels; otherwise a buffer without padding.
// LAB_REAL: the floating-point type of the computation; LAB_HALF or LAB_DOUBLE if it is that type.
//
// columns: the image position of virtual column i - LAB_LEFT; rows: of virtual row i - LAB_REACH.

#ifndef LAB_FROM_IMAGE
#define LAB_FROM_IMAGE 0
#endif
#ifndef LAB_TO_IMAGE
#define LAB_TO_IMAGE 0
#endif

#include "lab/kernels/gaussian_11.h"

#ifdef LAB_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#ifdef LAB_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#ifdef LAB_REAL
#define LAB_JOIN(a, b, c) a##b##c
#define LAB_SIXTEEN_OF(prefix, type) LAB_JOIN(prefix, type, 16)
typedef LAB_SIXTEEN_OF(, LAB_REAL) Sum;
#define LAB_WIDEN(v) LAB_SIXTEEN_OF(convert_, LAB_REAL)(v)
#define LAB_BEGIN ((Sum)((LAB_REAL)0.5f))
#define LAB_ADD(tap, v, sum) fma((v), (Sum)((LAB_REAL)tap / (LAB_REAL)256), (sum))
#define LAB_END(sum) convert_uchar16_sat(sum)
#else
typedef ushort16 Sum;
#define LAB_WIDEN(v) convert_ushort16(v)
#define LAB_BEGIN ((Sum)(128))
#define LAB_ADD(tap, v, sum) ((v) * (Sum)(tap) + (sum))
#define LAB_END(sum) convert_uchar16((sum) >> (Sum)(8))
#endif

// Pixels at the same distance from the centre have the same weight.
#define LAB_PAIR(a, b) (LAB_WIDEN(a) + LAB_WIDEN(b))

// Some compilers split vload and vstore into single bytes, since these require only the alignment
// of one.
#define LAB_ALIGNED(pointer) (((size_t)(pointer)&15) == 0)

#if LAB_FROM_IMAGE
#define LAB_SOURCE read_only image2d_t source
constant sampler_t kPlain =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

uchar4 Texel(LAB_SOURCE, int x, int row) {
  return convert_uchar4(read_imageui(source, kPlain, (int2)(x >> 2, row)));
}
uchar PixelAt(LAB_SOURCE, int x, int row, int width) {
  const uchar4 texel = Texel(source, x, row);
  (void)width;
  return (x & 2) ? ((x & 1) ? texel.w : texel.z) : ((x & 1) ? texel.y : texel.x);
}
uchar16 Load(LAB_SOURCE, int x, int row, int width) {
  (void)width;
  return (uchar16)(Texel(source, x, row), Texel(source, x + 4, row), Texel(source, x + 8, row),
                   Texel(source, x + 12, row));
}
#define LAB_LOADABLE(x) (((x)&3) == 0)
#else
#define LAB_SOURCE global const uchar* source
uchar PixelAt(LAB_SOURCE, int x, int row, int width) {
  return source[(size_t)row * (size_t)width + (size_t)x];
}
uchar16 Load(LAB_SOURCE, int x, int row, int width) {
  global const uchar* from = source + (size_t)row * (size_t)width + (size_t)x;
  return LAB_ALIGNED(from) ? *(global const uchar16*)from : vload16(0, from);
}
#define LAB_LOADABLE(x) true
#endif

// 16 pixels of a row, even where they extend beyond the image.
uchar16 Window(LAB_SOURCE, global const int* columns, int x, int row, int width) {
  if (x >= 0 && x + 16 <= width && LAB_LOADABLE(x)) return Load(source, x, row, width);
  uchar pixels[16];
  for (int i = 0; i < 16; ++i)
    pixels[i] = PixelAt(source, columns[x + i + LAB_LEFT], row, width);
  return vload16(0, pixels);
}

#if LAB_TO_IMAGE
#define LAB_SINK write_only image2d_t destination
void Store(LAB_SINK, uchar16 pixels, int x, int row, int width) {
  const int at = x >> 2;
  (void)width;
  write_imageui(destination, (int2)(at, row), convert_uint4(pixels.s0123));
  write_imageui(destination, (int2)(at + 1, row), convert_uint4(pixels.s4567));
  write_imageui(destination, (int2)(at + 2, row), convert_uint4(pixels.s89ab));
  write_imageui(destination, (int2)(at + 3, row), convert_uint4(pixels.scdef));
}
// Steps stay aligned to texels; the padding takes what is beyond the image.
#define LAB_STEP_AT(x, width) (x)
#else
#define LAB_SINK global uchar* destination
void Store(LAB_SINK, uchar16 pixels, int x, int row, int width) {
  global uchar* target = destination + (size_t)row * (size_t)width + (size_t)x;
  if (x + 16 <= width && LAB_ALIGNED(target)) {
    *(global uchar16*)target = pixels;
  } else if (x + 16 <= width) {
    vstore16(pixels, 0, target);
  } else {
    uchar some[16];
    vstore16(pixels, 0, some);
    for (int i = 0; x + i < width; ++i) target[i] = some[i];
  }
}
// The last 16 of a row end at the row's end.
#define LAB_STEP_AT(x, width) ((width) < 16 ? (x) : min((x), (width)-16))
#endif

// 16 results from the pixels before, at and after them.
uchar16 Across(uchar16 b, uchar16 c, uchar16 a) {
  Sum sum = LAB_ADD(LAB_TAP_0, LAB_WIDEN(c), LAB_BEGIN);
  sum = LAB_ADD(LAB_TAP_1,
                LAB_PAIR((uchar16)(b.sf, c.s01234567, c.s89ab, c.scd, c.se),
                         (uchar16)(c.s12345678, c.s9abc, c.sde, c.sf, a.s0)),
                sum);
  sum = LAB_ADD(LAB_TAP_2,
                LAB_PAIR((uchar16)(b.sef, c.s01234567, c.s89ab, c.scd),
                         (uchar16)(c.s23456789, c.sabcd, c.sef, a.s01)),
                sum);
  sum = LAB_ADD(LAB_TAP_3,
                LAB_PAIR((uchar16)(b.sd, b.sef, c.s01234567, c.s89ab, c.sc),
                         (uchar16)(c.s3456789a, c.sbcde, c.sf, a.s01, a.s2)),
                sum);
  sum = LAB_ADD(LAB_TAP_4,
                LAB_PAIR((uchar16)(b.scdef, c.s01234567, c.s89ab),
                         (uchar16)(c.s456789ab, c.scdef, a.s0123)),
                sum);
  sum = LAB_ADD(LAB_TAP_5,
                LAB_PAIR((uchar16)(b.sb, b.scdef, c.s01234567, c.s89, c.sa),
                         (uchar16)(c.s56789abc, c.sde, c.sf, a.s0123, a.s4)),
                sum);
  return LAB_END(sum);
}

// steps: the number of 16-pixel steps along a row per work-item.
kernel void GaussianAcross(LAB_SOURCE, LAB_SINK, global const int* columns, const int width,
                           const int height, const int steps) {
  const int row = (int)get_global_id(1), first = (int)get_global_id(0) * steps * 16;
  if (first >= width || row >= height) return;
  uchar16 before = Window(source, columns, first - 16, row, width);
  uchar16 here = Window(source, columns, first, row, width);
  for (int step = 0; step < steps && first + step * 16 < width; ++step) {
    const int x = LAB_STEP_AT(first + step * 16, width);
    if (x != first + step * 16) {
      before = Window(source, columns, x - 16, row, width);
      here = Window(source, columns, x, row, width);
    }
    const uchar16 after = Window(source, columns, x + 16, row, width);
    Store(destination, Across(before, here, after), x, row, width);
    before = here;
    here = after;
  }
}

uchar16 Down(const uchar16* lines) {
  Sum sum = LAB_ADD(LAB_TAP_0, LAB_WIDEN(lines[5]), LAB_BEGIN);
  sum = LAB_ADD(LAB_TAP_1, LAB_PAIR(lines[4], lines[6]), sum);
  sum = LAB_ADD(LAB_TAP_2, LAB_PAIR(lines[3], lines[7]), sum);
  sum = LAB_ADD(LAB_TAP_3, LAB_PAIR(lines[2], lines[8]), sum);
  sum = LAB_ADD(LAB_TAP_4, LAB_PAIR(lines[1], lines[9]), sum);
  sum = LAB_ADD(LAB_TAP_5, LAB_PAIR(lines[0], lines[10]), sum);
  return LAB_END(sum);
}

// steps: the number of rows of 16 columns per work-item.
kernel void GaussianDown(LAB_SOURCE, LAB_SINK, global const int* columns, global const int* rows,
                         const int width, const int height, const int steps) {
  const int first = (int)get_global_id(1) * steps;
  int x = (int)get_global_id(0) * 16;
  if (x >= width || first >= height) return;
  x = LAB_STEP_AT(x, width);
  uchar16 lines[2 * LAB_REACH + 1];
  for (int i = 0; i < 2 * LAB_REACH; ++i)
    lines[i] = Window(source, columns, x, rows[first + i], width);
  for (int row = first; row < min(first + steps, height); ++row) {
    lines[2 * LAB_REACH] = Window(source, columns, x, rows[row + 2 * LAB_REACH], width);
    Store(destination, Down(lines), x, row, width);
#pragma unroll
    for (int i = 0; i < 2 * LAB_REACH; ++i) lines[i] = lines[i + 1];
  }
}
