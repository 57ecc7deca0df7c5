/*
  The arguments of operations are structs that C, C++ and OpenCL C read alike, one for each family,
  in its folder: they are part of a work (accel/plugin.h), and CPU kernels and device kernels take
  them as they are.
*/
#ifndef LODESTONE_KERNELS_COMMON_ARGUMENTS_H
#define LODESTONE_KERNELS_COMMON_ARGUMENTS_H

#if defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__)
#define int32_t int
#define uint8_t uchar
#define uint16_t ushort
#define uint32_t uint
#define uint64_t ulong
#else
#include <stdint.h>
#endif

#endif
