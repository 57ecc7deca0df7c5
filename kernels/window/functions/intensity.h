/* The intensity of a pixel: red, green and blue in parts of 1024, cut off to a whole sample. */
#ifndef LODESTONE_KERNELS_WINDOW_FUNCTIONS_INTENSITY_H
#define LODESTONE_KERNELS_WINDOW_FUNCTIONS_INTENSITY_H

#define LS_RED_PARTS 306
#define LS_GREEN_PARTS 601
#define LS_BLUE_PARTS 117
#define LS_INTENSITY_SHIFT 10

/* The luma of a pixel: the same of ITU-R BT.709, in parts of 32768, rounded. */
#define LS_LUMA_RED_PARTS 6968
#define LS_LUMA_GREEN_PARTS 23434
#define LS_LUMA_BLUE_PARTS 2366
#define LS_LUMA_SHIFT 15
#define LS_LUMA_HALF (1 << (LS_LUMA_SHIFT - 1))

/* Which of 256 steps an intensity is in. */
#define LS_STEPS 256
#if LS_QUANTUM_DEPTH == 8
#define LS_STEP_OF(intensity) (intensity)
#else
#define LS_STEP_OF(intensity) ((intensity) / 257u)
#endif

#endif
