/* Means of whole numbers, rounded to the nearest, halves up; read by the C++ and by the OpenCL C
   compiler. */
#ifndef LODESTONE_KERNELS_COMMON_WHOLE_MEAN_H
#define LODESTONE_KERNELS_COMMON_WHOLE_MEAN_H

#define LS_WHOLE_MEAN(sum, count) (((sum) + (count) / 2) / (count))
/* Of colours times alpha; where nothing is visible, 0. */
#define LS_WEIGHTED_MEAN(sum, alpha) ((sum) == 0 ? 0 : LS_WHOLE_MEAN(sum, alpha))

#endif
