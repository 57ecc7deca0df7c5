/*
  Runs operations in one thread while another reports what ran where, and how long it took.

    events IN

  MAGICK_ACCELERATE=off, auto or require and MAGICK_OCL_DEVICE choose the accelerator.
*/
#include <accel/accelerate.h>
#include <errno.h>
#include <magick/api.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef struct Worker {
  const char* filename;
  MagickAccelerateEventQueue* queue;
  int succeeded;
} Worker;

/* Totals of the events of a run. */
typedef struct Totals {
  unsigned long operations, on_devices, not_done;
  double milliseconds;
} Totals;

/* Reports a failure and clears it, so that the next one can be reported. */
static int Check(Image* result, ExceptionInfo* exception) {
  if (result != NULL) {
    DestroyImage(result);
    return 1;
  }
  CatchException(exception);
  DestroyExceptionInfo(exception);
  GetExceptionInfo(exception);
  return 0;
}

/* The next operation is tried even after a failure: each leaves an event. */
static int RunOperations(const Image* image, ExceptionInfo* exception) {
  int succeeded = Check(ScaleImage(image, 100, 75, exception), exception);
  succeeded &= Check(ResizeImage(image, 200, 150, LanczosFilter, 1.0, exception), exception);
  succeeded &= Check(MagnifyImage(image, exception), exception);
  succeeded &= Check(BlurImage(image, 0.0, 2.0, exception), exception);
  return succeeded;
}

static void* Work(void* context) {
  Worker* worker = context;
  ExceptionInfo exception;
  ImageInfo* info = CloneImageInfo(NULL);
  Image* image;
  GetExceptionInfo(&exception);
  MagickStrlCpy(info->filename, worker->filename, sizeof info->filename);
  image = ReadImage(info, &exception);
  if (image == NULL) {
    CatchException(&exception);
  } else {
    worker->succeeded = RunOperations(image, &exception);
    DestroyImage(image);
  }
  DestroyImageInfo(info);
  DestroyExceptionInfo(&exception);
  /* The reader gets the remaining events of the queue, then ECANCELED. */
  MagickAccelerateStopEventQueue(worker->queue);
  return NULL;
}

/* `event` and its strings are valid until the next pull. */
static void Report(const MagickAccelerateEvent* event, Totals* totals) {
  const double milliseconds = 1e-6 * (double)event->actual_ns;
  printf("%s %lux%lu -> %lux%lu: ", event->operation, event->source_columns, event->source_rows,
         event->columns, event->rows);
  ++totals->operations;
  totals->milliseconds += milliseconds;
  if (event->outcome == MagickAccelerateDone) {
    printf("%.3f ms on %s", milliseconds,
           event->device[0] != '\0' ? event->device : event->accelerator);
    totals->on_devices += event->device[0] != '\0';
  } else {
    printf("not done");
    ++totals->not_done;
  }
  if (event->reason != MagickAccelerateNoReason)
    printf(" (%s: %s)", MagickAccelerateReasonName(event->reason), event->detail);
  printf("\n");
}

/* Returns 0 when events are missing. */
static int ReportAll(MagickAccelerateEventQueue* queue) {
  const MagickAccelerateEvent* event;
  Totals totals = {0, 0, 0, 0.0};
  uint64_t lost;
  while ((event = MagickAcceleratePullEvent(queue, -1.0)) != NULL) Report(event, &totals);
  if (errno != ECANCELED) perror("events: MagickAcceleratePullEvent");
  lost = MagickAccelerateLostEvents(queue);
  printf("%lu events, %lu on devices, %lu not done, %lu lost: %.3f ms\n", totals.operations,
         totals.on_devices, totals.not_done, (unsigned long)lost, totals.milliseconds);
  return lost == 0 && errno == ECANCELED;
}

int main(int argc, char** argv) {
  Worker worker = {NULL, NULL, 0};
  pthread_t thread;
  int complete = 0, error;

  if (argc != 2) {
    fprintf(stderr, "usage: events IN\n");
    return 2;
  }
  InitializeMagick(argv[0]);
  /* A device that is not ready declines; a long-lived program leaves this to the library. */
  if (MagickAccelerateGetMode() != MagickAccelerateOff) (void)MagickAccelerateWarmUp();
  worker.filename = argv[1];
  worker.queue = MagickAccelerateOpenEventQueue(0);
  if (worker.queue == NULL) {
    perror("events: MagickAccelerateOpenEventQueue");
    return 1;
  }
  error = pthread_create(&thread, NULL, Work, &worker);
  if (error != 0) {
    fprintf(stderr, "events: pthread_create: %s\n", strerror(error));
  } else {
    complete = ReportAll(worker.queue);
    pthread_join(thread, NULL);
  }
  MagickAccelerateCloseEventQueue(worker.queue);
  DestroyMagick();
  return worker.succeeded && complete ? 0 : 1;
}
