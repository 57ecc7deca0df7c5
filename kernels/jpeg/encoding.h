/*
  The scan of a baseline JPEG file (ITU-T T.81) that is to be encoded: all that it depends on, but
  the pixels.
*/
#ifndef LODESTONE_KERNELS_JPEG_ENCODING_H
#define LODESTONE_KERNELS_JPEG_ENCODING_H

#include "kernels/common/arguments.h"

#define LS_JPEG_COMPONENTS 3
#define LS_JPEG_CODES 2

/* A Huffman code as a file has it. */
typedef struct LsJpegCode {
  uint8_t counts[17]; /* of codes of 1 to 16 bits, in [1] to [16] */
  uint8_t symbols[256];
} LsJpegCode;

typedef struct LsJpegComponent {
  uint32_t across, down; /* blocks of an MCU; 1 if there is but one component */
  uint32_t code;         /* which of the codes */
  uint16_t quanta[64];   /* in rows, 1 to 255 */
} LsJpegComponent;

typedef struct LsJpegEncoding {
  uint32_t columns, rows;
  uint32_t components; /* 1, of one sample a pixel, or 3, of the colours of packets */
  uint32_t converts;   /* 1: red, green and blue become luma and chroma */
  uint32_t interval;   /* MCUs between restart markers; 0: there are none */
  LsJpegComponent component[LS_JPEG_COMPONENTS];
  LsJpegCode dc[LS_JPEG_CODES], ac[LS_JPEG_CODES];
} LsJpegEncoding;

#endif
