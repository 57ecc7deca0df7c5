/*
  A typical user's program: threads scale an image, and their events are read by a callback, by a
  queue in a thread of its own, and by one that is read at the end. All three must agree. Prints
  what went wrong and exits with 1, or exits with 0.
*/
#include <magick/api.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <accel/accelerate.h>

#define THREADS 3
#define CALLS 40

static int failures = 0;

static void expect(int condition, const char* what) {
  if (condition) return;
  (void)fprintf(stderr, "event_client: %s\n", what);
  failures++;
}

/* The records that one reader got. */
typedef struct {
  unsigned long calls, pixels, wrong;
  uint64_t sequences;
} Seen;

static void note(const MagickAccelerateEvent* event, Seen* seen) {
  if (strcmp(event->operation, "scale") != 0) return;
  seen->calls++;
  seen->pixels += event->columns * event->rows;
  seen->sequences += event->sequence;
  if (event->struct_size != sizeof *event || event->process != (uint64_t)getpid() ||
      event->outcome != MagickAccelerateDone || strcmp(event->accelerator, "cpu") != 0 ||
      strcmp(MagickAccelerateReasonName(event->reason), "disabled") != 0 ||
      event->source_columns != 64 || event->actual_ns == 0 || event->thread == 0)
    seen->wrong++;
}

static void handler(const MagickAccelerateEvent* event, void* context) {
  note(event, (Seen*)context);
}

typedef struct {
  MagickAccelerateEventQueue* queue;
  Seen seen;
} Reader;

static void* read_all(void* context) {
  Reader* reader = (Reader*)context;
  const MagickAccelerateEvent* event;
  while ((event = MagickAcceleratePullEvent(reader->queue, -1.0)) != NULL)
    note(event, &reader->seen);
  return NULL;
}

static void* work(void* context) {
  ExceptionInfo exception;
  int i;
  GetExceptionInfo(&exception);
  for (i = 1; i <= CALLS; i++) {
    Image* image =
        ScaleImage((const Image*)context, (unsigned long)i, 2 * (unsigned long)i, &exception);
    if (image == NULL) break;
    DestroyImage(image);
  }
  CatchException(&exception);
  DestroyExceptionInfo(&exception);
  return NULL;
}

static void work_in_threads(Image* image) {
  pthread_t threads[THREADS];
  int i;
  for (i = 0; i < THREADS; i++) expect(!pthread_create(&threads[i], NULL, work, image), "a thread");
  for (i = 0; i < THREADS; i++) (void)pthread_join(threads[i], NULL);
}

static void check(const Seen* seen, const Seen* like) {
  unsigned long pixels = 0, i;
  for (i = 1; i <= CALLS; i++) pixels += THREADS * i * 2 * i;
  expect(seen->calls == THREADS * CALLS, "some calls have no record, or several");
  expect(seen->pixels == pixels, "the sizes are wrong");
  expect(seen->wrong == 0, "some records are wrong");
  expect(seen->sequences == like->sequences, "others have other records");
}

int main(int argc, char** argv) {
  Seen by_handler, later;
  Reader reader;
  MagickAccelerateEventQueue* queue;
  const MagickAccelerateEvent* event;
  pthread_t thread;
  Image* image;

  (void)argc;
  InitializeMagick(argv[0]);
  (void)MagickAccelerateSetMode(MagickAccelerateOff);
  (void)memset(&by_handler, 0, sizeof by_handler);
  (void)memset(&later, 0, sizeof later);
  (void)memset(&reader, 0, sizeof reader);
  image = AllocateImage(NULL);
  image->columns = image->rows = 64;
  expect(SetImageEx(image, OpaqueOpacity, &image->exception) != MagickFail, "no pixels");

  queue = MagickAccelerateOpenEventQueue(THREADS * CALLS);
  reader.queue = MagickAccelerateOpenEventQueue(0);
  expect(queue != NULL && reader.queue != NULL, "no queue");
  MagickAccelerateSetEventHandler(handler, &by_handler);
  expect(!pthread_create(&thread, NULL, read_all, &reader), "no thread");

  work_in_threads(image);

  MagickAccelerateSetEventHandler(NULL, NULL);
  MagickAccelerateStopEventQueue(reader.queue);
  (void)pthread_join(thread, NULL);
  expect(MagickAccelerateLostEvents(queue) + MagickAccelerateLostEvents(reader.queue) == 0,
         "records were lost");
  while ((event = MagickAcceleratePullEvent(queue, 0.0)) != NULL) note(event, &later);
  MagickAccelerateCloseEventQueue(queue);
  MagickAccelerateCloseEventQueue(reader.queue);
  check(&by_handler, &by_handler);
  check(&reader.seen, &by_handler);
  check(&later, &by_handler);

  DestroyImage(image);
  DestroyMagick();
  return failures == 0 ? 0 : 1;
}
