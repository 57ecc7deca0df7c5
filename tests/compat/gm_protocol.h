/*
  The protocol between the compatibility tests and the GraphicsMagick process, in native byte
  order over a pair of pipes. Plain C: each side includes its own library's headers, never both.

  GmHello once, then for each GmRequest one GmImageHeader as the answer. A request is followed by
  order * order doubles of a kernel. After every header of an image (also the one inside a request)
  come `colors` colormap entries of four samples, then columns * rows pixels of four samples (red,
  green, blue, opacity), then, if has_indexes, one sample per pixel. Samples are uint16_t.
*/
#ifndef LODESTONE_TESTS_COMPAT_GM_PROTOCOL_H
#define LODESTONE_TESTS_COMPAT_GM_PROTOCOL_H

#include <stdint.h>

#define GM_HELLO_MAGIC 0x474d4831u

typedef enum {
  GmResize,
  GmScale,
  GmSample,
  GmThumbnail,
  GmZoom,
  GmMinify,
  GmMagnify,
  GmBlur,
  GmConvolve,
  GmDespeckle,
  GmEdge,
  GmEmboss,
  GmEqualize,
  GmGamma,
  GmGaussian,
  GmMedian,
  GmMotionBlur,
  GmNegate,
  GmSharpen,
  GmUnsharp,
  GmEdit, /* columns: which of edits.h */
  GmQuantize,
  GmMap,
  GmGreyPalette,
  GmType,
  GmOrderedDither,
  GmRandomThreshold
} GmOperation;

typedef struct {
  uint32_t magic, quantum_depth;
  char version[64];
} GmHello;

typedef struct {
  uint32_t ok; /* 0: no image; nothing follows, but for what was wrong */
  uint32_t columns, rows;
  uint32_t pseudo_class, matte, cmyk;
  uint32_t colors, has_indexes;
  uint32_t severity;
  char reason[128], description[128];
} GmImageHeader;

typedef struct {
  uint32_t operation, filter;
  double blur;
  uint32_t columns, rows;
  double radius, sigma, third, fourth;    /* third: amount or angle; fourth: threshold; of
                                             GmNegate radius: 1 for grey pixels only; of GmGamma
                                             radius, sigma, third: the levels; of GmQuantize
                                             radius: colours, sigma: depth, third: dither; of GmMap
                                             and GmType third: dither; of GmGreyPalette radius: 1 to
                                             optimize; of GmRandomThreshold radius: order */
  uint32_t channel, virtual_pixel, order; /* channel: of GmQuantize the colorspace, of GmType the
                                             type */
  uint16_t background[4];
  GmImageHeader image;
} GmRequest;

#endif
