/* Transcripts of functions of single colours and samples, and of the settings of drawing. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_GEM_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_GEM_H

#include <magick/random.h>

#include "transcript.h"

/* Often the end of a range. */
static double random_share(Transcript* t) {
  const unsigned kind = random_below(t, 6);
  if (kind < 2) return kind;
  return kind == 2 ? random_below(t, 13) / 12.0 : random_bits(t) / 4294967295.0;
}

static void write_color(Transcript* t, const char* name, Quantum red, Quantum green, Quantum blue) {
  (void)fprintf(t->out, " %s %x,%x,%x", name, red, green, blue);
}

static void write_transforms(Transcript* t, Quantum red, Quantum green, Quantum blue) {
  double first = -1.0, second = -1.0, third = -1.0;
  TransformHSL(red, green, blue, &first, &second, &third);
  (void)fprintf(t->out, " hsl %.17g %.17g %.17g", first, second, third);
  HSLTransform(first, second, third, &red, &green, &blue);
  write_color(t, "back", red, green, blue);
  TransformHWB(red, green, blue, &first, &second, &third);
  (void)fprintf(t->out, " hwb %.17g %.17g %.17g", first, second, third);
  HWBTransform(first, second, third, &red, &green, &blue);
  write_color(t, "back", red, green, blue);
}

static void transcript_colors(Transcript* t) {
  unsigned i;
  for (i = 0; i < 20000; i++) {
    const PixelPacket given = random_packet(t);
    const double a = random_share(t), b = random_share(t), c = random_share(t);
    PixelPacket color = given;
    (void)fprintf(t->out, "color %x,%x,%x", color.red, color.green, color.blue);
    write_transforms(t, color.red, color.green, color.blue);
    HSLTransform(a, b, c, &color.red, &color.green, &color.blue);
    write_color(t, "hsl", color.red, color.green, color.blue);
    HWBTransform(a, b, c, &color.red, &color.green, &color.blue);
    write_color(t, "hwb", color.red, color.green, color.blue);
    color = given;
    Contrast((int)random_below(t, 5) - 2, &color.red, &color.green, &color.blue);
    write_color(t, "contrast", color.red, color.green, color.blue);
    color = given;
    Modulate(a * 900.0 - 300.0, b * 250.0 - 20.0, c * 250.0 - 20.0, &color.red, &color.green,
             &color.blue);
    write_color(t, "modulate", color.red, color.green, color.blue);
    (void)fprintf(t->out, "\n");
  }
}

static void transcript_sample_noise(Transcript* t) {
  unsigned i, k;
  for (i = 0; i < 5000; i++) {
    const NoiseType type = (NoiseType)random_below(t, (unsigned)RandomNoise + 2);
    MagickRandomKernel kernel;
    kernel.z = random_bits(t);
    kernel.w = random_bits(t);
    (void)fprintf(t->out, "noise %d:", (int)type);
    for (k = 0; k < 4; k++)
      (void)fprintf(t->out, " %.17g", GenerateDifferentialNoise(random_quantum(t), type, &kernel));
    (void)fprintf(t->out, " then %u %u\n", (unsigned)kernel.z, (unsigned)kernel.w);
  }
}

static void transcript_hulls(Transcript* t) {
  enum { most = 21 };
  static Quantum planes[2][(most + 2) * (most + 2)];
  unsigned i, k;
  for (i = 0; i < 600; i++) {
    const unsigned long columns = 1 + random_below(t, most), rows = 1 + random_below(t, most);
    const unsigned count = (unsigned)((columns + 2) * (rows + 2));
    const long x = (long)random_below(t, 3) - 1, y = (long)random_below(t, 3) - 1;
    const int polarity = (int)random_below(t, 3) - 1;
    const unsigned room = random_below(t, 2) ? MaxRGB : 2500;
    for (k = 0; k < count; k++) {
      planes[0][k] = (Quantum)random_below(t, room + 1);
      planes[1][k] = (Quantum)random_below(t, room + 1);
    }
    Hull(x, y, columns, rows, planes[0], planes[1], polarity);
    (void)fprintf(t->out, "hull %ld,%ld of %lux%lu, %d: ", x, y, columns, rows, polarity);
    write_bytes(t, planes[0], count * sizeof(Quantum));
    write_bytes(t, planes[1], count * sizeof(Quantum));
    (void)fprintf(t->out, "\n");
  }
}

static void transcript_affine(Transcript* t) {
  unsigned i;
  AffineMatrix matrix;
  IdentityAffine(&matrix);
  for (i = 0; i < 200; i++) {
    (void)fprintf(t->out, "affine %g %g %g %g %g %g expands by %.17g\n", matrix.sx, matrix.rx,
                  matrix.ry, matrix.sy, matrix.tx, matrix.ty, ExpandAffine(&matrix));
    matrix.sx = random_below(t, 9) - 4.0;
    matrix.rx = random_share(t);
    matrix.ry = -2.0 * random_share(t);
    matrix.sy = random_share(t) * 3.0;
    matrix.tx = random_share(t) * 100.0;
  }
}

/* What is given sometimes. */
static char* maybe_text(Transcript* t, const char* text) {
  return random_below(t, 2) ? AllocateString(text) : (char*)NULL;
}

static void write_text(Transcript* t, const char* text) {
  (void)fprintf(t->out, " \"%s\"", text ? text : "(none)");
}

static void write_draw_packet(Transcript* t, PixelPacket pixel) {
  (void)fprintf(t->out, " %x,%x,%x,%x", pixel.red, pixel.green, pixel.blue, pixel.opacity);
}

static void write_draw_info(Transcript* t, const DrawInfo* info) {
  const double* dash;
  (void)fprintf(t->out, " texts");
  write_text(t, info->primitive);
  write_text(t, info->geometry);
  write_text(t, info->text);
  write_text(t, info->font);
  write_text(t, info->family);
  write_text(t, info->encoding);
  write_text(t, info->density);
  write_text(t, info->server_name);
  write_text(t, *DrawInfoGetClipPath(info));
  write_text(t, *DrawInfoGetCompositePath(info));
  (void)fprintf(t->out, " affine %g %g %g %g %g %g", info->affine.sx, info->affine.rx,
                info->affine.ry, info->affine.sy, info->affine.tx, info->affine.ty);
  (void)fprintf(t->out, " values %d %g %u %u %d %d %d %lu %g %d %d %d %d %lu %g %d %g %d %u %u %u",
                (int)info->gravity, info->stroke_width, info->stroke_antialias,
                info->text_antialias, (int)info->fill_rule, (int)info->linecap, (int)info->linejoin,
                info->miterlimit, info->dash_offset, (int)info->decorate, (int)info->compose,
                (int)info->style, (int)info->stretch, info->weight, info->pointsize,
                (int)info->align, info->bounds.x2, (int)info->clip_units, info->opacity,
                info->render, info->flags);
  (void)fprintf(t->out, " gradient %d %lu element %d %s", (int)info->gradient.type,
                info->gradient.length, (int)info->element_reference.type,
                info->element_reference.id ? info->element_reference.id : "(none)");
  write_draw_packet(t, info->fill);
  write_draw_packet(t, info->stroke);
  write_draw_packet(t, info->undercolor);
  write_draw_packet(t, info->border_color);
  (void)fprintf(t->out, " dashes");
  for (dash = info->dash_pattern; dash != NULL && *dash != 0.0; dash++)
    (void)fprintf(t->out, " %g", *dash);
  (void)fprintf(t->out, " patterns %d %d %d", info->fill_pattern != NULL, info->tile != NULL,
                info->stroke_pattern != NULL);
  if (info->fill_pattern != NULL) write_pixels_of(t, info->fill_pattern);
  if (info->stroke_pattern != NULL) write_pixels_of(t, info->stroke_pattern);
  (void)fprintf(t->out, " signature %d\n", info->signature == MagickSignature);
}

static Image* maybe_pattern(Transcript* t) {
  return random_below(t, 2) ? random_image(t, MatteKind, 3, 2) : (Image*)NULL;
}

static void change_draw_info(Transcript* t, DrawInfo* info) {
  unsigned i;
  info->primitive = maybe_text(t, "point 1,1");
  info->geometry = maybe_text(t, "10x10");
  info->text = maybe_text(t, "a text");
  info->family = maybe_text(t, "a family");
  info->encoding = maybe_text(t, "an encoding");
  if (info->font == NULL) info->font = maybe_text(t, "a font");
  if (info->density == NULL) info->density = maybe_text(t, "72x72");
  if (info->server_name == NULL) info->server_name = maybe_text(t, "a server");
  *DrawInfoGetClipPath(info) = maybe_text(t, "a clip path");
  *DrawInfoGetCompositePath(info) = maybe_text(t, "a composite path");
  info->affine.rx = random_share(t);
  info->gravity = SouthGravity;
  info->fill = random_packet(t);
  info->stroke = random_packet(t);
  info->undercolor = random_packet(t);
  info->stroke_width = random_share(t);
  info->gradient.type = RadialGradient;
  info->gradient.length = 7;
  info->fill_pattern = maybe_pattern(t);
  info->tile = maybe_pattern(t);
  info->stroke_pattern = maybe_pattern(t);
  info->weight = random_below(t, 1000);
  info->bounds.x2 = 12.0;
  info->opacity = random_quantum(t);
  info->render = random_below(t, 2);
  info->flags = random_below(t, 4);
  info->compose = OverCompositeOp;
  info->element_reference.id = (char*)"element";
  info->element_reference.type = GradientReference;
  if (random_below(t, 2)) {
    info->dash_pattern = (double*)MagickMalloc(4 * sizeof(double));
    for (i = 0; i < 4; i++) info->dash_pattern[i] = i == 3 ? 0.0 : random_below(t, 4) + 0.0;
  }
}

static void transcript_draw_info(Transcript* t) {
  unsigned i;
  for (i = 0; i < 300; i++) {
    ImageInfo* settings = random_below(t, 4) ? CloneImageInfo((ImageInfo*)NULL) : (ImageInfo*)NULL;
    DrawInfo *info, *copy;
    if (settings != NULL) {
      settings->font = maybe_text(t, "font of the image");
      settings->density = maybe_text(t, "300");
      settings->server_name = maybe_text(t, "server of the image");
      settings->antialias = random_below(t, 2);
      settings->pointsize = random_below(t, 30) + 0.5;
      settings->border_color = random_packet(t);
    }
    info = CloneDrawInfo(random_below(t, 2) ? settings : (ImageInfo*)NULL, (DrawInfo*)NULL);
    write_draw_info(t, info);
    change_draw_info(t, info);
    copy = CloneDrawInfo(settings, info);
    write_draw_info(t, copy);
    DestroyDrawInfo(copy);
    DestroyDrawInfo(info);
    DestroyImageInfo(settings);
  }
  DestroyDrawInfo((DrawInfo*)NULL);
}

#endif
