/*
  Sizes shared by the transposing kernel and the code that launches it, read by the C++ and the
  OpenCL C compiler.
*/
#ifndef LODESTONE_KERNELS_REMAP_TRANSPOSE_SHAPES_H
#define LODESTONE_KERNELS_REMAP_TRANSPOSE_SHAPES_H

/* The square that a group turns around, and rows of the group, whose columns are the square's. */
#define LS_TURN_SIDE 32
#define LS_TURN_ROWS 8

#endif
