/*
  Sizes shared by the kernels on windows and the code that launches them, read by the C++ and the
  OpenCL C compiler.
*/
#ifndef LODESTONE_KERNELS_WINDOW_WINDOW_SHAPES_H
#define LODESTONE_KERNELS_WINDOW_WINDOW_SHAPES_H

/* Work-items of a group that computes a tile: columns and rows. */
#define LS_WINDOW_COLUMNS 32
#define LS_WINDOW_ROWS 8
/* convolve.cl: rows of the tile that each work-item computes from a list of taps. */
#define LS_LIST_ROWS 4

/* Small medians: rows that each work-item computes. */
#define LS_MEDIAN_ROWS 4

/* dense.clh: a work-item computes four neighbours of a row; unrolled.clh: of LS_UNROLLED_ROWS
   rows. */
#define LS_DENSE_COLUMNS 16
#define LS_DENSE_ROWS 16
#define LS_DENSE_STEP 4
#define LS_UNROLLED_GROUP_ROWS 8
#define LS_UNROLLED_ROWS 4
/* Cells that the last work-item of a row reads beyond its window. */
#define LS_DENSE_BEYOND 7

/* CPUs: samples of a row computed at a time, and of a tile. */
#define LS_HULL_LANES 16
#define LS_STRIP_SAMPLES 64
#define LS_STRIP_TILE_SAMPLES 256

/* despeckle.cl: pixels (CPUs: samples) across and rows that a group computes, and how far its
   hulls reach. */
#define LS_HULL_REACH 6
#define LS_HULL_COLUMNS 32
#define LS_HULL_ROWS 32
#define LS_HULL_STRIP_SAMPLES 512
#define LS_HULL_STRIP_ROWS 64
#define LS_HULL_PASSES 8

#endif
