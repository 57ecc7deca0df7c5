/*
  The numbers of an axis of series.h, read by the C++ and by the OpenCL C compiler:
  LS_SERIES_TURN for each term, for the cosine then for the sine; for each k from 0 to the reach a
  weight of the cosine and one of the sine of each term; a scale for each output; zeros, up to a
  multiple of LS_SERIES_ALIGNMENT, so that devices load several numbers at once.
*/
#ifndef LODESTONE_KERNELS_COSINE_BLUR_SERIES_LAYOUT_H
#define LODESTONE_KERNELS_COSINE_BLUR_SERIES_LAYOUT_H

/* Outputs after which waves are summed afresh. */
#define LS_SERIES_RESTART 256
#define LS_SERIES_TURN 8
/* Series have one of these numbers of terms; amplitudes may be 0. */
#define LS_SERIES_FEW_TERMS 4
#define LS_SERIES_MOST_TERMS 8
#if LS_QUANTUM_DEPTH == 8
#define LS_SERIES_CENTRE 128.0f
#else
#define LS_SERIES_CENTRE 32768.0f
#endif

/* The horizontal pass on devices: work-items of a group. */
#define LS_SERIES_GROUP 64

#define LS_SERIES_ALIGNMENT 4

/* Where an axis' weights and scales begin. */
#define LS_SERIES_WEIGHTS(terms) ((terms)*LS_SERIES_TURN)
#define LS_SERIES_SCALES(reach, terms) (LS_SERIES_WEIGHTS(terms) + ((reach) + 1) * (terms)*2)

#endif
