/*
  An accelerator module in plain C, explained by docs/plugins.md. It magnifies and samples,
  bit-equal to the CPU, and declines the rest. Its "device" is this computer, which works in host
  memory; a device with memory of its own has three more functions: allocate, free and read.
*/
#define _POSIX_C_SOURCE 200112L

#include <accel/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kSamples = 4, kRowsPerStep = 64 };

static uint64_t Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Why a function did not do its work. */
static MagickAccelerateOutcome Report(MagickAccelerateParts* parts, MagickAccelerateOutcome outcome,
                                      MagickAccelerateReason reason, const char* detail) {
  parts->reason = reason;
  snprintf(parts->detail, sizeof parts->detail, "%s", detail);
  return outcome;
}

/* The devices. */

static unsigned int Open(const MagickAccelerateHost* host, void** state,
                         MagickAccelerateParts* parts, char* hint) {
  (void)host, (void)parts, (void)hint;
  *state = NULL; /* a real module keeps its devices there */
  return 1;
}

static void Close(void* state) {
  (void)state;
}

static void Describe(void* state, unsigned int device, MagickAccelerateDeviceInfo* info) {
  (void)state;
  snprintf(info->name, sizeof info->name, "Example:Other:Device %u", device + 1);
  snprintf(info->platform, sizeof info->platform, "Example");
  snprintf(info->driver, sizeof info->driver, "1.0");
  info->type = MagickAccelerateTypeOther;
  info->usable = 1;
  info->compute_units = 1;
  snprintf(info->cache, sizeof info->cache, "none: there is nothing to compile");
}

/* What it can do, and how long that takes. */

static size_t PixelBytes(const MagickAccelerateWork* work) {
  return kSamples * (work->quantum_depth / 8);
}

static MagickAccelerateOutcome PlanWork(void* state, unsigned int device,
                                        const MagickAccelerateWork* work,
                                        MagickAcceleratePlan** plan, MagickAccelerateParts* parts) {
  MagickAcceleratePlan* made;
  (void)state, (void)device;
  if (work->operation != MagickAccelerateMagnify && work->operation != MagickAccelerateSample)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example can only magnify and sample");
  if (work->channels == MagickAccelerateGrey)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example knows pixels of four samples");
  if (work->channels == MagickAccelerateWeighted && work->operation == MagickAccelerateMagnify)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example does not weight colours by alpha");
  made = calloc(1, sizeof *made);
  if (!made)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateHostMemory, "out of memory");
  made->struct_size = sizeof *made;
  made->estimate.launch_ns = 1000;
  made->estimate.kernel_ns =
      (uint64_t)work->destination.columns * work->destination.rows * PixelBytes(work);
  *plan = made;
  return MagickAccelerateDone;
}

static void FreePlan(void* state, unsigned int device, MagickAcceleratePlan* plan) {
  (void)state, (void)device;
  free(plan);
}

/* The computation itself: one row of the result. */

static const unsigned char* SourceRow(const MagickAccelerateWork* work, uint32_t y) {
  return (const unsigned char*)work->source.data + y * work->source.stride_bytes;
}

static uint32_t Load(const unsigned char* row, size_t sample, uint32_t quantum_depth) {
  return quantum_depth == 8 ? row[sample] : ((const uint16_t*)(const void*)row)[sample];
}

static void Store(unsigned char* row, size_t sample, uint32_t quantum_depth, uint32_t value) {
  if (quantum_depth == 8)
    row[sample] = (unsigned char)value;
  else
    ((uint16_t*)(void*)row)[sample] = (uint16_t)value;
}

/* The mean of the four nearest samples, halves rounded up. The second last row is repeated. */
static void MagnifyRow(const MagickAccelerateWork* work, uint32_t y, unsigned char* out) {
  const uint32_t depth = work->quantum_depth, last = work->source.columns - 1, above = y / 2;
  const uint32_t below = above + 2 < work->source.rows ? (y + 1) / 2 : above;
  const unsigned char* upper = SourceRow(work, above);
  const unsigned char* lower = SourceRow(work, below);
  size_t i;
  for (i = 0; i < (size_t)work->destination.columns * kSamples; ++i) {
    const size_t x = i / kSamples, next = (x + 1) / 2, sample = i % kSamples;
    const size_t left = x / 2 * kSamples + sample;
    const size_t right = (next < last ? next : last) * kSamples + sample;
    const uint32_t sum = Load(upper, left, depth) + Load(upper, right, depth) +
                         Load(lower, left, depth) + Load(lower, right, depth);
    Store(out, i, depth, (sum + 2) / 4);
  }
}

/* Every pixel is a copy of the one that `first` of both axes names. */
static void SampleRow(const MagickAccelerateWork* work, uint32_t y, unsigned char* out) {
  const size_t bytes = PixelBytes(work);
  const unsigned char* in = SourceRow(work, work->vertical.first[y]);
  uint32_t x;
  for (x = 0; x < work->destination.columns; ++x)
    memcpy(out + x * bytes, in + work->horizontal.first[x] * bytes, bytes);
}

/* Writes the whole result, or returns Declined or Failed. */
static MagickAccelerateOutcome Run(void* state, unsigned int device,
                                   const MagickAcceleratePlan* plan,
                                   const MagickAccelerateWork* work, MagickAccelerateParts* parts) {
  const MagickAcceleratePixels* to = &work->destination;
  const int magnifies = work->operation == MagickAccelerateMagnify;
  const uint64_t start = Now();
  uint32_t y;
  (void)state, (void)device, (void)plan;
  for (y = 0; y < to->rows; ++y) {
    unsigned char* row = (unsigned char*)to->data + y * to->stride_bytes;
    (magnifies ? MagnifyRow : SampleRow)(work, y, row);
    if (work->progress && (y + 1) % kRowsPerStep == 0 &&
        !work->progress(work->progress_context, y + 1, to->rows))
      return Report(parts, MagickAccelerateFailed, MagickAccelerateCancelled,
                    "cancelled by the progress monitor");
  }
  parts->kernel_ns = Now() - start;
  snprintf(parts->kernels, sizeof parts->kernels, magnifies ? "ExampleMagnify" : "ExampleSample");
  return MagickAccelerateDone;
}

/* What is not named is NULL: there is nothing to compile, and no other memory. */
static const MagickAcceleratePlugin kTable = {
    .struct_size = sizeof(MagickAcceleratePlugin),
    .abi = MAGICK_ACCELERATE_ABI,
    .name = "example",
    .open = Open,
    .close = Close,
    .describe = Describe,
    .plan = PlanWork,
    .plan_free = FreePlan,
    .run = Run,
};

MAGICK_ACCELERATE_EXPORT const MagickAcceleratePlugin* MagickAcceleratePluginEntry(
    uint32_t host_abi) {
  return host_abi == MAGICK_ACCELERATE_ABI ? &kTable : NULL;
}
