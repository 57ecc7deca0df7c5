/*
  An accelerator in plain C: the example of docs/plugins.md, and the device that the tests
  load and control through the switches of accelerator_switches.h. It magnifies and samples,
  bit-equal to the CPU, and declines the rest. Its "device memory" comes from malloc.
*/
#define _POSIX_C_SOURCE 200112L

#include <accel/plugin.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accelerator_switches.h"

enum { kChannels = 4, kRowsPerStep = 64 };

struct MagickAccelerateBuffer {
  uint64_t bytes;
  void* data;
};

typedef struct Module {
  pthread_mutex_t mutex; /* guards what follows */
  uint64_t memory_left;
  uint32_t quantum_depth;             /* of the library, which has one; known from warm_up on */
  unsigned long buffers, host_blocks; /* given out and not back yet */
} Module;

/* Opening, describing, closing. */

static int Open(const MagickAccelerateHost* host, void** state, MagickAccelerateParts* parts,
                char* hint) {
  Module* module;
  (void)host;
  *state = NULL;
  if (Misbehave("open", parts) != MagickAccelerateDone) {
    strcpy(hint, "unset EXAMPLE_ACCELERATOR_FAIL");
    return 0;
  }
  module = calloc(1, sizeof *module);
  if (!module) {
    Report(parts, MagickAccelerateFailed, MagickAccelerateHostMemory, "out of memory");
    strcpy(hint, "free some memory");
    return 0;
  }
  pthread_mutex_init(&module->mutex, NULL);
  module->memory_left = NumberSwitch("MEMORY", (uint64_t)1 << 30);
  *state = module;
  return 1;
}

static void Close(void* state) {
  Module* module = state;
  /* The host promises to release everything first; the tests detect it when it does not. */
  if (module->buffers || module->host_blocks) abort();
  pthread_mutex_destroy(&module->mutex);
  free(module);
}

static unsigned int DeviceCount(void* state) {
  (void)state;
  return (unsigned int)NumberSwitch("DEVICES", 1);
}

static void Describe(void* state, unsigned int device, MagickAccelerateDeviceInfo* info) {
  const char* type = Switch("TYPE");
  const char* driver = Switch("DRIVER");
  (void)state;
  snprintf(info->name, sizeof info->name, "Example:%s:Device %u", type[0] ? type : "Other",
           device + 1);
  snprintf(info->platform, sizeof info->platform, "Example");
  snprintf(info->driver, sizeof info->driver, "%s", driver[0] ? driver : "1.0");
  info->type = strcmp(type, "GPU") == 0   ? MagickAccelerateTypeGPU
               : strcmp(type, "CPU") == 0 ? MagickAccelerateTypeCPU
                                          : MagickAccelerateTypeOther;
  info->usable = 1;
  info->memory_bytes = NumberSwitch("MEMORY", (uint64_t)1 << 30);
  info->compute_units = 1;
  snprintf(info->cache, sizeof info->cache, "none: there is nothing to compile");
}

static MagickAccelerateOutcome WarmUp(void* state, unsigned int device, uint32_t quantum_depth,
                                      uint32_t operation, MagickAccelerateParts* parts) {
  Module* module = state;
  const uint64_t start = Now();
  const MagickAccelerateOutcome outcome = Misbehave("warm_up", parts);
  (void)device, (void)operation;
  pthread_mutex_lock(&module->mutex);
  module->quantum_depth = quantum_depth;
  pthread_mutex_unlock(&module->mutex);
  parts->context_ns = Now() - start;
  return outcome;
}

/* Supported operations, and how long they take. */

static MagickAccelerateOutcome Supports(void* state, unsigned int device,
                                        const MagickAccelerateWork* work,
                                        MagickAccelerateParts* parts) {
  (void)state, (void)device;
  if (work->operation != MagickAccelerateMagnify && work->operation != MagickAccelerateSample)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example can only magnify and sample");
  if (work->quantum_depth != 8 && work->quantum_depth != 16)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example knows samples of 8 and 16 bits");
  if (work->channels == MagickAccelerateGrey)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example knows pixels of four samples");
  return MagickAccelerateDone;
}

static uint64_t Bytes(const MagickAccelerateWork* work, const MagickAcceleratePixels* pixels) {
  return (uint64_t)pixels->columns * pixels->rows * kChannels * (work->quantum_depth / 8);
}

static int Estimate(void* state, unsigned int device, const MagickAccelerateWork* work,
                    MagickAccelerateEstimate* estimate) {
  (void)state, (void)device;
  estimate->launch_ns = 1000;
  if (!work->source.in_buffer) estimate->upload_ns = Bytes(work, &work->source) / 4;
  estimate->kernel_ns = Bytes(work, &work->destination);
  estimate->download_ns = Bytes(work, &work->destination) / 4;
  if (Switch("ESTIMATE_NS")[0]) {
    estimate->launch_ns = estimate->upload_ns = estimate->download_ns = 0;
    estimate->kernel_ns = NumberSwitch("ESTIMATE_NS", 0);
  }
  return 1;
}

/* The computation itself. Rows lie `stride` bytes apart. */

typedef struct Plane {
  unsigned char* data;
  size_t stride;
} Plane;

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
static void MagnifyRow(const MagickAccelerateWork* work, Plane source, uint32_t y,
                       unsigned char* out) {
  const uint32_t depth = work->quantum_depth, above = y / 2;
  const uint32_t below = above + 2 < work->source.rows ? (y + 1) / 2 : above;
  const unsigned char* upper = source.data + above * source.stride;
  const unsigned char* lower = source.data + below * source.stride;
  uint32_t x, channel;
  for (x = 0; x < work->destination.columns; ++x) {
    const size_t left = (size_t)(x / 2) * kChannels;
    const uint32_t next = (x + 1) / 2;
    const size_t right =
        (size_t)(next < work->source.columns ? next : work->source.columns - 1) * kChannels;
    for (channel = 0; channel < kChannels; ++channel) {
      const uint32_t sum = Load(upper, left + channel, depth) +
                           Load(upper, right + channel, depth) +
                           Load(lower, left + channel, depth) + Load(lower, right + channel, depth);
      Store(out, (size_t)x * kChannels + channel, depth, (sum + 2) / 4);
    }
  }
}

/* Every pixel is a copy of the one that `first` of both axes names. */
static void SampleRow(const MagickAccelerateWork* work, Plane source, uint32_t y,
                      unsigned char* out) {
  const size_t pixel_bytes = kChannels * (work->quantum_depth / 8);
  const unsigned char* in = source.data + work->vertical.first[y] * source.stride;
  uint32_t x;
  for (x = 0; x < work->destination.columns; ++x)
    memcpy(out + x * pixel_bytes, in + work->horizontal.first[x] * pixel_bytes, pixel_bytes);
}

static void CopyRows(Plane from, Plane to, size_t row_bytes, uint32_t rows) {
  uint32_t y;
  for (y = 0; y < rows; ++y)
    memcpy(to.data + y * to.stride, from.data + y * from.stride, row_bytes);
}

static size_t RowBytes(const MagickAccelerateWork* work, const MagickAcceleratePixels* pixels) {
  return (size_t)pixels->columns * kChannels * (work->quantum_depth / 8);
}

/* Where the pixels are in host memory, and on the device. */
static Plane HostPlane(const MagickAcceleratePixels* pixels) {
  Plane plane;
  plane.data = pixels->data;
  plane.stride = pixels->stride_bytes;
  return plane;
}
static Plane DevicePlane(const MagickAccelerateWork* work, const MagickAcceleratePixels* pixels) {
  Plane plane;
  plane.data = pixels->buffer->data;
  plane.stride = RowBytes(work, pixels);
  return plane;
}

/* Makes the source accessible to the kernel. After this its buffer, if any, holds it. */
static Plane Upload(const MagickAccelerateWork* work, MagickAccelerateParts* parts) {
  const MagickAcceleratePixels* source = &work->source;
  const uint64_t start = Now();
  if (source->buffer && source->in_buffer) {
    parts->resident = 1;
    return DevicePlane(work, source);
  }
  parts->bytes_up = Bytes(work, source);
  if (!source->buffer) return HostPlane(source);
  CopyRows(HostPlane(source), DevicePlane(work, source), RowBytes(work, source), source->rows);
  parts->upload_ns = Now() - start;
  return DevicePlane(work, source);
}

static void Download(const MagickAccelerateWork* work, MagickAccelerateParts* parts) {
  const MagickAcceleratePixels* destination = &work->destination;
  const uint64_t start = Now();
  if (!destination->data) return; /* the host reads it later, or never */
  parts->bytes_down = Bytes(work, destination);
  if (!destination->buffer) return; /* it was written there */
  CopyRows(DevicePlane(work, destination), HostPlane(destination), RowBytes(work, destination),
           destination->rows);
  parts->download_ns = Now() - start;
}

static MagickAccelerateOutcome Run(void* state, unsigned int device,
                                   const MagickAccelerateWork* work, MagickAccelerateParts* parts) {
  Plane source, sink;
  uint64_t start;
  uint32_t y;
  MagickAccelerateOutcome outcome = Supports(state, device, work, parts);
  if (outcome == MagickAccelerateDone) outcome = Misbehave("run", parts);
  if (outcome != MagickAccelerateDone) return outcome;
  source = Upload(work, parts);
  sink = work->destination.buffer ? DevicePlane(work, &work->destination)
                                  : HostPlane(&work->destination);
  start = Now();
  for (y = 0; y < work->destination.rows; ++y) {
    if (work->operation == MagickAccelerateMagnify)
      MagnifyRow(work, source, y, sink.data + y * sink.stride);
    else
      SampleRow(work, source, y, sink.data + y * sink.stride);
    if (work->progress && (y + 1) % kRowsPerStep == 0 &&
        !work->progress(work->progress_context, y + 1, work->destination.rows))
      return Report(parts, MagickAccelerateFailed, MagickAccelerateCancelled,
                    "cancelled by the progress monitor");
  }
  Sleep(NumberSwitch("SLOW_MS", 0));
  parts->kernel_ns = Now() - start;
  snprintf(parts->kernels, sizeof parts->kernels, "%s",
           work->operation == MagickAccelerateMagnify ? "ExampleMagnify" : "ExampleSample");
  if (Switch("SPOIL")[0]) sink.data[0] ^= 1;
  Download(work, parts);
  return MagickAccelerateDone;
}

/* Images that stay on the device. */

static MagickAccelerateOutcome BufferCreate(void* state, unsigned int device, uint64_t bytes,
                                            MagickAccelerateBuffer** buffer,
                                            MagickAccelerateParts* parts) {
  Module* module = state;
  MagickAccelerateBuffer* made;
  int fits;
  (void)device;
  *buffer = NULL;
  if (strcmp(Switch("BUFFERS"), "off") == 0)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example works in host memory");
  if (Misbehave("buffer_create", parts) != MagickAccelerateDone) return MagickAccelerateFailed;
  pthread_mutex_lock(&module->mutex);
  fits = bytes <= module->memory_left;
  if (fits) {
    module->memory_left -= bytes;
    ++module->buffers;
  }
  pthread_mutex_unlock(&module->mutex);
  if (!fits)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateDeviceMemory,
                  "the example's memory is full");
  made = malloc(sizeof *made);
  if (made) {
    made->bytes = bytes;
    made->data = malloc(bytes);
  }
  if (made && made->data) {
    *buffer = made;
    return MagickAccelerateDone;
  }
  free(made);
  pthread_mutex_lock(&module->mutex);
  module->memory_left += bytes;
  --module->buffers;
  pthread_mutex_unlock(&module->mutex);
  return Report(parts, MagickAccelerateDeclined, MagickAccelerateDeviceMemory, "out of memory");
}

static void BufferRelease(void* state, unsigned int device, MagickAccelerateBuffer* buffer) {
  Module* module = state;
  (void)device;
  pthread_mutex_lock(&module->mutex);
  module->memory_left += buffer->bytes;
  --module->buffers;
  pthread_mutex_unlock(&module->mutex);
  free(buffer->data);
  free(buffer);
}

static MagickAccelerateOutcome BufferRead(void* state, unsigned int device,
                                          const MagickAcceleratePixels* pixels,
                                          MagickAccelerateParts* parts) {
  Module* module = state;
  const uint64_t start = Now();
  Plane from;
  (void)device;
  if (Misbehave("buffer_read", parts) != MagickAccelerateDone) return MagickAccelerateFailed;
  pthread_mutex_lock(&module->mutex);
  from.stride = (size_t)pixels->columns * kChannels * (module->quantum_depth / 8);
  pthread_mutex_unlock(&module->mutex);
  from.data = pixels->buffer->data;
  CopyRows(from, HostPlane(pixels), from.stride, pixels->rows);
  parts->bytes_down = (uint64_t)from.stride * pixels->rows;
  parts->download_ns = Now() - start;
  return MagickAccelerateDone;
}

static void* HostAcquire(void* state, unsigned int device, uint64_t bytes) {
  Module* module = state;
  void* data = NULL;
  (void)device;
  if (posix_memalign(&data, 4096, bytes) != 0) return NULL;
  pthread_mutex_lock(&module->mutex);
  ++module->host_blocks;
  pthread_mutex_unlock(&module->mutex);
  return data;
}

static void HostRelease(void* state, unsigned int device, void* data) {
  Module* module = state;
  (void)device;
  free(data);
  pthread_mutex_lock(&module->mutex);
  --module->host_blocks;
  pthread_mutex_unlock(&module->mutex);
}

/* What is not named is NULL: there is one way to do each work, and nothing to compile. */
static const MagickAcceleratePlugin kTable = {
    .struct_size = sizeof(MagickAcceleratePlugin),
    .abi = MAGICK_ACCELERATE_ABI,
    .name = "example",
    .open = Open,
    .close = Close,
    .device_count = DeviceCount,
    .describe = Describe,
    .warm_up = WarmUp,
    .supports = Supports,
    .estimate = Estimate,
    .run = Run,
    .buffer_create = BufferCreate,
    .buffer_release = BufferRelease,
    .buffer_read = BufferRead,
    .host_acquire = HostAcquire,
    .host_release = HostRelease,
};

/* The table as a broken module would have it. */
static const MagickAcceleratePlugin* BrokenTable(const char* how) {
  static MagickAcceleratePlugin table;
  table = kTable;
  if (strcmp(how, "null") == 0) return NULL;
  if (strcmp(how, "newer-abi") == 0) table.abi = MAGICK_ACCELERATE_ABI + 1;
  if (strcmp(how, "older-abi") == 0) table.abi = MAGICK_ACCELERATE_ABI - 1;
  if (strcmp(how, "short") == 0) table.struct_size = offsetof(MagickAcceleratePlugin, run);
  if (strcmp(how, "huge") == 0) table.struct_size = (size_t)-1;
  if (strcmp(how, "nameless") == 0) table.name = NULL;
  if (strcmp(how, "no-run") == 0) table.run = NULL;
  if (strcmp(how, "half") == 0) table.buffer_release = NULL;
  return &table;
}

MAGICK_ACCELERATE_EXPORT const MagickAcceleratePlugin* MagickAcceleratePluginEntry(
    uint32_t host_abi) {
  const char* how = Switch("TABLE");
  if (host_abi != MAGICK_ACCELERATE_ABI) return NULL;
  return how[0] ? BrokenTable(how) : &kTable;
}
