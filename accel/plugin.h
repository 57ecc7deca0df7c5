/*
  The function table of an accelerator module, Lodestone's own OpenCL module included. A module is a
  shared object in the accelerators directory that exports MagickAcceleratePluginEntry. Plain C,
  stands alone.

  Rules for a module: no function exits, throws, prints or installs handlers; every function may be
  called from several threads at once; `run` either writes the whole destination and returns Done,
  or returns Declined or Failed, and the host runs the call elsewhere.
*/
#ifndef LODESTONE_ACCEL_PLUGIN_H
#define LODESTONE_ACCEL_PLUGIN_H

#include "accel/accelerate.h"
#include "kernels/color/color.h"
#include "kernels/common/finish.h"
#include "kernels/composite/composite.h"
#include "kernels/count/bounds.h"
#include "kernels/noise/noise.h"
#include "kernels/point/point.h"
#include "kernels/rearrange/maps.h"
#include "kernels/resample/axis.h"
#include "kernels/series/rule.h"
#include "kernels/shear/shear.h"
#include "kernels/warp/warp.h"
#include "kernels/wavelet/wavelet.h"
#include "kernels/window/border.h"
#include "kernels/window/functions/windows.h"
#include "kernels/window/taps.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MAGICK_ACCELERATE_ABI 7u

/* A module declines operations it does not know. */
typedef enum {
  MagickAccelerateScale = 1,   /* area averaging: both axes of the work */
  MagickAccelerateResize = 2,  /* any resampling filter: both axes of the work */
  MagickAccelerateSample = 3,  /* nearest sample: `first` of both axes; pixels are copied */
  MagickAccelerateMinify = 4,  /* half size, fixed 4x4 weights: no axes */
  MagickAccelerateMagnify = 5, /* double size, midpoints: no axes */
  /* From here on, results have the size of the source, except those of
     Extend, Rearrange, Transpose, Places, Histogram, Bounds, Shear, and of Blur if its source was
     extended: its axes then give the size. */
  MagickAccelerateBlur = 6,       /* separable convolution: both axes */
  MagickAccelerateUnsharp = 7,    /* the same, then `finish` with the source */
  MagickAccelerateConvolve = 8,   /* `taps` in two directions, and `border` */
  MagickAccelerateMotionBlur = 9, /* `taps` along a line, and `border` */
  MagickAccelerateMedian = 10,    /* of `window` by `window` samples, and `border` */
  MagickAccelerateDespeckle = 11, /* eight-hull algorithm: no tables */
  MagickAccelerateExtend = 12,    /* the source with its `border`: pixels are copied */
  MagickAccelerateTables = 13,    /* single samples by tables, `point` */
  MagickAccelerateColors = 14,    /* a function of the three colours of a pixel, `color` */
  /* Pixels are copied to where `maps` say, which give the size. */
  MagickAccelerateRearrange = 15,
  MagickAccelerateTranspose = 16, /* the same, with columns and rows exchanged */
  MagickAccelerateComposite = 17, /* `second` composed on the source, by `composition` */
  /* A function of the pixels of `window` by `window`, `neighborhood`, and `border`. */
  MagickAccelerateWindows = 18,
  /* Of `window` by `window` samples, and `border`: the median, but if that is the least or the
     greatest of several different ones, its nearest. */
  MagickAccelerateReduceNoise = 19,
  /* Pixels come from places of the source that `warp` computes; any size. Weighted: fully
     transparent pixels have no part in colours. */
  MagickAcceleratePlaces = 20,
  MagickAccelerateNoise = 21, /* random numbers are added to samples, `noise` */
  /* Results are numbers: kernels/count/count_layout.h. */
  MagickAccelerateHistogram = 22, /* how often each value occurs: no tables */
  MagickAccelerateBounds = 23,    /* where rows differ from colours, `bounds` */
  /* Rows or columns are moved along themselves by fractions of pixels, `shear`; any size. Weighted:
     fully transparent pixels have no part in colours. */
  MagickAccelerateShear = 24,
  MagickAccelerateWavelet = 25, /* hat transform with shrunk details, `wavelet` */
  MagickAccelerateCube = 26,    /* colours looked up in the cube that `second` holds */
  /* Separable convolution by `series`, its numbers in `table`, and `border`, which reaches as far;
     constant pixels count for nothing. `finish` as after Blur and Unsharp. */
  MagickAccelerateWideBlur = 27
} MagickAccelerateOperation;

/* What the samples of a pixel mean. */
typedef enum {
  MagickAccelerateOpaque = 0,   /* three colours and opacity, which is 0 in the result */
  MagickAccelerateWeighted = 1, /* colours are weighted by alpha */
  MagickAcceleratePlain = 2,    /* four samples, all treated alike */
  MagickAccelerateGrey = 3      /* one sample per pixel, in memory too */
} MagickAccelerateChannels;

/* Device memory for one image, rows without gaps; the module's own type. */
typedef struct MagickAccelerateBuffer MagickAccelerateBuffer;

/* A whole image: pixels of four samples, the fourth of them opacity (0 is opaque), or of one sample
   if the channels are grey. Before `run`, the location of the pixels may not be known yet:
   `supports` and `estimate` may find neither data nor buffer. */
typedef struct MagickAcceleratePixels {
  void* data; /* host memory, at least quantum-aligned; NULL: only `buffer` is used */
  uint32_t columns, rows;
  size_t stride_bytes; /* between rows in host memory */
  uint32_t pinned;     /* 1: `data` comes from host_acquire of the device */
  /* On the device of the call; NULL if the host keeps no copy there. */
  MagickAccelerateBuffer* buffer;
  uint32_t in_buffer; /* source: 1 if `buffer` already holds the pixels: no upload needed */
} MagickAcceleratePixels;

/*
  Progress: returns 0 to cancel. May be NULL. Called from any thread, one at a time.
*/
typedef int (*MagickAccelerateProgress)(void* context, uint64_t done, uint64_t span);

/* A table of the function that the work names, the numbers of its series, or those of the lines of
   its shear. */
typedef struct MagickAccelerateTable {
  const void* entries; /* float, or int32_t of lines; NULL: none */
  uint32_t count;
} MagickAccelerateTable;

/* One operation: source to destination. */
typedef struct MagickAccelerateWork {
  size_t struct_size;
  MagickAccelerateOperation operation;
  uint32_t quantum_depth; /* 8 or 16 */
  MagickAccelerateChannels channels;
  uint32_t vertical_first; /* order of the two passes of an operation on both axes */
  uint32_t variant;        /* which of the module's variants; 0: the module chooses */
  MagickAccelerateAxis horizontal, vertical;
  MagickAcceleratePixels source; /* only read; after Done, its `buffer`, if any, holds it */
  /* After Done: the result is in `buffer`, if any, and in `data` unless that is NULL. */
  MagickAcceleratePixels destination;
  MagickAccelerateProgress progress;
  void* progress_context;
  MagickAccelerateTaps taps;
  MagickAccelerateBorder border;
  uint32_t window; /* odd */
  MagickAccelerateFinish finish;
  /* 1: the sums between the passes are clamped to the range of a sample. Those of colours weighted
     by alpha always are. */
  uint32_t clamps_intermediate;
  MagickAcceleratePoint point;
  /* Of Tables, for each sample: NULL, or 2^quantum_depth quanta of that depth. */
  const void* lookup[4];
  MagickAccelerateColor color;
  /* 1: pixels of the result have one sample: of Colors, green; of Tables of the intensity of all
     pixels, the first. Only for these two, and not if the source is grey. */
  uint32_t grey_result;
  const char* name; /* of the call, in events; NULL: the operation's */
  MagickAccelerateMaps maps;
  /* Of operations on two images, with pixels like the source's; else without columns. Only read;
     after Done, its `buffer`, if any, holds it. */
  MagickAcceleratePixels second;
  MagickAccelerateComposition composition;
  /* 1: colour samples are decoded from sRGB, and the results encoded before they are rounded, as
     kernels/common/light.h says. Only for Scale, Resize and Blur. */
  uint32_t linear_light;
  MagickAccelerateNeighborhood neighborhood;
  MagickAccelerateWarp warp;
  MagickAccelerateNoiseRule noise;
  MagickAccelerateBorderColors bounds;
  MagickAccelerateTable table; /* of `neighborhood`, if its function has one, or of `series` */
  MagickAccelerateShearRule shear;
  MagickAccelerateWaveletRule wavelet;
  MagickAccelerateSeriesRule series;
} MagickAccelerateWork;

/* Timing of a call; zeroed by the host before it. Nanoseconds, 0 = not measured. */
typedef struct MagickAccelerateParts {
  size_t struct_size;
  uint64_t queue_ns, compile_ns, upload_ns, kernel_ns, download_ns;
  uint64_t bytes_up, bytes_down;
  uint32_t resident; /* 1: the source was on the device already */
  uint32_t strips;   /* number of strips the image was split into; 0: not split */
  char kernels[128]; /* names in launch order, comma-separated */
  MagickAccelerateReason reason;
  char detail[256]; /* if not done: why, in one readable sentence */
  /* Other parts of warm-up; compile_ns is building programs from source. */
  uint64_t context_ns; /* opening the device */
  uint64_t load_ns;    /* loading cached programs */
  uint64_t test_ns;    /* self-tests; filled in by the host */
} MagickAccelerateParts;

/* Predicted duration of a run, nanoseconds. Overlapping parts are counted once. */
typedef struct MagickAccelerateEstimate {
  size_t struct_size;
  uint64_t launch_ns; /* everything that does not grow with the image */
  uint64_t upload_ns, kernel_ns, download_ns;
} MagickAccelerateEstimate;

/* What the host provides; valid while the module is open. */
typedef struct MagickAccelerateHost {
  size_t struct_size;
  uint32_t abi;
  const char* library_version;
  const char* cache_directory; /* exists and is writable; "": keep programs in memory only */
  const char* cache_problem;   /* why cache_directory is "", else "" */
  /* 1: the program is exiting and waits for warm_up on this thread, which should return Declined,
     with reason Cancelled, as soon as possible. Call this function between compilations and other
     long steps. */
  int (*stopping)(void);
} MagickAccelerateHost;

typedef struct MagickAcceleratePlugin {
  size_t struct_size;
  uint32_t abi;
  const char* name; /* "opencl" */

  /* Discovers devices without building anything. Returns 1, or 0 if there is no usable device, with
     the reason in parts->detail and a hint for the user in `remedy` (256 bytes). */
  int (*open)(const MagickAccelerateHost* host, void** state, MagickAccelerateParts* parts,
              char* remedy);
  /* Shuts down. The host has released all buffers and host memory, and no call is running. */
  void (*close)(void* state);

  unsigned int (*device_count)(void* state);
  /* Fills in everything up to `remedy` except accelerator, ready and self_test (the host's). */
  void (*describe)(void* state, unsigned int device, MagickAccelerateDeviceInfo* info);

  /* Opens the device and makes the programs of `operation` ready, or of all operations if it is 0.
     Idempotent. */
  MagickAccelerateOutcome (*warm_up)(void* state, unsigned int device, uint32_t quantum_depth,
                                     uint32_t operation, MagickAccelerateParts* parts);
  /* Whether the device can run this work: operation, depth, sizes, limits. Cheap. */
  MagickAccelerateOutcome (*supports)(void* state, unsigned int device,
                                      const MagickAccelerateWork* work,
                                      MagickAccelerateParts* parts);
  /* Estimates a run. A source in its buffer costs no upload; a download is always counted, since
     the result will be needed. Returns 0 if it cannot tell. */
  int (*estimate)(void* state, unsigned int device, const MagickAccelerateWork* work,
                  MagickAccelerateEstimate* estimate);
  MagickAccelerateOutcome (*run)(void* state, unsigned int device, const MagickAccelerateWork* work,
                                 MagickAccelerateParts* parts);

  /*
    The rest may be NULL.
  */

  /* Variants: different ways to run the same work, for tuning. Their number, and the stable name of
     one in 1 ... count. */
  unsigned int (*variant_count)(void* state, unsigned int device, const MagickAccelerateWork* work);
  const char* (*variant_name)(void* state, unsigned int device, const MagickAccelerateWork* work,
                              unsigned int variant);

  /* Images that stay on the device between calls. A module without these functions, or a device
     that declines with reason Unsupported because it works in host memory, gets its pixels in host
     memory each time. If it declines with reason DeviceMemory, the host releases other buffers and
     may try again. */
  MagickAccelerateOutcome (*buffer_create)(void* state, unsigned int device, uint64_t bytes,
                                           MagickAccelerateBuffer** buffer,
                                           MagickAccelerateParts* parts);
  void (*buffer_release)(void* state, unsigned int device, MagickAccelerateBuffer* buffer);
  /* Copies the whole image in pixels->buffer to pixels->data, and returns when it has arrived. */
  MagickAccelerateOutcome (*buffer_read)(void* state, unsigned int device,
                                         const MagickAcceleratePixels* pixels,
                                         MagickAccelerateParts* parts);

  /* Pinned host memory, which the device accesses at the full speed of its link: page-aligned,
     undefined contents. Slow to allocate, so the host reuses it. NULL if there is none. */
  void* (*host_acquire)(void* state, unsigned int device, uint64_t bytes);
  void (*host_release)(void* state, unsigned int device, void* data);

  /* Like warm_up, but for this work alone, where that is sooner done. NULL: warm_up is called. */
  MagickAccelerateOutcome (*prepare)(void* state, unsigned int device,
                                     const MagickAccelerateWork* work,
                                     MagickAccelerateParts* parts);

  /* Builds the programs of that depth that the cache directory lacks, for other processes to load.
     Several processes call this at once: a program that another one is building is left to it. */
  MagickAccelerateOutcome (*build)(void* state, unsigned int device, uint32_t quantum_depth,
                                   MagickAccelerateParts* parts);
} MagickAcceleratePlugin;

/*
  MagickAcceleratePluginEntry: the one symbol a module exports.
  host_abi: MAGICK_ACCELERATE_ABI of the host.
  Returns:  the module's table, in static storage; NULL if it does not support that ABI.
*/
typedef const MagickAcceleratePlugin* (*MagickAcceleratePluginEntryFunction)(uint32_t host_abi);

#if defined(__cplusplus)
}
#endif

#endif
