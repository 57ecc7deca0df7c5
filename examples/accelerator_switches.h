/*
  Switches that make the example misbehave, for the tests.

  They are read from the environment when the module opens:

    EXAMPLE_ACCELERATOR_DEVICES=2       number of devices (1)
    EXAMPLE_ACCELERATOR_TYPE=GPU        GPU or CPU; anything else: another type of device
    EXAMPLE_ACCELERATOR_DRIVER=2.0      version of the "driver"
    EXAMPLE_ACCELERATOR_MEMORY=1000000  bytes of device memory (1 GiB)
    EXAMPLE_ACCELERATOR_BUFFERS=off     images do not stay on the device
    EXAMPLE_ACCELERATOR_ESTIMATE_NS=1   the predicted time
    EXAMPLE_ACCELERATOR_SLOW_MS=100     every run takes this much longer
    EXAMPLE_ACCELERATOR_SPOIL=1         results are wrong in one sample
    EXAMPLE_ACCELERATOR_FAIL=WHERE      open, warm_up, run, buffer_create or buffer_read fails
    EXAMPLE_ACCELERATOR_HANG=WHERE      open, warm_up or run sleeps for HANG_SECONDS (3)
    EXAMPLE_ACCELERATOR_CRASH=WHERE     open, warm_up or run ends the process like a crashing driver
    EXAMPLE_ACCELERATOR_TRACE=FILE      open, warm_up and run add their names to the file
    EXAMPLE_ACCELERATOR_TABLE=HOW       null, wrong-abi, short, huge, nameless, no-run, half: spoils
                                        the table of functions
*/
#ifndef EXAMPLE_SWITCHES_H
#define EXAMPLE_SWITCHES_H

#include <accel/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static uint64_t Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static MagickAccelerateOutcome Report(MagickAccelerateParts* parts, MagickAccelerateOutcome outcome,
                                      MagickAccelerateReason reason, const char* detail) {
  parts->reason = reason;
  snprintf(parts->detail, sizeof parts->detail, "%s", detail);
  return outcome;
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

#endif
