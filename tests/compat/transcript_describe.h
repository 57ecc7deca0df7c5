/* Transcript of DescribeImage. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_DESCRIBE_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_DESCRIBE_H

#include <stdlib.h>

#include "transcript.h"

static void leave_out(char* line, const char* words) {
  char* const found = strstr(line, words);
  if (found != NULL) (void)memmove(found, found + strlen(words), strlen(found + strlen(words)) + 1);
}

/* The text without what depends on the time it took, without depths: GraphicsMagick's are those of
   single samples, which need not fit all of them, and without what it says since 1.3.44. */
static void write_description(Transcript* t, Image* image, unsigned verbose) {
  FILE* file = tmpfile();
  char line[5000];
  (void)fprintf(t->out, "describe %u: %u\n", verbose, DescribeImage(image, file, verbose));
  rewind(file);
  while (fgets(line, sizeof line, file) != NULL) {
    char* times = strstr(line, "u 0m:");
    if (strstr(line, "User Time:") || strstr(line, "Elapsed Time:") ||
        strstr(line, "Pixels Per Second:") || strstr(line, " bits"))
      continue;
    if (times != NULL && verbose == 0) (void)strcpy(times - 5, "\n");
    leave_out(line, "+opacity ");
    (void)fputs(line, t->out);
  }
  (void)fclose(file);
  write_exception(t, &image->exception);
  (void)fprintf(t->out, " total %lu\n", image->total_colors);
}

static void random_settings(Transcript* t, unsigned depth, Image* image) {
  static const char* const formats[] = {"PNM", "NOSUCHFORMAT", ""};
  (void)strcpy(image->magick, formats[random_below(t, 3)]);
  if (random_below(t, 2)) (void)strcpy(image->magick_filename, "before.pnm");
  if (random_below(t, 2)) image->magick_columns = image->magick_rows = random_below(t, 99);
  image->depth = depth;
  image->scene = random_below(t, 3);
  image->delay = random_below(t, 3);
  image->iterations = random_below(t, 3);
  image->page.width = random_below(t, 2) * 70;
  image->page.height = random_below(t, 2) * 80;
  image->page.x = (long)random_below(t, 9) - 4;
  image->page.y = (long)random_below(t, 9) - 4;
  image->tile_info = image->page;
  image->x_resolution = random_below(t, 3) * 36.25;
  image->y_resolution = random_below(t, 3) * 72.0;
  image->units = (ResolutionType)random_below(t, 3);
  image->gamma = random_below(t, 3) * 0.22;
  image->chromaticity.red_primary.x = random_below(t, 2) * 0.64;
  image->chromaticity.white_point.y = random_below(t, 2) * 0.329;
  image->rendering_intent = (RenderingIntent)random_below(t, 5);
  image->interlace = (InterlaceType)random_below(t, 5);
  image->orientation = (OrientationType)random_below(t, 9);
  image->compose = (CompositeOperator)random_below(t, 30);
  image->dispose = (DisposeType)random_below(t, 4);
  image->compression = (CompressionType)random_below(t, 10);
  image->total_colors = random_below(t, 3) * random_below(t, 600);
  image->taint = random_below(t, 2);
  image->error.mean_error_per_pixel = random_below(t, 2) * 12.75;
  image->error.normalized_mean_error = random_below(t, 2) * 0.125;
  image->background_color = random_packet(t);
}

static void random_metadata(Transcript* t, Image* image) {
  static const unsigned char iptc[] =
      "junk\034\002\170\000\007caption\034\002\005\000\011two\nlines\034\002\320\000\004last"
      "\034\002\374\000\005other\034\002\170\000\077more than there is";
  static const unsigned char exif[] =
      "Exif\0\0II*\0\010\0\0\0"
      "\003\0"
      "\x27\x88\003\0\001\0\0\0\x90\001\0\0"
      "\022\001\003\0\001\0\0\0\006\0\0\0"
      "\002\xa0\004\0\001\0\0\0\045\0\0\0"
      "\0\0\0\0";
  const OrientationType orientation = image->orientation;
  if (random_below(t, 2)) (void)SetImageAttribute(image, "comment", "some words");
  if (random_below(t, 2)) (void)SetImageAttribute(image, "x", "y\nz");
  if (random_below(t, 2))
    (void)SetImageProfile(image, "IPTC", iptc, sizeof iptc - 1 - random_below(t, 30));
  if (random_below(t, 2)) (void)SetImageProfile(image, "ICM", iptc, 1 + random_below(t, 30));
  if (random_below(t, 2)) (void)SetImageProfile(image, "EXIF", exif, sizeof exif - 1);
  image->orientation = orientation; /* here it is that of the profile */
  if (random_below(t, 2)) (void)SetImageProfile(image, "XMP", iptc, 17);
  if (random_below(t, 2)) image->montage = AcquireString("128x128+4+3");
  if (random_below(t, 4) == 0) image->directory = AcquireString("nosuchfile.pnm\nnor-this.pnm\n");
}

static void transcript_describe(Transcript* t) {
  unsigned i;
  for (i = 0; i < 120; i++) {
    /* Sizes whose means are no ties when rounded to two decimals. */
    const unsigned long columns = 1 + 2 * random_below(t, 5), rows = 3 + 4 * random_below(t, 3);
    const unsigned depth = 1 + random_below(t, QuantumDepth);
    Image *image, *list;
    t->bytes = depth <= 8;
    list = image = random_image(t, (TranscriptKind)(i % KindCount), columns, rows);
    t->bytes = 1;
    random_settings(t, depth, image);
    random_metadata(t, image);
    t->bytes = 0;
    if (random_below(t, 3) == 0) {
      AppendImageToList(&list, random_image(t, DirectKind, 1, 1));
      (void)strcpy(image->next->magick, "PNM");
    }
    write_description(t, image, 0);
    write_description(t, image, 1 + random_below(t, 2));
    if (image->next != NULL) write_description(t, image->next, 2);
    DestroyImageList(image);
  }
}

#endif
