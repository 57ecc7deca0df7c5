/*
  Transcripts: functions that call many others of <magick/api.h> and write down what they did. The
  tests compare that of the library with that of the real GraphicsMagick, line by line. Plain C:
  the including file has included <magick/api.h>.
*/
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  FILE* out;
  uint64_t random;
  int bytes; /* whether samples are those of 8 bits: GraphicsMagick cuts others off to these */
} Transcript;

static inline unsigned random_bits(Transcript* t) {
  t->random ^= t->random << 13;
  t->random ^= t->random >> 7;
  t->random ^= t->random << 17;
  return (unsigned)(t->random >> 32);
}

static inline unsigned random_below(Transcript* t, unsigned limit) {
  return random_bits(t) % limit;
}

/* Often black or white. */
static inline Quantum random_quantum(Transcript* t) {
  const unsigned kind = random_below(t, 6);
  const unsigned step = t->bytes ? MaxRGB / 255 : 1;
  if (kind == 0) return 0;
  return (Quantum)(kind == 1 ? MaxRGB : random_below(t, MaxRGB + 1) / step * step);
}

static inline PixelPacket random_packet(Transcript* t) {
  PixelPacket pixel;
  pixel.red = random_quantum(t);
  pixel.green = random_quantum(t);
  pixel.blue = random_quantum(t);
  pixel.opacity = random_quantum(t);
  return pixel;
}

typedef enum {
  DirectKind,
  MatteKind,
  PaletteKind,
  PaletteMatteKind,
  CmykKind,
  CmykMatteKind,
  KindCount
} TranscriptKind;

static inline void random_palette(Transcript* t, Image* image, unsigned colors) {
  unsigned i;
  (void)AllocateImageColormap(image, colors);
  for (i = 0; i < image->colors; i++) {
    if (random_below(t, 2) || t->bytes) image->colormap[i] = random_packet(t);
    if (!image->matte) image->colormap[i].opacity = OpaqueOpacity;
  }
}

/* All pixels set, with the colours of their indexes. */
static inline Image* random_image(Transcript* t, TranscriptKind kind, unsigned long columns,
                                  unsigned long rows) {
  Image* image = AllocateImage((ImageInfo*)NULL);
  PixelPacket* pixels;
  IndexPacket* indexes;
  unsigned long i;
  image->columns = columns;
  image->rows = rows;
  (void)strcpy(image->filename, "file");
  image->matte = kind == MatteKind || kind == PaletteMatteKind || kind == CmykMatteKind;
  if (kind == CmykKind || kind == CmykMatteKind) image->colorspace = CMYKColorspace;
  if (kind == PaletteKind || kind == PaletteMatteKind)
    random_palette(t, image, 2 + random_below(t, 1u << random_below(t, 9)));
  pixels = SetImagePixels(image, 0, 0, columns, rows);
  indexes = AccessMutableIndexes(image);
  for (i = 0; i < columns * rows; i++) {
    pixels[i] = random_packet(t);
    if (kind == DirectKind) pixels[i].opacity = OpaqueOpacity;
    if (image->colorspace == CMYKColorspace) indexes[i] = random_quantum(t);
    if (image->storage_class == PseudoClass) {
      indexes[i] = (IndexPacket)random_below(t, image->colors);
      pixels[i] = image->colormap[indexes[i]];
    }
  }
  (void)SyncImagePixels(image);
  return image;
}

static inline void write_bytes(Transcript* t, const void* data, size_t size) {
  const unsigned char* bytes = (const unsigned char*)data;
  for (; size != 0; size--) (void)fprintf(t->out, "%02x", *bytes++);
}

/* Says what is in the exception and clears it. */
static inline void write_exception(Transcript* t, ExceptionInfo* exception) {
  if (exception->severity != UndefinedException)
    (void)fprintf(t->out, " exception %d \"%s\" \"%s\"", (int)exception->severity,
                  exception->reason ? exception->reason : "",
                  exception->description ? exception->description : "");
  DestroyExceptionInfo(exception);
  GetExceptionInfo(exception);
}

static inline void write_samples_of(Transcript* t, const Image* image, int with_indexes) {
  ExceptionInfo exception;
  const PixelPacket* pixels;
  const IndexPacket* indexes;
  unsigned long i;
  GetExceptionInfo(&exception);
  pixels = AcquireImagePixels(image, 0, 0, image->columns, image->rows, &exception);
  indexes = AccessImmutableIndexes(image);
  (void)fprintf(t->out, " %lux%lu class %d space %d matte %u", image->columns, image->rows,
                (int)image->storage_class, (int)image->colorspace, image->matte);
  for (i = 0; pixels != NULL && i < image->columns * image->rows; i++) {
    (void)fprintf(t->out, " %x,%x,%x,%x", pixels[i].red, pixels[i].green, pixels[i].blue,
                  pixels[i].opacity);
    if (indexes != NULL && with_indexes) (void)fprintf(t->out, ",%x", indexes[i]);
  }
  write_exception(t, &exception);
  DestroyExceptionInfo(&exception);
}

static inline void write_pixels_of(Transcript* t, const Image* image) {
  write_samples_of(t, image, 1);
}

#endif
