/* Of the numeric contract, read by the C++ and by the OpenCL C compiler. */
#ifndef LODESTONE_KERNELS_COMMON_TAP_BLOCK_H
#define LODESTONE_KERNELS_COMMON_TAP_BLOCK_H

/* Taps summed before the partial sum joins the total. */
#define LS_TAP_BLOCK 64u

#endif
