/* Transcript of packed samples: ExportImagePixelArea and its relatives. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_AREA_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_AREA_H

#include "transcript.h"

enum { AreaBytes = 4096 };

typedef struct {
  QuantumType type;
  unsigned size;
  QuantumSampleType sample_type;
  double black, white;
  MagickBool miniswhite;
  EndianType endian;
} AreaCase;

static AreaCase random_area_case(Transcript* t) {
  static const unsigned float_sizes[] = {16, 24, 32, 64};
  static const double ranges[][2] = {{0.0, 1.0}, {-1.0, 2.0}, {0.0, 65535.0}, {0.25, 1.25}};
  static const double small_ranges[][2] = {{0.25, 1.25}, {1e-7, 1e-3}, {-3.0, -1.0}, {1.0, 1e6}};
  AreaCase c;
  const double* range = ranges[random_below(t, 4)];
  c.type = (QuantumType)random_below(t, CIEXYZQuantum + 1);
  c.sample_type = random_below(t, 3) == 0 ? FloatQuantumSampleType : UnsignedQuantumSampleType;
  c.size = 1 + random_below(t, 33);
  if (c.size == 33) c.size = 64;
  if (c.sample_type == FloatQuantumSampleType) c.size = float_sizes[random_below(t, 4)];
  /* Of 0 in 16 bits, GraphicsMagick writes only one byte. */
  if (c.sample_type == FloatQuantumSampleType && c.size == 16)
    range = small_ranges[random_below(t, 4)];
  c.black = range[0];
  c.white = range[1];
  c.miniswhite = random_below(t, 2);
  c.endian = (EndianType)random_below(t, NativeEndian + 1);
  return c;
}

static void write_area_case(Transcript* t, const AreaCase* c, const char* what,
                            const Image* image) {
  (void)fprintf(t->out, "%s type %d of %u bits, samples %d from %g to %g, white %u, endian %d, ",
                what, (int)c->type, c->size, (int)c->sample_type, c->black, c->white, c->miniswhite,
                (int)c->endian);
  (void)fprintf(t->out,
                "%lu pixels of class %d space %d matte %u colors %u grey %u:", image->columns,
                (int)image->storage_class, (int)image->colorspace, image->matte, image->colors,
                image->is_grayscale);
}

/* Where GraphicsMagick writes the alpha of the first pixel for all. */
static int repeats_alpha(const AreaCase* c, const Image* image) {
  const int from_indexes =
      c->type == CMYKAQuantum || (c->type == AlphaQuantum && image->colorspace == CMYKColorspace);
  return from_indexes && c->sample_type == FloatQuantumSampleType && image->columns > 1;
}

/* Luma of 8-bit samples, or an index as alpha, has more bits, of which GraphicsMagick cuts off what
   is rounded here. */
static int cuts_off(const AreaCase* c, const Image* image) {
  const int luma = c->type == GrayQuantum || c->type == GrayAlphaQuantum;
  const int index = c->type == CMYKAQuantum && image->storage_class == PseudoClass;
  return c->size == 8 && (luma || index);
}

static void export_area(Transcript* t, Image* image, const AreaCase* c, unsigned char* bytes) {
  ExportPixelAreaOptions options;
  ExportPixelAreaInfo info;
  ViewInfo* view = OpenCacheView(image);
  MagickPassFail status;
  const int defaults = random_below(t, 8) == 0, use_view = random_below(t, 2) == 0;
  ExportPixelAreaOptionsInit(&options);
  options.sample_type = c->sample_type;
  options.double_minvalue = c->black;
  options.double_maxvalue = c->white;
  options.grayscale_miniswhite = c->miniswhite;
  options.endian = c->endian;
  options.pad_bytes = random_below(t, 4);
  options.pad_value = (unsigned char)random_below(t, 256);
  if (cuts_off(c, image) || repeats_alpha(c, image) ||
      (defaults && c->sample_type == FloatQuantumSampleType)) {
    CloseCacheView(view);
    return;
  }
  memset(bytes, 0, AreaBytes);
  write_area_case(t, c, "export", image);
  image->is_grayscale = random_below(t, 2);
  if (use_view) {
    (void)AcquireCacheViewPixels(view, 0, 0, image->columns, 1, &image->exception);
    status = ExportViewPixelArea(view, c->type, c->size, bytes, defaults ? NULL : &options, &info);
  } else {
    (void)AcquireImagePixels(image, 0, 0, image->columns, 1, &image->exception);
    status =
        ExportImagePixelArea(image, c->type, c->size, bytes, defaults ? NULL : &options, &info);
  }
  (void)fprintf(t->out, " status %u, %lu bytes ", status, (unsigned long)info.bytes_exported);
  write_bytes(t, bytes, image->columns * 48);
  (void)fprintf(t->out, "\n");
  CloseCacheView(view);
}

/* Of such samples GraphicsMagick reads others than it writes: of alpha the sum of both halves, of
   black those that fit. */
static int is_misread(const AreaCase* c) {
  if (c->sample_type == FloatQuantumSampleType) return 0;
  if (c->type == CMYKQuantum) return c->size == 32 || c->size == 64;
  return c->size == 64 && (c->type == AlphaQuantum || c->type == GrayAlphaQuantum);
}

static void import_area(Transcript* t, Image* image, const AreaCase* c,
                        const unsigned char* bytes) {
  ImportPixelAreaOptions options;
  ImportPixelAreaInfo info;
  ViewInfo* view = OpenCacheView(image);
  MagickPassFail status;
  const int use_view = random_below(t, 2) == 0;
  ImportPixelAreaOptionsInit(&options);
  options.sample_type = c->sample_type;
  options.double_minvalue = c->black;
  options.double_maxvalue = c->white;
  options.grayscale_miniswhite = c->miniswhite;
  options.endian = c->endian;
  if (is_misread(c)) {
    CloseCacheView(view);
    return;
  }
  write_area_case(t, c, "import", image);
  if (use_view) {
    (void)GetCacheViewPixels(view, 0, 0, image->columns, 1, &image->exception);
    status = ImportViewPixelArea(view, c->type, c->size, bytes, &options, &info);
    (void)SyncCacheViewPixels(view, &image->exception);
  } else {
    (void)GetImagePixels(image, 0, 0, image->columns, 1);
    status = ImportImagePixelArea(image, c->type, c->size, bytes, &options, &info);
    (void)SyncImagePixels(image);
  }
  (void)fprintf(t->out, " status %u, %lu bytes", status, (unsigned long)info.bytes_imported);
  write_exception(t, &image->exception);
  write_pixels_of(t, image);
  (void)fprintf(t->out, "\n");
  CloseCacheView(view);
}

static void transcript_area(Transcript* t) {
  static unsigned char bytes[AreaBytes];
  unsigned i, k;
  for (i = 0; i < 12000; i++) {
    const TranscriptKind kind = (TranscriptKind)random_below(t, KindCount);
    const unsigned long columns = 1 + random_below(t, 17);
    const AreaCase c = random_area_case(t);
    Image* image;
    t->bytes = c.size == 8;
    image = random_image(t, kind, columns, 2);
    export_area(t, image, &c, bytes);
    /* What was exported, or anything; of more bits, GraphicsMagick cuts off what is rounded here.
     */
    if (random_below(t, 2) && (c.size < 32 || c.sample_type == FloatQuantumSampleType))
      for (k = 0; k < sizeof bytes; k++) bytes[k] = (unsigned char)random_below(t, 256);
    import_area(t, image, &c, bytes);
    DestroyImage(image);
  }
}

/* Sizes and types that do not exist. */
static void transcript_area_refusals(Transcript* t) {
  static const unsigned sizes[] = {0, 33, 40, 63, 65, 128, 4294967295u};
  static unsigned char bytes[AreaBytes];
  unsigned i, type;
  for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    Image* image = random_image(t, MatteKind, 3, 1);
    ImportPixelAreaInfo info;
    MagickPassFail status;
    (void)GetImagePixels(image, 0, 0, 3, 1);
    status = ImportImagePixelArea(image, RGBQuantum, sizes[i], bytes, NULL, &info);
    (void)fprintf(t->out, "import of %u bits: %u", sizes[i], status);
    write_exception(t, &image->exception);
    (void)fprintf(t->out, "\n");
    DestroyImage(image);
  }
  for (type = 0; type <= CIEXYZQuantum; type++)
    (void)fprintf(t->out, "type %u has %u samples\n", type,
                  MagickGetQuantumSamplesPerPixel((QuantumType)type));
}

#endif
