/*
  The table of functions through which Lodestone uses an accelerator, its own OpenCL module
  included. A module is a shared object in the accelerators directory that exports
  MagickAcceleratePluginEntry. Plain C, stands alone.

  Rules for a module: no function exits, throws, prints or installs handlers; every function may be
  called from several threads at once; `run` either writes the whole destination and returns Done,
  or returns Declined or Failed and the host redoes the work elsewhere.
*/
#ifndef LODESTONE_ACCEL_PLUGIN_H
#define LODESTONE_ACCEL_PLUGIN_H

#include "accel/accelerate.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MAGICK_ACCELERATE_ABI 3u

/* A module declines operations that it does not know. */
typedef enum {
  MagickAccelerateScale = 1,   /* area averaging: both axes of the work */
  MagickAccelerateResize = 2,  /* any resampling filter: both axes of the work */
  MagickAccelerateSample = 3,  /* nearest sample: `first` of both axes, pixels copied as they are */
  MagickAccelerateMinify = 4,  /* half size, fixed 4x4 weights: no axes */
  MagickAccelerateMagnify = 5, /* double size, midpoints: no axes */
  /* From here on the result has the size of the source, but for the last. */
  MagickAccelerateBlur = 6,       /* separable convolution: both axes, no clamp between them */
  MagickAccelerateUnsharp = 7,    /* the same, then `finish` with the source */
  MagickAccelerateConvolve = 8,   /* `taps` in two directions, and `border` */
  MagickAccelerateMotionBlur = 9, /* `taps` along a line, and `border` */
  MagickAccelerateMedian = 10,    /* of `window` by `window` samples, and `border` */
  MagickAccelerateDespeckle = 11, /* eight hulls after each other: no tables */
  MagickAccelerateExtend = 12     /* the source with its `border` around it: pixels copied */
} MagickAccelerateOperation;

/* What the samples of a pixel are. */
typedef enum {
  MagickAccelerateOpaque = 0,   /* three colours and opacity; that of the result is 0 */
  MagickAccelerateWeighted = 1, /* colours are weighted by alpha */
  MagickAcceleratePlain = 2,    /* four samples alike */
  MagickAccelerateGrey = 3      /* one sample a pixel, in memory too */
} MagickAccelerateChannels;

/*
  Contribution table of one axis: output i is the sum over k < count[i] of
  weights[offset[i] + k] * input[first[i] + k], accumulated as kernels/common/numeric.h says.
*/
typedef struct MagickAccelerateAxis {
  uint32_t inputs, outputs;               /* samples */
  uint32_t max_count;                     /* largest count[i]; every count[i] is at least 1 */
  uint32_t weight_count;                  /* length of weights */
  const uint32_t *first, *count, *offset; /* [outputs] each; first and first+count never decrease */
  const float* weights;
} MagickAccelerateAxis;

/*
  Convolution: output (x, y) is the sum over k < count of weights[k] * input(x + dx[k], y + dy[k]),
  accumulated in this order as kernels/common/numeric.h says. A weight of 0 may be left out: it
  changes no sum.
*/
typedef struct MagickAccelerateTaps {
  uint32_t count; /* at least 1 */
  const int32_t *dx, *dy;
  const float* weights;
  uint32_t order; /* not 0: a whole matrix of order x order, row by row around its centre */
} MagickAccelerateTaps;

/* In border tables: the pixel is the constant one. */
#define MAGICK_ACCELERATE_CONSTANT 0xffffffffu

/*
  What lies around the source, as far as an operation looks: virtual column i - left is column
  columns[i] of the source, or constant, and rows alike; inside the source each is itself.
*/
typedef struct MagickAccelerateBorder {
  uint32_t left, right, top, bottom;
  const uint32_t* columns; /* [left + source columns + right] */
  const uint32_t* rows;    /* [top + source rows + bottom] */
  uint16_t constant[4];    /* samples of a pixel; of a grey one the first */
} MagickAccelerateBorder;

/*
  Last step of an operation that keeps the size, sample by sample with the source's sample at the
  same place; all 0: no such step. What is not kept of an opaque result's opacity stays 0.
*/
typedef struct MagickAccelerateFinish {
  uint32_t keep;           /* bit i: sample i of every pixel is the source's */
  uint32_t sharpen;        /* 1: unsharp mask, LS_UNSHARP of kernels/common/numeric.h */
  float amount, threshold; /* threshold: in quantum steps, a whole number */
} MagickAccelerateFinish;

/* Memory of one device that holds one image, row after row without gaps; the module's own type. */
typedef struct MagickAccelerateBuffer MagickAccelerateBuffer;

/* A whole image: rows of pixels of four samples, the 4th of them opacity (0 opaque), or of one
   sample in a work of grey channels. Until a run it may not
   be known where the pixels will be: `supports` and `estimate` may find neither data nor buffer. */
typedef struct MagickAcceleratePixels {
  void* data; /* host memory, aligned to the quantum at least; NULL: only `buffer` counts */
  uint32_t columns, rows;
  size_t stride_bytes; /* from row to row in host memory */
  uint32_t pinned;     /* 1: `data` is memory that the device's host_acquire gave out */
  /* On the device that the call is for; NULL when the host keeps no copy there. */
  MagickAccelerateBuffer* buffer;
  uint32_t in_buffer; /* source: 1 when `buffer` holds the pixels, which need not come up again */
} MagickAcceleratePixels;

/*
  Progress: returns 0 to cancel. May be NULL. May be called from any one thread at a time.
*/
typedef int (*MagickAccelerateProgress)(void* context, uint64_t done, uint64_t span);

/* One operation: source to destination. */
typedef struct MagickAccelerateWork {
  size_t struct_size;
  MagickAccelerateOperation operation;
  uint32_t quantum_depth; /* 8 or 16 */
  MagickAccelerateChannels channels;
  uint32_t vertical_first; /* pass order; scale and the separable convolutions always */
  uint32_t variant;        /* which of the module's ways to do it; 0: the module chooses */
  MagickAccelerateAxis horizontal, vertical;
  MagickAcceleratePixels source; /* only read; after Done its `buffer`, if any, holds it */
  /* Done: the result is in `buffer` if there is one, and in `data` if that is not NULL. */
  MagickAcceleratePixels destination;
  MagickAccelerateProgress progress;
  void* progress_context;
  MagickAccelerateTaps taps;
  MagickAccelerateBorder border;
  uint32_t window; /* odd */
  MagickAccelerateFinish finish;
} MagickAccelerateWork;

/* What a call took; the host zeroes it before the call. Times in nanoseconds, 0 = not measured. */
typedef struct MagickAccelerateParts {
  size_t struct_size;
  uint64_t queue_ns, compile_ns, upload_ns, kernel_ns, download_ns;
  uint64_t bytes_up, bytes_down;
  uint32_t resident; /* 1: the source was on the device already */
  uint32_t strips;   /* pieces that the image was worked on in, when more than one */
  char kernels[128]; /* names in launch order, comma-separated */
  MagickAccelerateReason reason;
  char detail[256]; /* sentence for people when not done */
  /* Parts of warming up beside compile_ns, which is making programs from source. */
  uint64_t context_ns; /* opening the device */
  uint64_t load_ns;    /* programs from the cache */
  uint64_t test_ns;    /* self-tests; the host's */
} MagickAccelerateParts;

/* Predicted duration of a run, nanoseconds. Parts that overlap are counted once. */
typedef struct MagickAccelerateEstimate {
  size_t struct_size;
  uint64_t launch_ns; /* whatever does not grow with the image */
  uint64_t upload_ns, kernel_ns, download_ns;
} MagickAccelerateEstimate;

/* What the host offers a module; lives as long as the module is open. */
typedef struct MagickAccelerateHost {
  size_t struct_size;
  uint32_t abi;
  const char* library_version;
  const char* cache_directory; /* exists and is writable, or "" = keep programs in memory only */
  const char* cache_problem;   /* why cache_directory is "", else "" */
  /* 1: the program is ending, and warm_up on this thread should return Declined, cancelled, as
     soon as it can: the program waits for it. To be asked between compilations and the like. */
  int (*stopping)(void);
} MagickAccelerateHost;

typedef struct MagickAcceleratePlugin {
  size_t struct_size;
  uint32_t abi;
  const char* name; /* "opencl" */

  /* Discover devices without building anything. Returns 1, or 0 with reason text in parts->detail
     (and in `remedy`, 256 bytes) when there is nothing to use. */
  int (*open)(const MagickAccelerateHost* host, void** state, MagickAccelerateParts* parts,
              char* remedy);
  /* Shuts down. The host has released every buffer and all host memory, and no call is running. */
  void (*close)(void* state);

  unsigned int (*device_count)(void* state);
  /* Fills everything up to `remedy` but accelerator, ready and self_test, which the host keeps. */
  void (*describe)(void* state, unsigned int device, MagickAccelerateDeviceInfo* info);

  /* Opens the device and gets the programs of `operation` ready, or of all operations when it
     is 0. Idempotent. */
  MagickAccelerateOutcome (*warm_up)(void* state, unsigned int device, uint32_t quantum_depth,
                                     uint32_t operation, MagickAccelerateParts* parts);
  /* May this work run there? Looks at sizes and limits only; cheap. */
  MagickAccelerateOutcome (*supports)(void* state, unsigned int device,
                                      const MagickAccelerateWork* work,
                                      MagickAccelerateParts* parts);
  /* Predicts a run. A source in its buffer costs no upload; a download is always counted, since
     somebody will want to see the result. Returns 0 when it cannot tell. */
  int (*estimate)(void* state, unsigned int device, const MagickAccelerateWork* work,
                  MagickAccelerateEstimate* estimate);
  MagickAccelerateOutcome (*run)(void* state, unsigned int device, const MagickAccelerateWork* work,
                                 MagickAccelerateParts* parts);

  /*
    The rest may be NULL.
  */

  /* Different ways to do the same work, for `tune`: how many there are, and the stable name of
     one in 1 ... count. */
  unsigned int (*variant_count)(void* state, unsigned int device, const MagickAccelerateWork* work);
  const char* (*variant_name)(void* state, unsigned int device, const MagickAccelerateWork* work,
                              unsigned int variant);

  /* Images that stay on the device from one call to the next. A module without these, or a device
     that declines as unsupported because it works in the host's memory anyway, gets its pixels in
     host memory each time. Declined for lack of device memory: the host lets go of other buffers
     and may try again. */
  MagickAccelerateOutcome (*buffer_create)(void* state, unsigned int device, uint64_t bytes,
                                           MagickAccelerateBuffer** buffer,
                                           MagickAccelerateParts* parts);
  void (*buffer_release)(void* state, unsigned int device, MagickAccelerateBuffer* buffer);
  /* Copies the image in pixels->buffer to pixels->data, all of it, and returns when it is there. */
  MagickAccelerateOutcome (*buffer_read)(void* state, unsigned int device,
                                         const MagickAcceleratePixels* pixels,
                                         MagickAccelerateParts* parts);

  /* Host memory that the device reads and writes at the speed of its link: page-aligned, contents
     undefined; slow to get, so the host keeps it. NULL when there is none. */
  void* (*host_acquire)(void* state, unsigned int device, uint64_t bytes);
  void (*host_release)(void* state, unsigned int device, void* data);

  /* The laboratory's experiments on this device, for people who want to see techniques at work.
     `options` and `handler` are not NULL. The host fills in `device`, and makes of `done`, which
     goes from 0 to 1 for this device, its share of all. When the handler returns 0: Declined,
     Cancelled. What a single experiment meets is in its record. */
  MagickAccelerateOutcome (*lab)(void* state, unsigned int device,
                                 const MagickAccelerateLabOptions* options,
                                 MagickAccelerateLabHandler handler, void* context,
                                 MagickAccelerateParts* parts);
} MagickAcceleratePlugin;

/*
  MagickAcceleratePluginEntry: the one symbol a module exports.
  host_abi: MAGICK_ACCELERATE_ABI of the host.
  Returns:  the module's table, static storage; NULL when it cannot serve that ABI.
*/
typedef const MagickAcceleratePlugin* (*MagickAcceleratePluginEntryFunction)(uint32_t host_abi);

#if defined(__cplusplus)
}
#endif

#endif
