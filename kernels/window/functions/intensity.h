/* The intensity of a pixel: red, green and blue in parts of 1024, cut off to a whole sample. */
#ifndef LODESTONE_KERNELS_WINDOW_FUNCTIONS_INTENSITY_H
#define LODESTONE_KERNELS_WINDOW_FUNCTIONS_INTENSITY_H

#define LS_RED_PARTS 306
#define LS_GREEN_PARTS 601
#define LS_BLUE_PARTS 117
#define LS_INTENSITY_SHIFT 10

/* Which of 256 steps an intensity is in. */
#define LS_STEPS 256
#if LS_QUANTUM_DEPTH == 8
#define LS_STEP_OF(intensity) (intensity)
#else
#define LS_STEP_OF(intensity) ((intensity) / 257u)
#endif

#endif
