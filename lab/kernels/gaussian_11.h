/* The taps of the 11-tap filter from the centre outwards, over 256, and the kernels' reach. */
#ifndef LODESTONE_LAB_KERNELS_GAUSSIAN_11_H
#define LODESTONE_LAB_KERNELS_GAUSSIAN_11_H

#define LAB_TAP_0 134
#define LAB_TAP_1 32
#define LAB_TAP_2 16
#define LAB_TAP_3 8
#define LAB_TAP_4 4
#define LAB_TAP_5 1
#define LAB_REACH 5 /* rows and columns on either side */
#define LAB_LEFT 16 /* columns that are read on the left, and on the right after the last 16 */

#endif
