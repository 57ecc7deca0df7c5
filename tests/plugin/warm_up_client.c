/*
  A program that links the library and leaves device handling to it.

    warm_up_client MILLISECONDS   runs for that long, then returns from main
    warm_up_client device         runs until a device does a call, a minute at most
    warm_up_client thread MILLISECONDS
        returns from main so long after a thread began to warm up
    warm_up_client shutdown MILLISECONDS
        calls MagickAccelerateShutdown then, and prints how many seconds it took

  Prints how many calls each accelerator did. Fails when a call does.
*/
#include <magick/api.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <accel/accelerate.h>

static unsigned long by_cpu, by_device;

static void Count(const MagickAccelerateEvent* event, void* context) {
  (void)context;
  if (strcmp(event->operation, "magnify") != 0 || event->outcome != MagickAccelerateDone) return;
  if (event->device[0])
    ++by_device;
  else
    ++by_cpu;
}

static double Seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int Work(Image* image) {
  ExceptionInfo exception;
  Image* result;
  GetExceptionInfo(&exception);
  result = MagnifyImage(image, &exception);
  if (result) DestroyImage(result);
  if (!result) fprintf(stderr, "%s %s\n", exception.reason, exception.description);
  DestroyExceptionInfo(&exception);
  return result != NULL;
}

static void* WarmUp(void* unused) {
  MagickAccelerateWarmUp();
  return unused;
}

static int WarmUpInThread(int shuts_down, double milliseconds) {
  const struct timespec wait = {(time_t)(milliseconds / 1e3), (long)milliseconds % 1000 * 1000000};
  pthread_t thread;
  double began;
  InitializeMagick(NULL);
  if (pthread_create(&thread, NULL, WarmUp, NULL) != 0) return 1;
  pthread_detach(thread);
  nanosleep(&wait, NULL);
  if (!shuts_down) return 0;
  began = Seconds();
  MagickAccelerateShutdown();
  printf("%.1f\n", Seconds() - began);
  fflush(stdout);
  _exit(0); /* the end of the process would wait once more */
}

int main(int argc, char** argv) {
  const int until_device = argc > 1 && strcmp(argv[1], "device") == 0;
  const double end = Seconds() + (until_device ? 60.0 : argc > 1 ? 1e-3 * atof(argv[1]) : 0.0);
  Image* image;
  int fine = 1;
  if (argc > 2) return WarmUpInThread(strcmp(argv[1], "shutdown") == 0, atof(argv[2]));
  InitializeMagick(argv[0]);
  MagickAccelerateSetEventHandler(Count, NULL);
  image = AllocateImage(NULL);
  image->columns = image->rows = 1000;
  fine = SetImageEx(image, OpaqueOpacity, &image->exception) != MagickFail;
  while (fine && Seconds() < end && !(until_device && by_device)) fine = Work(image);
  DestroyImage(image);
  printf("%lu by the CPU, %lu by a device\n", by_cpu, by_device);
  return fine && !(until_device && !by_device) ? 0 : 1;
}
