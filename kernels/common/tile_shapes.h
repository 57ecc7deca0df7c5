/*
  Sizes shared by kernels and the code that launches them, read by the C++ and the OpenCL C
  compiler.
*/
#ifndef LODESTONE_KERNELS_COMMON_TILE_SHAPES_H
#define LODESTONE_KERNELS_COMMON_TILE_SHAPES_H

/* Neighbouring outputs that share a table; see resample.clh. */
#define LS_QUAD 4

/* Rows of a work-item that computes pixels one by one: more are read at a time than of one row. */
#define LS_ROWS_EACH 4

/* tile_down.clh: work-items of a group, and source columns that each of them sums. More columns
   reuse each weight more often but allow fewer groups. */
#define LS_TILE_GROUP 128
#define LS_TILE_COLUMNS 2
#define LS_WIDE_TILE_GROUP 64
#define LS_WIDE_TILE_COLUMNS 4
/* tile_down_grey.clh: work-items, and groups of four source columns. */
#define LS_GREY_GROUP 64
#define LS_GREY_FOURS 2
#define LS_WIDE_GREY_GROUP 128
#define LS_WIDE_GREY_FOURS 1

/* tile_across.clh: work-items of a group, and source rows that it processes at a time. In the first
   pass a work-item sums a quad of columns of one row, in the second a column of a quad of rows. */
#define LS_ACROSS_GROUP 128
#define LS_ACROSS_LINES 16
#define LS_ACROSS_QUADS (LS_ACROSS_GROUP / LS_ACROSS_LINES)
#define LS_ACROSS_WIDTH (LS_ACROSS_QUADS * LS_QUAD)
#define LS_ACROSS_ROW_QUADS (LS_ACROSS_GROUP / LS_ACROSS_WIDTH)
/* Cells from line to line; one more than needed keeps the lines in different banks. */
#define LS_ACROSS_PITCH (LS_ACROSS_WIDTH + 1)

/* strip_down.clh and strip_across.clh: columns and rows processed at a time. */
#define LS_STRIP_COLUMNS 8
#define LS_STRIP_ROWS 4
/* strip_down_grey.clh and strip_across_grey.clh: columns, and quads of rows. */
#define LS_GREY_COLUMNS 16
#define LS_GREY_QUADS 4

#endif
