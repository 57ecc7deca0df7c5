/*
  Encoding JPEG on devices: what kernels are told and where they keep what they find, read by the
  C++ and by the OpenCL C compiler.
*/
#ifndef LODESTONE_KERNELS_JPEG_ENCODE_LAYOUT_H
#define LODESTONE_KERNELS_JPEG_ENCODE_LAYOUT_H

#include "kernels/jpeg/jpeg.h"

/* Blocks that a group transforms, and its work-items: one for each row or column, and as many as
   coefficients. */
#define LS_FORWARD_BLOCKS 8
#define LS_FORWARD_ITEMS (8 * LS_FORWARD_BLOCKS)

/* Blocks that a group codes, a work-item each; numbers that one group adds up at once. */
#define LS_CODED 256

/* Bytes that a group stuffs, and its work-items. */
#define LS_STUFFED_BYTES 4096
#define LS_STUFF_ITEMS 256

/* By symbol: a code of DC or of AC, with room for the value's bits behind it, and five bits for the
   length of both. The codes of DC come first. */
#define LS_ENCODED_CODES (2 * MAGICK_ACCELERATE_JPEG_CODES)
#define LS_SYMBOLS 256

/* Of each image; at first all 0, as the counts and the stream are. */
typedef struct LsEncodeStatus {
  uint32_t is_full;          /* 1: the scan does not fit into the destination */
  uint32_t bits;             /* without restart markers, and what fills up bytes before them */
  uint32_t unstuffed, bytes; /* of the scan without stuffing, and with it */
} LsEncodeStatus;

typedef struct LsEncodeComponent {
  uint32_t horizontal, vertical; /* blocks of an MCU */
  uint32_t first;                /* of them in the MCU */
  uint32_t across, down;         /* pixels of a sample */
  uint32_t columns, rows;        /* blocks, without those that only fill up MCUs */
  uint32_t last_row;             /* of samples, which is repeated below */
  uint32_t code;                 /* which of the codes */
} LsEncodeComponent;

typedef struct LsEncode {
  /* Where arrays begin in the memory, in bytes. */
  uint64_t stream;        /* the scan without stuffing */
  uint64_t base;          /* all others of this image */
  uint64_t scan;          /* the scan, in the memory for results */
  uint32_t codes;         /* see above */
  uint32_t status;        /* its LsEncodeStatus */
  uint32_t counts;        /* of symbols, code by code */
  uint32_t columns, rows; /* pixels */
  uint32_t components, converts, optimizes;
  uint32_t mcu_columns, mcu_blocks, blocks;
  uint32_t intervals, interval_mcus; /* between restart markers; one interval if there are none */
  uint32_t groups;                   /* that code blocks */
  uint32_t chunks;                   /* that are stuffed, at most */
  uint32_t room;                     /* bytes of the destination */
  /* Where arrays begin behind the base, in bytes. */
  uint32_t coefficients; /* quantized, in zigzag order; has room for the scan, too */
  uint32_t others;       /* of blocks: which coefficients are not 0, a bit each */
  uint32_t places;       /* of blocks: the bits before, in their group */
  uint32_t sums;         /* of groups: the bits, then those before */
  uint32_t begins;       /* of restart intervals in the stream, in bytes, then of one more */
  uint32_t chunk_counts; /* of chunks: bytes of stuffing, then those before */
  uint32_t all;          /* bytes of all these */
  LsEncodeComponent component[MAGICK_ACCELERATE_JPEG_COMPONENTS];
  uint16_t quanta[MAGICK_ACCELERATE_JPEG_COMPONENTS][MAGICK_ACCELERATE_JPEG_BLOCK]; /* in rows */
} LsEncode;

#endif
