/* What functions do that both libraries export, but only this one declares. */
#ifndef LODESTONE_TESTS_WAND_OLD_NAME_TRANSCRIPTS_H
#define LODESTONE_TESTS_WAND_OLD_NAME_TRANSCRIPTS_H

#include <stdlib.h>

#include "../compat/transcript.h"

#if !defined(LODESTONE_VERSION)
typedef struct {
  double rho, sigma, xi, psi;
} GMPrivateGeometryInfo;
typedef struct {
  ColorspaceType colorspace;
  unsigned int matte;
  Quantum red, green, blue, opacity;
  IndexPacket index;
} MagickPixelPacket;
extern size_t GMPrivateConcatenateMagickString(char*, const char*, const size_t);
extern unsigned int GMPrivateImportImagePixels(Image*, const long, const long, const unsigned long,
                                               const unsigned long, const char*, const StorageType,
                                               const void*);
extern unsigned int GMPrivateParseAbsoluteGeometry(const char*, RectangleInfo*);
extern unsigned int GMPrivateParseGeometry(const char*, GMPrivateGeometryInfo*);
extern void* GMPrivateRelinquishMagickMemory(void*);
extern void* GMPrivateResizeMagickMemory(void*, const size_t);
extern unsigned int PixelGetException(PixelWand*, char**);
extern unsigned int QueryMagickColor(const char*, MagickPixelPacket*, ExceptionInfo*);
#endif

static void write_geometry(Transcript* t, const char* text) {
  GMPrivateGeometryInfo info = {-1.0, -2.0, -3.0, -4.0};
  const unsigned int flags = GMPrivateParseGeometry(text, &info);
  (void)fprintf(t->out, "\"%s\" %x %g %g %g %g\n", text, flags, info.rho, info.sigma, info.xi,
                info.psi);
}

static void write_region(Transcript* t, const char* text) {
  RectangleInfo region = {11, 12, 13, 14};
  (void)fprintf(t->out, "\"%s\" %x", text, GMPrivateParseAbsoluteGeometry(text, &region));
  (void)fprintf(t->out, " %lu %lu %ld %ld\n", region.width, region.height, region.x, region.y);
}

static void transcript_old_geometry(Transcript* t) {
  static const char* const parts[] = {"1", "20", "0", "3.5", "x", "X", ",", "/",  "+",
                                      "-", "%",  "!", "<",   ">", "@", " ", "1e3"};
  static const char* const fixed[] = {"0x20", "10x20+3-4", "50%",     "xc:red",  "nothing",
                                      "",     "-5x-6",     "1,2,3,4", "1/2/3/4", "+7+8",
                                      "x9",   "100!",      ".5x.25"};
  unsigned i, count;
  for (i = 0; i < sizeof fixed / sizeof *fixed; i++) {
    write_geometry(t, fixed[i]);
    write_region(t, fixed[i]);
  }
  for (i = 0; i < 500; i++) {
    char text[64] = "";
    for (count = 1 + random_below(t, 7); count != 0; count--)
      (void)strcat(text, parts[random_below(t, 16)]);
    write_geometry(t, text);
  }
}

static void transcript_old_names(Transcript* t) {
  char text[8] = "abc";
  MagickPixelPacket color;
  ExceptionInfo exception;
  Quantum samples[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  Image* image = random_image(t, DirectKind, 5, 4);
  void* memory = GMPrivateResizeMagickMemory(NULL, 10);
  GetExceptionInfo(&exception);
  (void)fprintf(t->out, "%lu", (unsigned long)GMPrivateConcatenateMagickString(text, "defghi", 8));
  (void)fprintf(t->out, " %s\n", text);
  (void)fprintf(t->out, "%u", QueryMagickColor("cornsilk", &color, &exception));
  (void)fprintf(t->out, " %d %u %x %x %x %x %x\n", (int)color.colorspace, color.matte, color.red,
                color.green, color.blue, color.opacity, color.index);
  (void)fprintf(t->out, "%u", QueryMagickColor("no such colour", &color, &exception));
  write_exception(t, &exception);
  memory = GMPrivateResizeMagickMemory(memory, 20);
  (void)fprintf(t->out, " %d %d\n", memory != NULL,
                GMPrivateRelinquishMagickMemory(memory) != NULL);
  (void)fprintf(t->out, "%u",
                GMPrivateImportImagePixels(image, 1, 2, 2, 2, "RGB", ShortPixel, samples));
  write_samples_of(t, image, 0);
  (void)fputc('\n', t->out);
  DestroyImage(image);
}

#endif
