/* Transcripts of texts, attributes, profiles and settings of magick wands. */
#ifndef LODESTONE_TESTS_WAND_MAGICK_TEXTS_H
#define LODESTONE_TESTS_WAND_MAGICK_TEXTS_H

#include "sample_wands.h"

/* A text of the image. */
static inline void write_constant(Transcript* t, const char* text, MagickWand* wand) {
  (void)fprintf(t->out, " %s", text == NULL ? "none" : text);
  write_wand(t, wand);
}

static void transcript_magick_names_of_images(Transcript* t) {
  TEXT(MagickGetImageFilename(wand));
  TEXT((MagickSetImageFilename(wand, "a.png"), MagickGetImageFilename(wand)));
  TEXT(MagickGetImageFormat(wand));
  TEXT((MagickSetImageFormat(wand, "gif"), MagickGetImageFormat(wand)));
  TEXT((MagickSetImageFormat(wand, NULL), MagickGetImageFormat(wand)));
  NUMBER(MagickSetImageFilename(wand, "b.png"));
  NUMBER(MagickSetImageFormat(wand, "PNG"));
  NUMBER(MagickSetImageGeometry(wand, "3x4+5+6"));
  EACH_WAND("geometry", write_constant(t, MagickGetImageGeometry(wand), wand));
  EACH_WAND("geometry", (void)MagickSetImageGeometry(wand, "3x4");
            write_constant(t, MagickGetImageGeometry(wand), wand));
  EACH_WAND("geometry", (void)MagickSetImageGeometry(wand, "3x4");
            (void)MagickSetImageGeometry(wand, NULL);
            write_constant(t, MagickGetImageGeometry(wand), wand));
}

/* Of attributes that libraries find in files, no list is compared here. */
static void transcript_magick_attributes(Transcript* t) {
  TEXT(MagickGetImageAttribute(wand, "comment"));
  TEXT((MagickCommentImage(wand, "width %w of %m"), MagickGetImageAttribute(wand, "comment")));
  TEXT((MagickLabelImage(wand, "one"), MagickLabelImage(wand, "two"),
        MagickGetImageAttribute(wand, "label")));
  TEXT((MagickLabelImage(wand, NULL), MagickGetImageAttribute(wand, "label")));
  TEXT((MagickSetImageAttribute(wand, "key", "one"), MagickSetImageAttribute(wand, "key", NULL),
        MagickGetImageAttribute(wand, "key")));
  NUMBER(MagickCommentImage(wand, "text"));
  NUMBER(MagickCommentImage(wand, NULL));
  NUMBER(MagickLabelImage(wand, "text"));
  NUMBER(MagickSetImageAttribute(wand, "key", "value"));
  NUMBER(MagickSetImageAttribute(wand, "key", NULL));
  TEXT(MagickGetImageSignature(wand));
  NUMBER(MagickStripImage(wand));
  TEXT((MagickSetImageAttribute(wand, "comment", "one"), MagickStripImage(wand),
        MagickGetImageAttribute(wand, "comment")));
}

/* Lines about time and place are left out, and what is behind the colours. */
static void transcript_magick_descriptions(Transcript* t) {
  EACH_WAND(
      "describe", do {
        char* const text = MagickDescribeImage(wand);
        (void)fprintf(t->out, " %d", text != NULL && strstr(text, "Geometry: 24x18") != NULL);
        if (text != NULL) (void)MagickRelinquishMemory(text);
        write_wand(t, wand);
      } while (0));
}

static inline void write_profile(Transcript* t, unsigned char* profile, unsigned long length) {
  (void)fprintf(t->out, " %lu ", length);
  if (profile != NULL) {
    write_bytes(t, profile, length);
    (void)MagickRelinquishMemory(profile);
  }
}

/* Of a name that means no more than that. */
static void transcript_magick_profiles(Transcript* t) {
  static const unsigned char data[] = {1, 2, 3, 0, 5};
  EACH_WAND(
      "profile", do {
        unsigned long length = 99;
        unsigned char* profile = MagickGetImageProfile(wand, "APP9", &length);
        write_profile(t, profile, length);
        (void)fprintf(t->out, " set %u", MagickSetImageProfile(wand, "APP9", data, sizeof data));
        profile = MagickGetImageProfile(wand, "APP9", &length);
        write_profile(t, profile, length);
        profile = MagickRemoveImageProfile(wand, "APP9", &length);
        write_profile(t, profile, length);
        profile = MagickRemoveImageProfile(wand, "APP9", &length);
        write_profile(t, profile, length);
        write_wand(t, wand);
      } while (0));
  NUMBER(MagickSetImageProfile(wand, "APP9", NULL, 0));
  NUMBER(MagickProfileImage(wand, "APP9", data, sizeof data));
  NUMBER(MagickProfileImage(wand, "*", NULL, 0));
}

static inline void write_size(Transcript* t, MagickWand* wand) {
  unsigned long columns = 5, rows = 6;
  (void)fprintf(t->out, " %u", MagickGetSize(wand, &columns, &rows));
  (void)fprintf(t->out, " %lux%lu", columns, rows);
}

static inline void write_factors(Transcript* t, MagickWand* wand) {
  unsigned long count = 5, i;
  double* const factors = MagickGetSamplingFactors(wand, &count);
  (void)fprintf(t->out, " %lu:", count);
  for (i = 0; factors != NULL && i < count; i++) (void)fprintf(t->out, " %g", factors[i]);
  if (factors != NULL) (void)MagickRelinquishMemory(factors);
}

static void transcript_magick_sampling_factors(Transcript* t) {
  static const double factors[] = {2, 1, 1.5, 1, 3};
  unsigned long count;
  for (count = 0; count <= 5; count++) {
    EACH_WAND("factors", write_factors(t, wand);
              (void)fprintf(t->out, " %u", MagickSetSamplingFactors(wand, count, factors));
              write_factors(t, wand); write_wand(t, wand));
  }
}

/* Declared by this library, exported by both. */
#if !defined(LODESTONE_VERSION)
extern unsigned int MagickSetDepth(MagickWand*, const size_t);
#endif

static void transcript_magick_settings(Transcript* t) {
  TEXT(MagickGetFilename(wand));
  TEXT((MagickSetFilename(wand, "a.png"), MagickGetFilename(wand)));
  NUMBER(MagickSetFilename(wand, "a.png"));
  NUMBER(MagickSetFormat(wand, "PNG"));
  EACH_WAND("size", write_size(t, wand); (void)fprintf(t->out, " %u", MagickSetSize(wand, 70, 80));
            write_size(t, wand); write_wand(t, wand));
  NUMBER(MagickSetCompressionQuality(wand, 50));
  NUMBER(MagickSetDepth(wand, 12));
  NUMBER(MagickSetInterlaceScheme(wand, LineInterlace));
  NUMBER(MagickSetPassphrase(wand, "secret"));
  NUMBER(MagickSetPassphrase(wand, NULL));
  NUMBER(MagickSetResolution(wand, 100, 200));
  EACH_WAND(
      "resolution", do {
        double x = 5, y = 6;
        (void)MagickSetResolution(wand, 100, 200);
        (void)MagickGetImageResolution(wand, &x, &y);
        (void)fprintf(t->out, " %gx%g", x, y);
        write_wand(t, wand);
      } while (0));
  NUMBER(MagickSetResolutionUnits(wand, PixelsPerInchResolution));
  NUMBER((MagickSetResolutionUnits(wand, PixelsPerInchResolution), MagickGetImageUnits(wand)));
  NUMBER(MagickSetImageOption(wand, "jpeg", "optimize", "1"));
  NUMBER(MagickRemoveImageOption(wand, "jpeg", "optimize"));
  NUMBER((MagickSetImageOption(wand, "jpeg", "optimize", "1"),
          MagickRemoveImageOption(wand, "jpeg", "optimize")));
}

#endif
