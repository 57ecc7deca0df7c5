/* Pixels in the memory of a device, as magick/device_pixels.h and modules describe them. */
#ifndef LODESTONE_ACCEL_DEVICE_PIXELS_H
#define LODESTONE_ACCEL_DEVICE_PIXELS_H

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* What the samples of a pixel mean. */
typedef enum {
  MagickAccelerateOpaque = 0,   /* three colours and opacity, which is 0 in the result */
  MagickAccelerateWeighted = 1, /* colours are weighted by alpha */
  MagickAcceleratePlain = 2,    /* four samples, all treated alike */
  MagickAccelerateGrey = 3      /* one sample per pixel, in memory too */
} MagickAccelerateChannels;

/* A pixel has the samples of a PixelPacket, opacity too (0 is opaque), or one sample if it is grey.
 */
typedef struct MagickAccelerateDevicePixels {
  size_t struct_size;  /* set by the caller */
  void* data;          /* the first pixel's address on the device */
  size_t stride_bytes; /* from row to row */
  unsigned long columns, rows;
  MagickAccelerateChannels channels;
  unsigned int sample_bits; /* 8 or 16, those of a Quantum */
  /* As DLPack numbers them: type 2 is CUDA. To wrap memory, -1 as id: the address tells. */
  int device_type, device_id;
  /* To wrap memory: what is enqueued on this stream is waited for. NULL: nothing. Of CUDA a
     CUstream; as there, 1 is the default stream and 2 that of the thread. */
  void* stream;
  void (*release)(void* context); /* called once, when the memory is no longer used; or NULL */
  void* context;
} MagickAccelerateDevicePixels;

#if defined(__cplusplus)
}
#endif

#endif
