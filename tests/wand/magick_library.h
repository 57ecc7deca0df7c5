/* Transcripts of functions that need no image: texts, resources, helpers; and of drawing. */
#ifndef LODESTONE_TESTS_WAND_MAGICK_LIBRARY_H
#define LODESTONE_TESTS_WAND_MAGICK_LIBRARY_H

#include "sample_wands.h"

static inline void write_formats(Transcript* t, const char* wanted) {
  unsigned long count = 0, i;
  char** const names = MagickQueryFormats("P*", &count);
  int found = 0;
  for (i = 0; names != NULL && i < count; i++) {
    found |= strcmp(names[i], wanted) == 0;
    (void)MagickRelinquishMemory(names[i]);
  }
  (void)fprintf(t->out, "%d %d ended %d\n", count > 10, found,
                names != NULL && names[count] == NULL);
  if (names != NULL) (void)MagickRelinquishMemory(names);
}

static void transcript_magick_library(Transcript* t) {
  char text[8];
  unsigned long number = 0;
  char** fonts;
  (void)fprintf(t->out, "depth %s", MagickGetQuantumDepth(&number));
  (void)fprintf(t->out, " %lu\n", number);
  (void)fprintf(t->out, "version %d", MagickGetVersion(&number) != NULL);
  (void)fprintf(t->out, " %d\n", number == MagickLibVersion); /* each with its own header */
  (void)fprintf(t->out, "texts %d %d %d %d\n", MagickGetCopyright() != NULL,
                MagickGetHomeURL() != NULL, MagickGetPackageName() != NULL,
                MagickGetReleaseDate() != NULL);
  write_formats(t, "PNM");
  fonts = MagickQueryFonts("no-such-font", &number);
  (void)fprintf(t->out, "fonts %d %lu\n", fonts == NULL, number);
  if (fonts != NULL) (void)MagickRelinquishMemory(fonts);
  (void)fprintf(t->out, "limit %u", MagickSetResourceLimit(FileResource, 321));
  (void)fprintf(t->out, " %u\n", MagickSetResourceLimit((ResourceType)99, 5));
  (void)fprintf(t->out, "width %u", MagickSetResourceLimit(WidthResource, 54321));
  (void)fprintf(t->out, " %lu\n", MagickGetResourceLimit(WidthResource));
  (void)fprintf(t->out, "format %d", FormatMagickString(text, sizeof text, "%d-%s", 12, "longer"));
  (void)fprintf(t->out, " %s\n", text);
  (void)fprintf(t->out, "copy %lu", (unsigned long)CopyMagickString(text, "123456789", 5));
  (void)fprintf(t->out, " %s\n", text);
  EACH_WAND(
      "configure", do {
        (void)fprintf(t->out, " %d", MagickGetConfigureInfo(wand, "NAME") == NULL);
        write_wand(t, wand);
      } while (0));
}

#endif
