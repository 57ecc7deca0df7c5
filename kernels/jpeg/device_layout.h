/*
  Decoding JPEG on devices: what kernels are told and where they keep what they find, read by the
  C++ and by the OpenCL C compiler.
*/
#ifndef LODESTONE_KERNELS_JPEG_DEVICE_LAYOUT_H
#define LODESTONE_KERNELS_JPEG_DEVICE_LAYOUT_H

#include "kernels/jpeg/jpeg.h"

/* Bytes of the scan that a group frees of stuffing, and its work-items. */
#define LS_CHUNK_BYTES 4096
#define LS_CHUNK_ITEMS 256

/* The data are cut into subsequences of so many bits, which work-items decode side by side. */
#define LS_SUBSEQUENCE_BITS 4096
/* Those of a group, of which the first belong to the group before as well: there the guess from
   which decoding begins comes true. */
#define LS_SUBSEQUENCES 128
#define LS_LEADING 4
#define LS_OWN_SUBSEQUENCES (LS_SUBSEQUENCES - LS_LEADING)
/* How often a subsequence is decoded anew within its group; photographs need 2 to 5. More
   often only where less than a part of the group is left. */
#define LS_FEW_ROUNDS 8
#define LS_LEFT_PART 8
#define LS_MOST_ROUNDS 32
/* How far a group is corrected that began wrong: less than LS_OWN_SUBSEQUENCES. */
#define LS_MOST_JOINED 32
/* Where one guess does not come true, more are tried: all places of a period, at some bits. */
#define LS_MOST_GUESSES 12

/* Blocks whose differences of DC a group adds up, and its work-items. */
#define LS_SUM_BLOCKS 2048
#define LS_SUM_ITEMS 256

/* Blocks that a group transforms, a work-item each. */
#define LS_TRANSFORMED 64

/* Neighbouring pixels that a work-item makes, and work-items of a group. */
#define LS_PIXELS_EACH 8
#define LS_PIXEL_ITEMS 64

/* Work-items for a row that is looked at. */
#define LS_LOOK_ITEMS 128

/*
  Four tables follow each LsDecode, of the codes of DC and of AC, which are looked up by the next
  LS_SHORT_BITS bits. An entry of 16 bits holds, from the lowest on: bits of the code and of the
  value behind it, 5 bits; those of the value, 4 bits; coefficients up to the next, the value's
  included, 7 bits, LS_TO_END for those up to the end of the block, LS_NO_CODE, with a value, if no
  code begins so.
  If the first 5 are 0, the others are the number of one of the tables that follow, which are looked
  up by the next LS_LONG_BITS.

  Before these there are two more for the codes of AC: where the first LS_SHORT_BITS have another
  code behind a value, their entries are of both, with the bits of the second one's value; else they
  are the same. They count where both belong to one block.
*/
#define LS_CODES 4
#define LS_PAIRS 2
#define LS_SHORT_BITS 9
#define LS_LONG_BITS (16 - LS_SHORT_BITS)
#define LS_TO_END 64
#define LS_NO_CODE 127

/* Why the work is refused: bits of LsDecodeStatus. */
#define LS_REFUSED_END 1u
#define LS_REFUSED_MARKER 2u
#define LS_REFUSED_FEW_RESTARTS 4u
#define LS_REFUSED_MANY_RESTARTS 8u
#define LS_REFUSED_DATA 16u
#define LS_REFUSED_PLAIN 32u /* decoding from guesses does not come true */

/* Of each image; at first all 0. */
typedef struct LsDecodeStatus {
  uint32_t refusals;
  uint32_t plain, hard; /* MagickAccelerateDecoded */
  uint32_t behind;      /* bytes from the first marker that is no restart to the end of the scan; 0:
                           there is none */
  uint32_t bytes;       /* without stuffing and markers */
  uint32_t is_plain;    /* decoding from one guess does not come true */
} LsDecodeStatus;

typedef struct LsDecodeComponent {
  uint32_t horizontal, vertical; /* blocks of an MCU */
  uint32_t first;                /* of them in the MCU */
  uint32_t side;                 /* samples of a block */
  uint32_t columns, rows;        /* samples, without those that only fill up blocks */
  uint32_t stride, offset;       /* bytes: of a row, and of the plane among all */
  uint32_t upsampling;           /* kernels::JpegUpsampling */
  uint32_t across, down;         /* pixels of a sample */
} LsDecodeComponent;

typedef struct LsDecode {
  uint64_t scan;          /* where its bytes begin in their memory */
  uint64_t base;          /* where its arrays begin in the memory */
  uint32_t status;        /* where its LsDecodeStatus is there */
  uint32_t bytes, chunks; /* of the scan */
  uint32_t subsequences, groups;
  uint32_t intervals, interval_blocks, blocks;
  uint32_t mcu_blocks, mcu_columns, period;
  uint32_t guesses;            /* of a subsequence, if there are several */
  uint32_t dc_codes, ac_codes; /* by the place in a period: bits */
  uint32_t components, is_ycc;
  uint32_t columns, rows; /* pixels of the result */
  uint32_t sums;          /* groups that add up the blocks of a component, at most */
  /* Where arrays begin behind the base, in bytes. */
  uint32_t chunk_counts; /* of each chunk: bytes kept, and restart markers in the upper half */
  uint32_t chunk_places; /* before each chunk: both numbers */
  uint32_t data;         /* what is kept, from the highest byte of each word on */
  uint32_t begins;       /* of restart intervals, in bytes of the data, then their end */
  uint32_t states;       /* of decoding at the end of each subsequence */
  uint32_t counts;       /* of blocks that each subsequence completes */
  uint32_t numbers;      /* of blocks before each subsequence */
  uint32_t entries;  /* of groups: the state before their first own subsequence, as they know it */
  uint32_t guessed;  /* of each guess: the state that follows from it */
  uint32_t followed; /* of each such state of the subsequence before: what follows, and the count */
  uint32_t maps;     /* of the same: which of the subsequence's own states that is */
  uint32_t positions; /* of blocks: the bit at which they begin */
  uint32_t dc;        /* of blocks: sums of differences within LS_SUM_BLOCKS */
  uint32_t carries;   /* before each such part: the sum, and whether an interval begins in it */
  uint32_t planes;    /* samples */
  uint32_t all;       /* bytes of all these */
  LsDecodeComponent component[MAGICK_ACCELERATE_JPEG_COMPONENTS];
  uint16_t quanta[MAGICK_ACCELERATE_JPEG_COMPONENTS][MAGICK_ACCELERATE_JPEG_BLOCK];
} LsDecode;

#endif
