/*
  The numeric contract of resampling and convolution, read by the C++ and by the OpenCL C compiler.

  Every backend evaluates these formulas, in float, with floating-point contraction switched off,
  correctly rounded division, and one lane or work-item owning one output sample:

  load       opaque:  (b, g, r) of the source pixel as float
             alpha:   a = max - opacity;  (LS_PREMULTIPLY(b, a), ..., a)
  accumulate over k = 0 .. count-1, in order:  block = LS_FMA(weight[k], sample[k], block);
             after every LS_TAP_BLOCK taps:    total = total + block;  block = 0
             at the end:                       sum = total + block
             (short tables have one block; the blocks keep the rounding error of a sum of thousands
             of taps below one quantum step)
  between    opaque:  LS_CLAMP(sum)
  the passes alpha:   LS_INTERMEDIATE_ALPHA / LS_INTERMEDIATE_COLOR: clamped as if the colours
                      had been divided out and the pixel stored, then weighted by the clamped
                      alpha again
             convolutions: nothing, since their weights may be negative
  store      opaque:  LS_ROUND(LS_CLAMP(sum)), opacity 0
             alpha:   LS_FINAL_COLOR and LS_FINAL_OPACITY

  linear     the load decodes a colour, by light.h, before LS_PREMULTIPLY; the store encodes a
  light      clamped one (divided by alpha, if it was weighted), and clamps and rounds that.
             Opacity is linear already.

  Plain pixels (four samples alike) and grey ones (one sample) follow the rules for colours of
  opaque pixels.
  Taps in two directions are accumulated in their order in the same way; taps of weight 0 may be
  left out. Medians, hulls and copies are exact. A finish follows the rounding:

  keep       the source's sample
  sharpen    LS_UNSHARP of the source's sample and the rounded one; an opaque result's opacity is 0;
             or by the luma of both pixels, as luma.h says; opacity is not sharpened then

  The macros take scalars, and in OpenCL C vectors of colours with a scalar alpha as well.
  The including file defines LS_QUANTUM_DEPTH as 8 or 16.
*/
#ifndef LODESTONE_KERNELS_COMMON_NUMERIC_H
#define LODESTONE_KERNELS_COMMON_NUMERIC_H

#include "kernels/common/tap_block.h"

#if LS_QUANTUM_DEPTH == 8
#define LS_MAX 255.0f
#elif LS_QUANTUM_DEPTH == 16
#define LS_MAX 65535.0f
#else
#error "LS_QUANTUM_DEPTH must be 8 or 16"
#endif

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#pragma OPENCL FP_CONTRACT OFF
#define LS_FMA(a, b, c) fma((a), (b), (c))
#define LS_LOWER(a, b) fmin((a), (b))
#define LS_HIGHER(a, b) fmax((a), (b))
#else
#define LS_FMA(a, b, c) __builtin_fmaf((a), (b), (c))
#define LS_LOWER(a, b) ((a) < (b) ? (a) : (b))
#define LS_HIGHER(a, b) ((a) > (b) ? (a) : (b))
#endif

#define LS_CLAMP(v) LS_LOWER(LS_HIGHER((v), 0.0f), LS_MAX)

#define LS_PREMULTIPLY(color, alpha) ((color) * (alpha))

#define LS_INTERMEDIATE_ALPHA(alpha) LS_CLAMP(alpha)
/* An overshooting alpha is clamped, and its colours shrink with it. */
#define LS_INTERMEDIATE_SCALE(alpha) ((alpha) > LS_MAX ? LS_MAX / (alpha) : 1.0f)
/* The parameter in parentheses is not a cast. */
/* clang-format off */
#define LS_INTERMEDIATE_COLOR(color, alpha) \
  LS_LOWER(LS_HIGHER((color) * LS_INTERMEDIATE_SCALE(alpha), 0.0f), LS_MAX * LS_INTERMEDIATE_ALPHA(alpha))
/* clang-format on */

/* Value in [0, LS_MAX] to the nearest quantum, halves up, as an integer to be narrowed. */
#define LS_ROUND(v) ((v) + 0.5f)

/* Kinds of sharpening. */
#define LS_SHARPEN_SAMPLES 1u
#define LS_SHARPEN_LUMA 2u
#define LS_SHARPEN_CONTRAST 3u

/* Unsharp mask of whole numbers in float; the threshold is whole too. */
/* clang-format off */
#define LS_UNSHARP(original, blurred, amount, threshold)                            \
  (LS_HIGHER((original) - (blurred), (blurred) - (original)) >= (threshold)         \
       ? LS_ROUND(LS_CLAMP(LS_FMA((amount), (original) - (blurred), (original))))   \
       : (original))
/* clang-format on */

/* Colours of a fully transparent pixel are 0. */
#define LS_DIVIDED_COLOR(color, alpha) LS_CLAMP((color) / ((alpha) > 0.0f ? (alpha) : 1.0f))
#define LS_VISIBLE_COLOR(color, alpha) LS_ROUND((color) * ((alpha) > 0.0f ? 1.0f : 0.0f))
#define LS_FINAL_COLOR(color, alpha) LS_VISIBLE_COLOR(LS_DIVIDED_COLOR(color, alpha), alpha)
#define LS_FINAL_OPACITY(alpha) LS_ROUND(LS_MAX - LS_CLAMP(alpha))

#endif
