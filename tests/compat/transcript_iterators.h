/* Transcript of pixel iterators, whose callbacks depend on all that they are given. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_ITERATORS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_ITERATORS_H

#include "transcript.h"

/* Counts rows and sums up samples; the calls come one at a time. */
typedef struct {
  unsigned long rows, pixels, sum, fail_at;
} IteratorTally;

static MagickPassFail count_row(IteratorTally* tally, long npixels) {
  tally->pixels += (unsigned long)npixels;
  return tally->rows++ == tally->fail_at ? MagickFail : MagickPass;
}

static void add_row(IteratorTally* tally, const PixelPacket* pixels, const IndexPacket* indexes,
                    long npixels, unsigned weight) {
  long i;
  for (i = 0; i < npixels; i++) {
    tally->sum = tally->sum * 31 + pixels[i].red * weight + pixels[i].opacity;
    if (indexes != NULL) tally->sum += indexes[i];
  }
}

static MagickPassFail read_row(void* data, const void* weight, const Image* image,
                               const PixelPacket* pixels, const IndexPacket* indexes,
                               const long npixels, ExceptionInfo* exception) {
  (void)image;
  (void)exception;
  add_row((IteratorTally*)data, pixels, indexes, npixels, *(const unsigned*)weight);
  return count_row((IteratorTally*)data, npixels);
}

static MagickPassFail change_row(void* data, const void* weight, Image* image, PixelPacket* pixels,
                                 IndexPacket* indexes, const long npixels,
                                 ExceptionInfo* exception) {
  long i;
  (void)image;
  (void)exception;
  for (i = 0; i < npixels; i++) {
    pixels[i].red = (Quantum)(i * 7 + *(const unsigned*)weight);
    pixels[i].green = pixels[i].blue = pixels[i].opacity = (Quantum)i;
    if (indexes != NULL) indexes[i] = (IndexPacket)(i & 1);
  }
  return count_row((IteratorTally*)data, npixels);
}

static MagickPassFail read_rows(void* data, const void* weight, const Image* first,
                                const PixelPacket* first_pixels, const IndexPacket* first_indexes,
                                const Image* second, const PixelPacket* second_pixels,
                                const IndexPacket* second_indexes, const long npixels,
                                ExceptionInfo* exception) {
  (void)first;
  (void)second;
  (void)exception;
  add_row((IteratorTally*)data, first_pixels, first_indexes, npixels, *(const unsigned*)weight);
  add_row((IteratorTally*)data, second_pixels, second_indexes, npixels, 3);
  return count_row((IteratorTally*)data, npixels);
}

static MagickPassFail copy_row(void* data, const void* weight, const Image* source,
                               const PixelPacket* pixels, const IndexPacket* indexes, Image* update,
                               PixelPacket* new_pixels, IndexPacket* new_indexes,
                               const long npixels, ExceptionInfo* exception) {
  long i;
  (void)source;
  (void)update;
  (void)indexes;
  (void)exception;
  for (i = 0; i < npixels; i++) {
    new_pixels[i] = pixels[i];
    new_pixels[i].blue = (Quantum) * (const unsigned*)weight;
    if (new_indexes != NULL) new_indexes[i] = 0;
  }
  return count_row((IteratorTally*)data, npixels);
}

static MagickPassFail mix_row(void* data, const void* weight, const Image* first,
                              const PixelPacket* a, const IndexPacket* a_indexes,
                              const Image* second, const PixelPacket* b,
                              const IndexPacket* b_indexes, Image* update, PixelPacket* c,
                              IndexPacket* c_indexes, const long npixels,
                              ExceptionInfo* exception) {
  long i;
  (void)first;
  (void)a_indexes;
  (void)second;
  (void)b_indexes;
  (void)update;
  (void)weight;
  (void)exception;
  for (i = 0; i < npixels; i++) {
    c[i].red = a[i].red;
    c[i].green = b[i].green;
    c[i].blue = (Quantum)i;
    c[i].opacity = OpaqueOpacity;
    if (c_indexes != NULL) c_indexes[i] = 1;
  }
  return count_row((IteratorTally*)data, npixels);
}

/* Inside the images most of the time. */
typedef struct {
  long x, y, other_x, other_y;
  unsigned long columns, rows;
} IteratorRegion;

static IteratorRegion random_region(Transcript* t) {
  IteratorRegion region;
  region.columns = 1 + random_below(t, 5);
  region.rows = random_below(t, 5);
  region.x = random_below(t, 4);
  region.y = random_below(t, 4);
  region.other_x = random_below(t, 4);
  region.other_y = random_below(t, 4);
  return region;
}

static MagickPassFail iterate_two(int which, const PixelIteratorOptions* options,
                                  IteratorTally* tally, const unsigned* weight,
                                  const IteratorRegion* r, const Image* first, Image* second,
                                  ExceptionInfo* exception) {
  if (which == 0)
    return PixelIterateDualRead(read_rows, options, "two", tally, weight, r->columns, r->rows,
                                first, r->x - 1, r->y - 1, second, r->other_x - 1, r->other_y - 1,
                                exception);
  if (which == 1)
    return PixelIterateDualModify(copy_row, options, "two", tally, weight, r->columns, r->rows,
                                  first, r->x - 1, r->y, second, r->other_x, r->other_y, exception);
  return PixelIterateDualNew(copy_row, options, "two", tally, weight, r->columns, r->rows, first,
                             r->x, r->y, second, r->other_x, r->other_y, exception);
}

static MagickPassFail iterate(int which, const PixelIteratorOptions* options, IteratorTally* tally,
                              const unsigned* weight, const IteratorRegion* r, Image** images,
                              ExceptionInfo* exception) {
  switch (which) {
    case 0:
    case 1:
    case 2:
      return iterate_two(which, options, tally, weight, r, images[0], images[1], exception);
    case 3:
      return PixelIterateMonoRead(read_row, options, "one", tally, weight, r->x - 2, r->y - 2,
                                  r->columns, r->rows, images[1], exception);
    case 4:
      return PixelIterateMonoModify(change_row, options, "one", tally, weight, r->x, r->y,
                                    r->columns, r->rows, images[1], exception);
    case 5:
      return PixelIterateMonoSet(change_row, options, "one", tally, weight, r->x, r->y, r->columns,
                                 r->rows, images[1], exception);
    case 6:
      return PixelIterateTripleModify(mix_row, options, "three", tally, weight, r->columns, r->rows,
                                      images[0], images[2], r->x, r->y, images[1], r->other_x,
                                      r->other_y, exception);
    default:
      return PixelIterateTripleNew(mix_row, options, "three", tally, weight, r->columns, r->rows,
                                   images[0], images[2], r->x, r->y, images[1], r->other_x,
                                   r->other_y, exception);
  }
}

static void transcript_iterators(Transcript* t) {
  unsigned i, k;
  for (i = 0; i < 4000; i++) {
    const int which = (int)random_below(t, 8);
    const unsigned weight = random_below(t, 100);
    const IteratorRegion region = random_region(t);
    PixelIteratorOptions options;
    IteratorTally tally;
    ExceptionInfo exception;
    Image* images[3];
    MagickPassFail status;
    memset(&tally, 0, sizeof tally);
    tally.fail_at = random_below(t, 12);
    GetExceptionInfo(&exception);
    InitializePixelIteratorOptions(&options, &exception);
    (void)fprintf(t->out, "iterator %d, options %d %d:", which, options.max_threads,
                  options.signature == MagickSignature);
    options.max_threads = 1;
    for (k = 0; k < 3; k++)
      images[k] = random_image(t, (TranscriptKind)random_below(t, KindCount), 9, 9);
    status = iterate(which, random_below(t, 4) ? &options : NULL, &tally, &weight, &region, images,
                     &exception);
    (void)fprintf(t->out, " %u, %lu rows %lu pixels %lx", status, tally.rows, tally.pixels,
                  tally.sum);
    write_pixels_of(t, images[1]);
    (void)fprintf(t->out, "\n");
    for (k = 0; k < 3; k++) DestroyImage(images[k]);
    DestroyExceptionInfo(&exception);
  }
}

#endif
