/*
  The example accelerator with a memory of its own, and with switches that make it misbehave, which
  are read from the environment:

    EXAMPLE_ACCELERATOR_DEVICES=2       number of devices (1)
    EXAMPLE_ACCELERATOR_TYPE=GPU        GPU or CPU; anything else: another type of device
    EXAMPLE_ACCELERATOR_DRIVER=2.0      version of the "driver"
    EXAMPLE_ACCELERATOR_MEMORY=1000000  bytes of device memory (1 GiB)
    EXAMPLE_ACCELERATOR_BUFFERS=off     images do not stay on the device
    EXAMPLE_ACCELERATOR_ESTIMATE_NS=1   the predicted time
    EXAMPLE_ACCELERATOR_SLOW_MS=100     every run takes this much longer
    EXAMPLE_ACCELERATOR_SPOIL=1         results are wrong in one sample
    EXAMPLE_ACCELERATOR_FAIL=WHERE      open, prepare, run, allocate or read fails
    EXAMPLE_ACCELERATOR_HANG=WHERE      open, prepare or run sleeps for HANG_SECONDS (3)
    EXAMPLE_ACCELERATOR_CRASH=WHERE     open, prepare or run ends the process like a crashing driver
    EXAMPLE_ACCELERATOR_TRACE=FILE      open, prepare and run add their names to the file
    EXAMPLE_ACCELERATOR_TABLE=HOW       null, newer-abi, older-abi, short, huge, nameless, no-run,
                                        half: spoils the table of functions
*/
#define MagickAcceleratePluginEntry ExampleEntry
#include "../../examples/accelerator.c"
#undef MagickAcceleratePluginEntry

#include <pthread.h>

struct MagickAccelerateBuffer {
  uint64_t bytes;
  unsigned char* data;
};

typedef struct Module {
  pthread_mutex_t mutex; /* guards what follows */
  uint64_t memory_left;
  unsigned long blocks, plans; /* given out and not back yet */
} Module;

static const char* Switch(const char* name) {
  char variable[64] = "EXAMPLE_ACCELERATOR_";
  const char* value = getenv(strncat(variable, name, sizeof variable - strlen(variable) - 1));
  return value ? value : "";
}

static uint64_t NumberSwitch(const char* name, uint64_t otherwise) {
  const char* value = Switch(name);
  return value[0] ? strtoull(value, NULL, 10) : otherwise;
}

static void Sleep(uint64_t milliseconds) {
  struct timespec duration;
  duration.tv_sec = (time_t)(milliseconds / 1000);
  duration.tv_nsec = (long)(milliseconds % 1000 * 1000000);
  nanosleep(&duration, NULL);
}

static void Trace(const char* where) {
  FILE* file = Switch("TRACE")[0] ? fopen(Switch("TRACE"), "a") : NULL;
  if (!file) return;
  fprintf(file, "%s\n", where);
  fclose(file);
}

/* What the switches ask for in the function `where`. */
static MagickAccelerateOutcome Misbehave(const char* where, MagickAccelerateParts* parts) {
  Trace(where);
  if (strcmp(Switch("CRASH"), where) == 0) abort();
  if (strcmp(Switch("HANG"), where) == 0) Sleep(1000 * NumberSwitch("HANG_SECONDS", 3));
  if (strcmp(Switch("FAIL"), where) == 0)
    return Report(parts, MagickAccelerateFailed, MagickAccelerateDeviceError,
                  "the example fails because it was asked to");
  return MagickAccelerateDone;
}

static unsigned int FaultyOpen(const MagickAccelerateHost* host, void** state,
                               MagickAccelerateParts* parts, char* hint) {
  Module* module;
  (void)host;
  *state = NULL;
  if (Misbehave("open", parts) != MagickAccelerateDone) {
    strcpy(hint, "unset EXAMPLE_ACCELERATOR_FAIL");
    return 0;
  }
  module = calloc(1, sizeof *module);
  if (!module) return 0;
  pthread_mutex_init(&module->mutex, NULL);
  module->memory_left = NumberSwitch("MEMORY", (uint64_t)1 << 30);
  *state = module;
  return (unsigned int)NumberSwitch("DEVICES", 1);
}

static void FaultyClose(void* state) {
  Module* module = state;
  /* The host promises to free everything first. */
  if (module->blocks || module->plans) abort();
  pthread_mutex_destroy(&module->mutex);
  free(module);
}

static void FaultyDescribe(void* state, unsigned int device, MagickAccelerateDeviceInfo* info) {
  const char *type = Switch("TYPE"), *driver = Switch("DRIVER");
  Describe(state, device, info);
  info->memory_bytes = NumberSwitch("MEMORY", (uint64_t)1 << 30);
  if (driver[0]) snprintf(info->driver, sizeof info->driver, "%s", driver);
  if (!type[0]) return;
  snprintf(info->name, sizeof info->name, "Example:%s:Device %u", type, device + 1);
  info->type = strcmp(type, "GPU") == 0   ? MagickAccelerateTypeGPU
               : strcmp(type, "CPU") == 0 ? MagickAccelerateTypeCPU
                                          : MagickAccelerateTypeOther;
}

/* Counts what the host has to give back: 1 or -1, and the device memory that this takes. */
static int Count(Module* module, unsigned long* what, int change, uint64_t bytes) {
  int fits;
  pthread_mutex_lock(&module->mutex);
  fits = change < 0 || bytes <= module->memory_left;
  if (fits) {
    *what += (unsigned long)change;
    module->memory_left -= (uint64_t)change * bytes;
  }
  pthread_mutex_unlock(&module->mutex);
  return fits;
}

static uint64_t Bytes(const MagickAccelerateWork* work, const MagickAcceleratePixels* pixels) {
  return (uint64_t)pixels->columns * pixels->rows * PixelBytes(work);
}

static MagickAccelerateOutcome FaultyPlan(void* state, unsigned int device,
                                          const MagickAccelerateWork* work,
                                          MagickAcceleratePlan** plan,
                                          MagickAccelerateParts* parts) {
  Module* module = state;
  const MagickAccelerateOutcome outcome = PlanWork(state, device, work, plan, parts);
  MagickAccelerateEstimate* estimate;
  if (outcome != MagickAccelerateDone) return outcome;
  Count(module, &module->plans, 1, 0);
  estimate = &(*plan)->estimate;
  if (Switch("ESTIMATE_NS")[0]) {
    estimate->launch_ns = 0;
    estimate->kernel_ns = NumberSwitch("ESTIMATE_NS", 0);
    return outcome;
  }
  if (!work->source.in_buffer) estimate->upload_ns = Bytes(work, &work->source) / 4;
  estimate->download_ns = Bytes(work, &work->destination) / 4;
  return outcome;
}

static void FaultyPlanFree(void* state, unsigned int device, MagickAcceleratePlan* plan) {
  Module* module = state;
  FreePlan(state, device, plan);
  Count(module, &module->plans, -1, 0);
}

static MagickAccelerateOutcome FaultyPrepare(void* state, unsigned int device,
                                             const MagickAcceleratePreparation* what,
                                             MagickAccelerateParts* parts) {
  const uint64_t start = Now();
  MagickAccelerateOutcome outcome;
  (void)state, (void)device;
  if (what->build_only)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "there is nothing to build");
  outcome = Misbehave("prepare", parts);
  parts->context_ns = Now() - start;
  return outcome;
}

/* The pixels in their buffer, or where they are if there is none. */
static MagickAcceleratePixels OnDevice(MagickAcceleratePixels pixels, size_t pixel_bytes) {
  if (!pixels.buffer) return pixels;
  pixels.data = pixels.buffer->data;
  pixels.stride_bytes = pixels.columns * pixel_bytes;
  return pixels;
}

/* Returns how many bytes it copied, and adds how long that took. */
static uint64_t Copy(MagickAcceleratePixels from, MagickAcceleratePixels to, size_t pixel_bytes,
                     uint64_t* ns) {
  const uint64_t start = Now();
  uint32_t y;
  for (y = 0; y < to.rows; ++y)
    memcpy((char*)to.data + y * to.stride_bytes, (char*)from.data + y * from.stride_bytes,
           to.columns * pixel_bytes);
  *ns += Now() - start;
  return (uint64_t)to.columns * to.rows * pixel_bytes;
}

static MagickAccelerateOutcome FaultyRun(void* state, unsigned int device,
                                         const MagickAcceleratePlan* plan,
                                         const MagickAccelerateWork* work,
                                         MagickAccelerateParts* parts) {
  const size_t bytes = PixelBytes(work);
  MagickAccelerateWork on_device = *work;
  MagickAccelerateOutcome outcome = Misbehave("run", parts);
  if (outcome != MagickAccelerateDone) return outcome;
  on_device.source = OnDevice(work->source, bytes);
  on_device.destination = OnDevice(work->destination, bytes);
  parts->resident = work->source.in_buffer;
  if (!work->source.buffer)
    parts->bytes_up = Bytes(work, &work->source);
  else if (!work->source.in_buffer)
    parts->bytes_up = Copy(work->source, on_device.source, bytes, &parts->upload_ns);
  outcome = Run(state, device, plan, &on_device, parts);
  if (outcome != MagickAccelerateDone) return outcome;
  Sleep(NumberSwitch("SLOW_MS", 0));
  parts->kernel_ns += 1000000 * NumberSwitch("SLOW_MS", 0);
  if (Switch("SPOIL")[0]) ((unsigned char*)on_device.destination.data)[0] ^= 1;
  if (!work->destination.data) return outcome;
  parts->bytes_down = Bytes(work, &work->destination);
  if (work->destination.buffer)
    Copy(on_device.destination, work->destination, bytes, &parts->download_ns);
  return outcome;
}

static MagickAccelerateOutcome FaultyAllocate(void* state, unsigned int device,
                                              MagickAccelerateMemory kind, uint64_t bytes,
                                              void** memory, MagickAccelerateParts* parts) {
  Module* module = state;
  MagickAccelerateBuffer* buffer;
  (void)device;
  *memory = NULL;
  if (kind == MagickAcceleratePinnedMemory) {
    if (posix_memalign(memory, 4096, bytes) != 0) return MagickAccelerateDeclined;
    Count(module, &module->blocks, 1, 0);
    return MagickAccelerateDone;
  }
  if (strcmp(Switch("BUFFERS"), "off") == 0)
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the example works in host memory");
  if (Misbehave("allocate", parts) != MagickAccelerateDone) return MagickAccelerateFailed;
  if (!Count(module, &module->blocks, 1, bytes))
    return Report(parts, MagickAccelerateDeclined, MagickAccelerateDeviceMemory,
                  "the example's memory is full");
  buffer = malloc(sizeof *buffer);
  buffer->bytes = bytes;
  buffer->data = malloc(bytes);
  *memory = buffer;
  return MagickAccelerateDone;
}

static void FaultyFree(void* state, unsigned int device, MagickAccelerateMemory kind,
                       void* memory) {
  Module* module = state;
  (void)device;
  if (kind == MagickAccelerateImageMemory) {
    MagickAccelerateBuffer* buffer = memory;
    Count(module, &module->blocks, -1, buffer->bytes);
    free(buffer->data);
  } else {
    Count(module, &module->blocks, -1, 0);
  }
  free(memory);
}

static MagickAccelerateOutcome FaultyRead(void* state, unsigned int device,
                                          const MagickAcceleratePixels* pixels, size_t pixel_bytes,
                                          MagickAccelerateParts* parts) {
  (void)state, (void)device;
  if (Misbehave("read", parts) != MagickAccelerateDone) return MagickAccelerateFailed;
  parts->bytes_down =
      Copy(OnDevice(*pixels, pixel_bytes), *pixels, pixel_bytes, &parts->download_ns);
  return MagickAccelerateDone;
}

static MagickAcceleratePlugin table = {sizeof table,
                                       MAGICK_ACCELERATE_ABI,
                                       "example",
                                       FaultyOpen,
                                       FaultyClose,
                                       FaultyDescribe,
                                       FaultyPlan,
                                       FaultyPlanFree,
                                       FaultyRun,
                                       FaultyPrepare,
                                       FaultyAllocate,
                                       FaultyFree,
                                       FaultyRead,
                                       NULL,
                                       NULL,
                                       NULL,
                                       0};

MAGICK_ACCELERATE_EXPORT const MagickAcceleratePlugin* MagickAcceleratePluginEntry(
    uint32_t host_abi) {
  const char* how = Switch("TABLE");
  if (!ExampleEntry(host_abi) || strcmp(how, "null") == 0) return NULL;
  if (strcmp(how, "newer-abi") == 0) table.abi = MAGICK_ACCELERATE_ABI + 1;
  if (strcmp(how, "older-abi") == 0) table.abi = MAGICK_ACCELERATE_ABI - 1;
  if (strcmp(how, "short") == 0) table.struct_size = offsetof(MagickAcceleratePlugin, run);
  if (strcmp(how, "huge") == 0) table.struct_size = (size_t)-1;
  if (strcmp(how, "nameless") == 0) table.name = NULL;
  if (strcmp(how, "no-run") == 0) table.run = NULL;
  if (strcmp(how, "half") == 0) table.free = NULL;
  return &table;
}
