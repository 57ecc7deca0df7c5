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

#define MAGICK_ACCELERATE_ABI 1u

/* A module declines operations that it does not know. */
typedef enum {
  MagickAccelerateScale = 1,  /* area averaging: both axes of the work */
  MagickAccelerateResize = 2, /* any resampling filter: both axes of the work */
  MagickAccelerateSample = 3, /* nearest sample: `first` of both axes, pixels copied as they are */
  MagickAccelerateMinify = 4, /* half size, fixed 4x4 weights: no axes */
  MagickAccelerateMagnify = 5 /* double size, midpoints: no axes */
} MagickAccelerateOperation;

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

/* Whole image in host memory: rows of 4-quantum pixels, the 4th is opacity (0 opaque). */
typedef struct MagickAcceleratePixels {
  void* data; /* aligned to the quantum at least */
  uint32_t columns, rows;
  size_t stride_bytes; /* from row to row */
} MagickAcceleratePixels;

/*
  Progress: returns 0 to cancel. May be NULL. May be called from any one thread at a time.
*/
typedef int (*MagickAccelerateProgress)(void* context, uint64_t done, uint64_t span);

/* One operation: source to destination. */
typedef struct MagickAccelerateWork {
  size_t struct_size;
  MagickAccelerateOperation operation;
  uint32_t quantum_depth;  /* 8 or 16 */
  uint32_t alpha;          /* 1: weight colours by alpha; 0: the destination is opaque */
  uint32_t vertical_first; /* pass order; scale is always vertical first */
  MagickAccelerateAxis horizontal, vertical;
  MagickAcceleratePixels source; /* only read */
  MagickAcceleratePixels destination;
  MagickAccelerateProgress progress;
  void* progress_context;
} MagickAccelerateWork;

/* What a run reports; the host zeroes it before the call. */
typedef struct MagickAccelerateParts {
  size_t struct_size;
  uint64_t queue_ns, compile_ns, upload_ns, kernel_ns, download_ns;
  uint64_t bytes_up, bytes_down;
  uint32_t resident;
  char kernels[128]; /* names in launch order, comma-separated */
  MagickAccelerateReason reason;
  char detail[256]; /* sentence for people when not done */
} MagickAccelerateParts;

/* What the host offers a module; lives as long as the module is open. */
typedef struct MagickAccelerateHost {
  size_t struct_size;
  uint32_t abi;
  const char* library_version;
  const char* cache_directory; /* exists and is writable, or "" = keep programs in memory only */
  const char* cache_problem;   /* why cache_directory is "", else "" */
} MagickAccelerateHost;

typedef struct MagickAcceleratePlugin {
  size_t struct_size;
  uint32_t abi;
  const char* name; /* "opencl" */

  /* Discover devices without building anything. Returns 1, or 0 with reason text in parts->detail
     (and in `remedy`, 256 bytes) when there is nothing to use. */
  int (*open)(const MagickAccelerateHost* host, void** state, MagickAccelerateParts* parts,
              char* remedy);
  void (*close)(void* state);

  unsigned int (*device_count)(void* state);
  /* Fills everything but ready and self_test, which the host keeps. */
  void (*describe)(void* state, unsigned int device, MagickAccelerateDeviceInfo* info);

  /* Context, queue, programs. Idempotent. compile_ns says what building took. */
  MagickAccelerateOutcome (*warm_up)(void* state, unsigned int device, uint32_t quantum_depth,
                                     MagickAccelerateParts* parts);
  /* May this work run there? Looks at sizes and limits only; cheap. */
  MagickAccelerateOutcome (*supports)(void* state, unsigned int device,
                                      const MagickAccelerateWork* work,
                                      MagickAccelerateParts* parts);
  /* Predicted duration of run in nanoseconds, transfers included. */
  uint64_t (*estimate)(void* state, unsigned int device, const MagickAccelerateWork* work);
  MagickAccelerateOutcome (*run)(void* state, unsigned int device, const MagickAccelerateWork* work,
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
