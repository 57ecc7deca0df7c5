/*
  What the compatibility tests and the GraphicsMagick process say to each other, in native byte
  order over a pair of pipes. Plain C: each side includes its own library's headers, never both.

  GmHello once, then for each GmRequest one GmImageHeader as the answer. After every header of an
  image (also the one inside a request) come `colors` colour map entries of four samples, then
  columns * rows pixels of four samples (red, green, blue, opacity), then, if has_indexes, one
  sample a pixel. Samples are uint16_t.
*/
#ifndef LODESTONE_TESTS_COMPAT_GM_PROTOCOL_H
#define LODESTONE_TESTS_COMPAT_GM_PROTOCOL_H

#include <stdint.h>

#define GM_HELLO_MAGIC 0x474d4831u

typedef enum { GmResize, GmScale, GmSample, GmThumbnail, GmZoom, GmMinify, GmMagnify } GmOperation;

typedef struct {
  uint32_t magic, quantum_depth;
  char version[64];
} GmHello;

typedef struct {
  uint32_t ok; /* 0: no image; nothing follows */
  uint32_t columns, rows;
  uint32_t pseudo_class, matte, cmyk;
  uint32_t colors, has_indexes;
} GmImageHeader;

typedef struct {
  uint32_t operation, filter;
  double blur;
  uint32_t columns, rows;
  GmImageHeader image;
} GmRequest;

#endif
