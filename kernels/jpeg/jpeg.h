/* The scan of a baseline JPEG file (ITU-T T.81) that is to be decoded, or encoded: what its markers
   say. */
#ifndef LODESTONE_KERNELS_JPEG_JPEG_H
#define LODESTONE_KERNELS_JPEG_JPEG_H

#include "kernels/common/arguments.h"

#define MAGICK_ACCELERATE_JPEG_BLOCK 64 /* coefficients */
#define MAGICK_ACCELERATE_JPEG_COMPONENTS 3
#define MAGICK_ACCELERATE_JPEG_CODES 2 /* of DC, and of AC */
#define MAGICK_ACCELERATE_JPEG_MCU_BLOCKS 10

/* A Huffman code as the file has it; one that is not used has no symbols. */
typedef struct MagickAccelerateJpegCode {
  uint8_t counts[17]; /* of codes of 1 to 16 bits, in [1] to [16] */
  uint8_t symbols[256];
} MagickAccelerateJpegCode;

typedef struct MagickAccelerateJpegComponent {
  uint32_t horizontal, vertical; /* blocks of an MCU; 1 if there is but one component */
  uint16_t quanta[MAGICK_ACCELERATE_JPEG_BLOCK]; /* in zigzag order */
} MagickAccelerateJpegComponent;

/* One block of an MCU, in the order of the scan. */
typedef struct MagickAccelerateJpegBlock {
  uint8_t component, column, row;
  uint8_t dc, ac; /* which of the codes */
} MagickAccelerateJpegBlock;

typedef struct MagickAccelerateJpeg {
  uint32_t columns, rows; /* of the image in the file */
  uint32_t denominator;   /* 1, 2, 4 or 8: the result is as much smaller, rounded up */
  uint32_t components;    /* 1 or 3 */
  uint32_t is_ycc;        /* of three components; else RGB */
  MagickAccelerateJpegComponent component[MAGICK_ACCELERATE_JPEG_COMPONENTS];
  /* Those that differ. */
  MagickAccelerateJpegCode dc[MAGICK_ACCELERATE_JPEG_CODES], ac[MAGICK_ACCELERATE_JPEG_CODES];
  uint32_t mcu_columns, mcu_rows, mcu_blocks;
  MagickAccelerateJpegBlock mcu[MAGICK_ACCELERATE_JPEG_MCU_BLOCKS];
  uint32_t period;   /* the codes of the blocks of an MCU repeat after so many */
  uint32_t interval; /* MCUs between restart markers, at most those of the image */
} MagickAccelerateJpeg;

/* Some rows of the result are looked at: the first, and so many further each time. */
#define MAGICK_ACCELERATE_LOOK_STEP(rows) ((rows) < 64u ? 1u : (rows) / 64u)
#define MAGICK_ACCELERATE_PLAIN_STEP 1 /* or less */
#define MAGICK_ACCELERATE_HARD_STEP 64 /* or more */

/* What decoding ends with: in these rows, how many steps from a pixel to the next are plain, and
   how many are hard. A step is the difference, of 255, in the colour that differs most. */
typedef struct MagickAccelerateDecoded {
  uint32_t plain, hard;
} MagickAccelerateDecoded;

typedef struct MagickAccelerateEncodedComponent {
  uint32_t across, down; /* blocks of an MCU; 1 if there is but one component */
  uint32_t code;         /* which of the codes */
  uint16_t quanta[MAGICK_ACCELERATE_JPEG_BLOCK]; /* in rows, 1 to 255 */
} MagickAccelerateEncodedComponent;

/* All that a scan to encode depends on, but the pixels. */
typedef struct MagickAccelerateEncoding {
  uint32_t columns, rows;
  uint32_t components; /* 1, of one sample a pixel, or 3, of the colours of packets */
  uint32_t converts;   /* 1: red, green and blue become luma and chroma */
  uint32_t interval;   /* MCUs between restart markers; 0: there are none */
  MagickAccelerateEncodedComponent component[MAGICK_ACCELERATE_JPEG_COMPONENTS];
  /* With a code for every symbol that there may be; not used if they are optimized. */
  MagickAccelerateJpegCode dc[MAGICK_ACCELERATE_JPEG_CODES], ac[MAGICK_ACCELERATE_JPEG_CODES];
  uint32_t optimizes; /* 1: by the codes that make the scan shortest, as libjpeg finds them */
  uint64_t most_kept; /* bytes of coefficients that the CPU may keep when it has found them */
} MagickAccelerateEncoding;

/* What encoding ends with. */
typedef struct MagickAccelerateEncoded {
  uint32_t bytes; /* of the scan */
  /* Those of the scan's components. */
  MagickAccelerateJpegCode dc[MAGICK_ACCELERATE_JPEG_CODES], ac[MAGICK_ACCELERATE_JPEG_CODES];
} MagickAccelerateEncoded;

#endif
