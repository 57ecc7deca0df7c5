/* Transcripts of reading and writing with magick wands. */
#ifndef LODESTONE_TESTS_WAND_MAGICK_FILES_H
#define LODESTONE_TESTS_WAND_MAGICK_FILES_H

#include "sample_wands.h"

#define TRANSCRIPT_FILE "wand-transcript.ppm"

static inline void write_file(Transcript* t, const char* name) {
  unsigned long sum = 0, size = 0;
  int byte;
  FILE* const file = fopen(name, "rb");
  if (file == NULL) {
    (void)fprintf(t->out, " no file");
    return;
  }
  for (; (byte = fgetc(file)) != EOF; size++) sum = (sum * 31 + (unsigned long)byte) % 1000003;
  (void)fclose(file);
  (void)remove(name);
  (void)fprintf(t->out, " file %lu %lu", size, sum);
}

static inline void write_status_and_file(Transcript* t, unsigned status, MagickWand* wand) {
  (void)fprintf(t->out, " %u", status);
  write_wand_exception(t, wand);
  write_file(t, TRANSCRIPT_FILE);
  if (MagickGetNumberImages(wand) != 0) write_text(t, MagickGetImageFilename(wand));
  write_wand(t, wand);
}

#define WRITES(call) EACH_WAND(#call, write_status_and_file(t, call, wand))

static void transcript_magick_writing(Transcript* t) {
  WRITES(MagickWriteImage(wand, TRANSCRIPT_FILE));
  WRITES(MagickWriteImage(wand, "no-such-folder/" TRANSCRIPT_FILE));
  EACH_WAND(
      "several", if (kind != EmptyWand) {
        (void)MagickFlipImage(wand);
        write_status_and_file(t, MagickWriteImages(wand, TRANSCRIPT_FILE, 1), wand);
      });
  EACH_WAND(
      "stream", do {
        FILE* const file = fopen(TRANSCRIPT_FILE, "wb");
        const unsigned status = MagickWriteImageFile(wand, file);
        (void)fclose(file);
        write_status_and_file(t, status, wand);
      } while (0));
}

static void transcript_magick_memory(Transcript* t) {
  EACH_WAND(
      "blob", do {
        size_t length = 0, i;
        unsigned long sum = 0;
        unsigned char* const blob = MagickWriteImageBlob(wand, &length);
        for (i = 0; blob != NULL && i < length; i++) sum = (sum * 31 + blob[i]) % 1000003;
        (void)fprintf(t->out, " %lu %lu", (unsigned long)length, sum);
        if (blob != NULL) (void)MagickRelinquishMemory(blob);
        write_wand(t, wand);
      } while (0));
  NUMBER(MagickReadImageBlob(wand, (const unsigned char*)"P1 2 1 1 0", 10));
  NUMBER(MagickReadImageBlob(wand, (const unsigned char*)"P3 1 1 255 9 8", 14));
  NUMBER(MagickReadImageBlob(wand, (const unsigned char*)"", 0));
  NUMBER(MagickReadImageBlob(wand, (const unsigned char*)"nonsense", 8));
}

static void transcript_magick_reading(Transcript* t) {
  NUMBER(MagickReadImage(wand, "xc:rgb(20,40,60)"));
  NUMBER((MagickSetSize(wand, 5, 4), MagickReadImage(wand, "xc:rgb(20,40,60)")));
  NUMBER(MagickReadImage(wand, "no-such-file.png"));
  NUMBER(MagickPingImage(wand, "no-such-file.png"));
  NUMBER(MagickReadImage(wand, ""));
  EACH_WAND(
      "ping", do {
        (void)MagickWriteImage(other, TRANSCRIPT_FILE);
        (void)fprintf(t->out, " %u", MagickPingImage(wand, TRANSCRIPT_FILE));
        write_wand_exception(t, wand);
        (void)fprintf(t->out, " %lux%lu of %lu\n", MagickGetImageWidth(wand),
                      MagickGetImageHeight(wand), MagickGetNumberImages(wand));
        (void)remove(TRANSCRIPT_FILE);
      } while (0));
  EACH_WAND(
      "stream", do {
        FILE* file;
        (void)MagickWriteImage(other, TRANSCRIPT_FILE);
        file = fopen(TRANSCRIPT_FILE, "rb");
        write_number_and_wand(t, MagickReadImageFile(wand, file), wand);
        (void)fclose(file);
        (void)remove(TRANSCRIPT_FILE);
      } while (0));
}

static void transcript_magick_samples(Transcript* t) {
  unsigned char samples[] = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120};
  EACH_WAND(
      "get", do {
        unsigned char read[12] = {0};
        (void)fprintf(t->out, " %u",
                      MagickGetImagePixels(wand, 4, 5, 2, 2, "BGR", CharPixel, read));
        write_bytes(t, read, sizeof read);
        write_wand(t, wand);
      } while (0));
  NUMBER(MagickGetImagePixels(wand, 4, 5, 2, 2, "XYZ", CharPixel, samples));
  NUMBER(MagickGetImagePixels(wand, 400, 500, 2, 2, "I", CharPixel, samples));
  NUMBER(MagickSetImagePixels(wand, 4, 5, 2, 2, "RGB", CharPixel, samples));
  NUMBER(MagickSetImagePixels(wand, -1, 17, 4, 3, "I", CharPixel, samples));
  NUMBER(MagickSetImagePixels(wand, 4, 5, 2, 2, "XYZ", CharPixel, samples));
}

#endif
