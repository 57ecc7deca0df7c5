/*
  The function table of an accelerator module, Lodestone's own OpenCL module included. A module is a
  shared object in the accelerators directory that exports MagickAcceleratePluginEntry. Plain C;
  docs/plugins.md shows how to write one.

  Rules for a module: no function exits, throws, prints or installs handlers; every function may be
  called from several threads at once; `run` either writes the whole destination and returns Done,
  or returns Declined or Failed, and the host runs the call elsewhere.
*/
#ifndef LODESTONE_ACCEL_PLUGIN_H
#define LODESTONE_ACCEL_PLUGIN_H

#include "accel/accelerate.h"
#include "accel/device_pixels.h"
#include "kernels/color/color.h"
#include "kernels/common/finish.h"
#include "kernels/composite/composite.h"
#include "kernels/statistics/bounds.h"
#include "kernels/jpeg/jpeg.h"
#include "kernels/noise/noise.h"
#include "kernels/point/point.h"
#include "kernels/remap/maps.h"
#include "kernels/resample/axis.h"
#include "kernels/cosine_blur/rule.h"
#include "kernels/shear/shear.h"
#include "kernels/warp/warp.h"
#include "kernels/wavelet/wavelet.h"
#include "kernels/window/border.h"
#include "kernels/window/neighborhood/neighborhood.h"
#include "kernels/window/taps.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MAGICK_ACCELERATE_ABI 8u

/* A module declines operations it does not know. */
typedef enum {
  MagickAccelerateScale = 1,   /* area averaging: both axes of the work */
  MagickAccelerateResize = 2,  /* any resampling filter: both axes of the work */
  MagickAccelerateSample = 3,  /* nearest sample: `first` of both axes; pixels are copied */
  MagickAccelerateMinify = 4,  /* half size, fixed 4x4 weights: no axes */
  MagickAccelerateMagnify = 5, /* double size, midpoints: no axes */
  /* From here on, results have the size of the source, except those of
     Extend, Remap, Transpose, Warp, Histogram, Bounds, Shear, Decode, Encode, and of Blur if its
     source was extended: its axes then give the size. */
  MagickAccelerateBlur = 6,          /* separable convolution: both axes */
  MagickAccelerateUnsharp = 7,       /* the same, then `finish` with the source */
  MagickAccelerateConvolve = 8,      /* `taps` in two directions, and `border` */
  MagickAccelerateMotionBlur = 9,    /* `taps` along a line, and `border` */
  MagickAccelerateMedian = 10,       /* of `window` by `window` samples, and `border` */
  MagickAccelerateDespeckle = 11,    /* eight-hull algorithm: no tables */
  MagickAccelerateExtend = 12,       /* the source with its `border`: pixels are copied */
  MagickAccelerateLookupTables = 13, /* single samples by tables, `point` */
  MagickAccelerateColors = 14,       /* a function of the three colours of a pixel, `color` */
  /* Pixels are copied to where `maps` say, which give the size. */
  MagickAccelerateRemap = 15,
  MagickAccelerateTranspose = 16, /* the same, with columns and rows exchanged */
  MagickAccelerateComposite = 17, /* `second` composed on the source, by `composition` */
  /* A function of the pixels of `window` by `window`, `neighborhood`, and `border`. */
  MagickAccelerateNeighborhood = 18,
  /* Of `window` by `window` samples, and `border`: the median, but if that is the least or the
     greatest of several different ones, its nearest. */
  MagickAccelerateReduceNoise = 19,
  /* Pixels come from places of the source that `warp` computes; any size. Weighted: fully
     transparent pixels have no part in colours. */
  MagickAccelerateWarp = 20,
  MagickAccelerateNoise = 21, /* random numbers are added to samples, `noise` */
  /* Results are numbers: kernels/statistics/statistics_layout.h. */
  MagickAccelerateHistogram = 22, /* how often each value occurs: no tables */
  MagickAccelerateBounds = 23,    /* where rows differ from colours, `bounds` */
  /* Rows or columns are moved along themselves by fractions of pixels, `shear`; any size. Weighted:
     fully transparent pixels have no part in colours. */
  MagickAccelerateShear = 24,
  MagickAccelerateWavelet = 25, /* hat transform with shrunk details, `wavelet` */
  MagickAccelerateLut3d = 26,   /* colours looked up in the cube that `second` holds */
  /* Separable convolution by `series`, its numbers in `table`, and `border`, which reaches as far;
     constant pixels count for nothing. `finish` as after Blur and Unsharp. */
  MagickAccelerateCosineBlur = 27,
  /* The source is not an image, but bytes: a row of pixels of one byte, what follows the markers
     that `jpeg` tells of, up to the end of the file. Opaque or grey, whose size `jpeg` gives; bit
     for bit libjpeg-turbo's: JDCT_ISLOW, fancy upsampling. Declined where libjpeg-turbo might warn,
     or give others. */
  MagickAccelerateDecode = 28,
  /* The result is not an image, but bytes: a row of pixels of one byte, which is room for them; the
     data of the scan that `encoding` tells of, without markers around it. `encoded` tells how many
     there are, and their codes; the rest of the room is undefined. Of opaque or grey pixels; bit
     for bit libjpeg-turbo's: JDCT_ISLOW. Declined if there is too little room. Its destination is
     never in a buffer. */
  MagickAccelerateEncode = 29
} MagickAccelerateOperation;

/* Device memory for one image, rows without gaps unless it was wrapped; the module's own type. */
typedef struct MagickAccelerateBuffer MagickAccelerateBuffer;

/* A whole image: pixels of four samples, the fourth of them opacity (0 is opaque), or of one sample
   if the channels are grey. `plan` may find neither data nor buffer, and `in_buffer` and `pinned`
   as the host expects them to be. */
typedef struct MagickAcceleratePixels {
  void* data; /* host memory, at least quantum-aligned; NULL: only `buffer` is used */
  uint32_t columns, rows;
  size_t stride_bytes; /* between rows in host memory */
  uint32_t pinned;     /* 1: `data` is pinned memory of the device, or of one that pins for all */
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
  const char* variant;     /* for `plan`: one of the module's; NULL or unknown: it chooses */
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
  /* Of LookupTables, for each sample: NULL, or 2^quantum_depth quanta of that depth. */
  const void* lookup[4];
  MagickAccelerateColor color;
  /* 1: pixels of the result have one sample: of Colors, green; of LookupTables of the intensity
     of all pixels, the first. Only for these two, and not if the source is grey. */
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
  MagickAccelerateNeighborhoodRule neighborhood;
  MagickAccelerateWarpRule warp;
  MagickAccelerateNoiseRule noise;
  MagickAccelerateBorderColors bounds;
  MagickAccelerateTable table; /* of `neighborhood`, if its function has one, or of `series` */
  MagickAccelerateShearRule shear;
  MagickAccelerateWaveletRule wavelet;
  MagickAccelerateCosineSeries series;
  const MagickAccelerateJpeg* jpeg; /* of Decode; the work does not outlive it */
  /* Of Encode; the same. */
  const MagickAccelerateEncoding* encoding;
  MagickAccelerateEncoded* encoded;
  MagickAccelerateDecoded* decoded; /* of Decode; the same; NULL: not wanted */
} MagickAccelerateWork;

/* Timing of a call; zeroed by the host before it, but for `timed`. Nanoseconds, 0 = not measured.
 */
typedef struct MagickAccelerateParts {
  size_t struct_size;
  uint64_t queue_ns, compile_ns, upload_ns, kernel_ns, download_ns;
  uint64_t bytes_up, bytes_down;
  uint32_t resident; /* 1: the source was on the device already */
  uint32_t strips;   /* number of strips the image was split into; 0: not split */
  char kernels[512]; /* names in launch order, comma-separated */
  MagickAccelerateReason reason;
  char detail[256]; /* if not done: why, in one readable sentence */
  /* Other parts of warm-up; compile_ns is building programs from source. */
  uint64_t context_ns; /* opening the device */
  uint64_t load_ns;    /* loading cached programs */
  uint64_t test_ns;    /* self-tests; filled in by the host */
  /* Of the duration of a run, what was other calls', with which the module ran it together. */
  uint64_t others_ns;
  /* From the host: 1 if times by the device's clock are wanted. Else `upload_ns`, `kernel_ns` and
     `download_ns` may stay 0, if measuring them costs time. */
  uint32_t timed;
} MagickAccelerateParts;

/* Predicted duration of a run, nanoseconds. Overlapping parts are counted once. */
typedef struct MagickAccelerateEstimate {
  size_t struct_size;
  uint64_t launch_ns; /* everything that does not grow with the image */
  uint64_t upload_ns, kernel_ns, download_ns;
} MagickAccelerateEstimate;

/* How a device would run a work, as `plan` decided. The module's structures may go on behind it;
   the host only reads it. */
typedef struct MagickAcceleratePlan {
  size_t struct_size;
  /* A source in its buffer costs no upload; a download is always counted, since the result will be
     needed. UINT64_MAX in `kernel_ns`: the module cannot tell. */
  MagickAccelerateEstimate estimate;
  /* Different ways to run the same work, for tuning: stable names. NULL if there is only one. */
  const char* const* variants;
  uint32_t variant_count;
} MagickAcceleratePlan;

/* What `prepare` gets ready. */
typedef struct MagickAcceleratePreparation {
  size_t struct_size;
  uint32_t quantum_depth; /* the same in all calls of a process */
  /* NULL: for all works of `operation`, or of every operation if that is 0. */
  const MagickAcceleratePlan* plan;
  uint32_t operation;
  /* 1: only build the programs that the cache directory lacks, for other processes to load. Several
     processes do this at once: a program that another one is building is left to it. */
  uint32_t build_only;
} MagickAcceleratePreparation;

typedef enum {
  MagickAccelerateImageMemory = 1, /* on the device, for an image: a MagickAccelerateBuffer */
  /* Of the host, page-aligned, accessed by the device at the full speed of its link. Slow to
     allocate, so the host reuses it. */
  MagickAcceleratePinnedMemory = 2
} MagickAccelerateMemory;

/* What the host provides; valid while the module is open. */
typedef struct MagickAccelerateHost {
  size_t struct_size;
  uint32_t abi;
  const char* library_version;
  const char* cache_directory; /* exists and is writable; "": keep programs in memory only */
  const char* cache_problem;   /* why cache_directory is "", else "" */
  /* 1: the program is exiting and waits for `prepare` on this thread, which should return Declined,
     with reason Cancelled, as soon as possible. Call this function between compilations and other
     long steps. */
  int (*stopping)(void);
} MagickAccelerateHost;

typedef struct MagickAcceleratePlugin {
  size_t struct_size;
  uint32_t abi;
  const char* name; /* "opencl" */

  /* Discovers devices without building anything. Returns their number, or 0 if none is usable, with
     the reason in parts->detail and a hint for the user in `hint` (256 bytes). */
  unsigned int (*open)(const MagickAccelerateHost* host, void** state, MagickAccelerateParts* parts,
                       char* hint);
  /* Shuts down. The host has freed all plans and memory, and no call is running. */
  void (*close)(void* state);
  /* Fills in everything up to the hint except accelerator, ready and self_test (the host's), and
     `hardware` if it is known. */
  void (*describe)(void* state, unsigned int device, MagickAccelerateDeviceInfo* info);

  /* Done if the device can run this work: operation, depth, sizes, limits. Cheap; builds nothing.
     The plan keeps nothing of the work, and is valid until it is freed. */
  MagickAccelerateOutcome (*plan)(void* state, unsigned int device,
                                  const MagickAccelerateWork* work, MagickAcceleratePlan** plan,
                                  MagickAccelerateParts* parts);
  void (*plan_free)(void* state, unsigned int device, MagickAcceleratePlan* plan);
  /* Runs the work that was planned, whose pixels may by now be elsewhere. What it needs and was not
     prepared is made ready first. */
  MagickAccelerateOutcome (*run)(void* state, unsigned int device, const MagickAcceleratePlan* plan,
                                 const MagickAccelerateWork* work, MagickAccelerateParts* parts);

  /*
    The rest may be NULL.
  */

  /* Opens the device and makes programs ready. Idempotent. */
  MagickAccelerateOutcome (*prepare)(void* state, unsigned int device,
                                     const MagickAcceleratePreparation* what,
                                     MagickAccelerateParts* parts);

  /* Memory, with undefined contents; for images that stay on the device between calls. A module
     without these functions, or a device that declines image memory with reason Unsupported because
     it works in host memory, gets its pixels in host memory each time. If it declines with reason
     DeviceMemory, the host frees other images and may try again. */
  MagickAccelerateOutcome (*allocate)(void* state, unsigned int device, MagickAccelerateMemory kind,
                                      uint64_t bytes, void** memory, MagickAccelerateParts* parts);
  void (*free)(void* state, unsigned int device, MagickAccelerateMemory kind, void* memory);
  /* Copies the whole image in pixels->buffer to pixels->data, and returns when it has arrived.
     pixel_bytes: the size of a pixel. */
  MagickAccelerateOutcome (*read)(void* state, unsigned int device,
                                  const MagickAcceleratePixels* pixels, size_t pixel_bytes,
                                  MagickAccelerateParts* parts);

  /* Memory of the device that the program shares with other libraries. A module without any of
     these has none; all three need those above. */

  /* Copies the whole image in pixels->data to pixels->buffer, and returns when it has arrived. */
  MagickAccelerateOutcome (*write)(void* state, unsigned int device,
                                   const MagickAcceleratePixels* pixels, size_t pixel_bytes,
                                   MagickAccelerateParts* parts);
  /* Tells the type and id of the device and, unless the buffer is NULL, data and stride_bytes (0:
     rows without gaps). From then on others may have enqueued commands that read the buffer, also
     when the host frees it. Cheap; opens nothing. Declined: the device's interface has no
     addresses. */
  MagickAccelerateOutcome (*address)(void* state, unsigned int device,
                                     MagickAccelerateBuffer* buffer,
                                     MagickAccelerateDevicePixels* pixels,
                                     MagickAccelerateParts* parts);
  /* A buffer on the memory of somebody else, for sources, which are only read; the host frees it
     before that memory goes. Waits for what is enqueued on its stream. Declined: it is not the
     device's, or kernels cannot read it where it lies. */
  MagickAccelerateOutcome (*wrap)(void* state, unsigned int device,
                                  const MagickAccelerateDevicePixels* pixels,
                                  MagickAccelerateBuffer** buffer, MagickAccelerateParts* parts);

  /* 1: pinned memory of one of the devices is so for all of them. */
  uint32_t pins_for_all;
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
