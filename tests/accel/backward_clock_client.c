/*
  A program on a machine whose clocks all run backwards, by some milliseconds a look, and jump by
  years: calls give the same pixels as ever, and no time in their events is absurd. Prints what went
  wrong and exits with 1, or exits with 0.
*/
#define _GNU_SOURCE 1
#include <magick/api.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <accel/accelerate.h>

#define CALLS 30
/* Longer than any call here takes. */
#define LONGEST_NS (3600 * 1000000000.0)

static volatile int backward = 0;
static long looks = 0;
static int failures = 0, events = 0;

/* In the place of the C library's, for this program and its libraries. */
int clock_gettime(clockid_t clock, struct timespec* now) {
  const int status = (int)syscall(SYS_clock_gettime, clock, now);
  if (status != 0 || !backward) return status;
  looks++;
  now->tv_sec -= looks % 7 == 0 ? 40000000 : 0;
  now->tv_nsec = 999999999 - looks * 3000017 % 1000000000;
  return 0;
}

int gettimeofday(struct timeval* now, void* zone) {
  struct timespec precise;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* now) {
  struct timespec precise;
  (void)clock_gettime(CLOCK_REALTIME, &precise);
  if (now != NULL) *now = precise.tv_sec;
  return precise.tv_sec;
}

static void expect(int condition, const char* what) {
  if (condition) return;
  (void)fprintf(stderr, "backward_clock_client: %s\n", what);
  failures++;
}

static void note(const MagickAccelerateEvent* event, void* context) {
  (void)context;
  events++;
  expect((double)event->actual_ns < LONGEST_NS, "a call took too long");
  expect((double)event->predicted_ns < LONGEST_NS, "a call was predicted to take too long");
}

static Image* work(const Image* image, ExceptionInfo* exception) {
  Image* const blurred = BlurImage(image, 0.0, 2.0, exception);
  Image* const scaled =
      blurred == NULL ? NULL : ResizeImage(blurred, 200, 150, LanczosFilter, 1.0, exception);
  if (blurred != NULL) DestroyImage(blurred);
  return scaled;
}

static void time_something(void) {
  TimerInfo timer;
  GetTimerInfo(&timer);
  ContinueTimer(&timer);
  expect(GetElapsedTime(&timer) < 3600.0, "the timer ran too long");
  (void)GetUserTime(&timer);
}

int main(int argc, char** argv) {
  ExceptionInfo exception;
  ImageInfo* info;
  Image *image, *expected;
  int i;
  (void)argc;
  InitializeMagick(argv[0]);
  GetExceptionInfo(&exception);
  info = CloneImageInfo(NULL);
  (void)CloneString(&info->size, "900x700");
  (void)strcpy(info->filename, "gradient:red-blue");
  image = ReadImage(info, &exception);
  expected = image == NULL ? NULL : work(image, &exception);
  expect(expected != NULL, "no image");
  MagickAccelerateSetEventHandler(note, NULL);
  backward = 1;
  for (i = 0; i < CALLS && expected != NULL; i++) {
    Image* const result = work(image, &exception);
    expect(result != NULL && IsImagesEqual(expected, result), "other pixels");
    if (result != NULL) DestroyImage(result);
    time_something();
  }
  backward = 0;
  MagickAccelerateSetEventHandler(NULL, NULL);
  expect(events >= 2 * CALLS, "events are missing");
  CatchException(&exception);
  DestroyExceptionInfo(&exception);
  if (expected != NULL) DestroyImage(expected);
  if (image != NULL) DestroyImage(image);
  DestroyImageInfo(info);
  DestroyMagick();
  return failures == 0 ? 0 : 1;
}
