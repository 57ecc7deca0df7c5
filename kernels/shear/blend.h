/*
  Lines of pixels moved by fractions of a pixel, read by the C++ and by the OpenCL C compiler.

  The pixel at p of a line is blended of those at p plus the displacements. Pixels that are not in
  the sheared area are the constant pixel. If neither p nor both others are in the area, the pixel
  stays what it is on the canvas.

  The including file includes kernels/shear/shear.h, and defines LsIndex, an int for each sample,
  and LS_SHARED, which precedes every function.
*/

/* The share is upper * 2^-15 + middle * 2^-30 + lower * 2^-45: no product has more than 32 bits,
   and only what is below 2^-45 of a step is cut off. */
LS_SHARED LsIndex LsShearBlend(LsIndex a, LsIndex b, LsIndex upper, LsIndex middle, LsIndex lower) {
  const LsIndex step = b - a;
  const LsIndex rest = step * middle + ((step * lower) >> LS_SHARE_BITS);
  const LsIndex rounding = (LsIndex)(1 << (LS_SHARE_BITS - 1));
  return a + ((step * upper + (rest >> LS_SHARE_BITS) + rounding) >> LS_SHARE_BITS);
}
