/*
  Weights of red, green and blue in the light of a pixel, read by the C++ and by the OpenCL C
  compiler. magick/core/color/luma.hpp has those of colour spaces.
*/
#ifndef LODESTONE_KERNELS_COMMON_LUMA_WEIGHTS_H
#define LODESTONE_KERNELS_COMMON_LUMA_WEIGHTS_H

/* Intensity, PixelIntensityRec601: in parts of 1024, cut off to a whole sample. */
#define LS_RED_PARTS 306
#define LS_GREEN_PARTS 601
#define LS_BLUE_PARTS 117
#define LS_INTENSITY_SHIFT 10

/* Luma by ITU-R 709; green has what is left. */
#define LS_LUMA_RED 0.212656f
#define LS_LUMA_BLUE 0.072186f

/* The same in parts of 32768, rounded. */
#define LS_LUMA_RED_PARTS 6968
#define LS_LUMA_GREEN_PARTS 23434
#define LS_LUMA_BLUE_PARTS 2366
#define LS_LUMA_SHIFT 15
#define LS_LUMA_HALF (1 << (LS_LUMA_SHIFT - 1))

#endif
