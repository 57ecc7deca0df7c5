/* Drawings in MVG, for transcripts of their pixels: each primitive, and scripts by chance. */
#ifndef LODESTONE_TESTS_COMPAT_DRAWINGS_H
#define LODESTONE_TESTS_COMPAT_DRAWINGS_H

#include "transcript_texture.h"

static const char* const fixed_drawings[] = {
    "fill red point 5,5",
    "fill red line 5,5 50,40",
    "line 5,5 5,5",
    "fill red rectangle 10.3,10.7 40,30",
    "fill red stroke blue stroke-width 5 rectangle 10.3,10.7 40,30",
    "rectangle 5,5 5,9",
    "fill red stroke black stroke-width 3 roundRectangle 5,5 50,40 12,9",
    "roundRectangle 5,5 50,40 0,0",
    "fill red stroke black arc 5,5 50,40 30,200",
    "fill red arc 10,10 50,40",
    "fill red stroke blue ellipse 30,22 20,15 20,290",
    "fill none stroke green stroke-width 7 circle 30,22 40,30",
    "fill red polygon 30,2 45,42 5,15 55,15 15,42",
    "fill red fill-rule nonzero stroke blue stroke-width 6 polygon 30,2 45,42 5,15 55,15 15,42",
    "fill none stroke black stroke-width 4 bezier 5,5 25,45 45,0 55,40",
    "fill yellow stroke black stroke-width 5 path 'M 5,25 a 12,12 -30 0,1 25,-12 l 10,5 A 15 10 20 "
    "1 0 "
    "45 40'",
    "fill red path 'M 5 5 h 20 v 20 h -20 z M 10 10 h 10 v 10 h -10 z'",
    "fill red stroke black path 'M5,5 C 10,40 45,45 50,5 S 25,0 15,20 z M 25,25 q 5,5 10,0 t 10,0 "
    "T "
    "50,40'",
    "stroke-antialias 0 fill red stroke blue circle 30,22 40,30",
    "fill red opacity 0.5 stroke blue stroke-width 4 circle 30,22 40,30",
    "fill-opacity 30% fill red stroke-opacity 0.4 stroke blue stroke-width 8 circle 30,22 40,30",
    "affine 1,0.2,-.3,1.1,10,5 stroke blue stroke-width 4 fill red ellipse 20,20 15,10 0,270",
    "push graphic-context fill red translate 5,5 rotate 20 rectangle 0,0 20,20 pop graphic-context "
    "scale 1.5,.8 skewX 10 skewY -5 rectangle 25,25 35,45",
    "push clip-path c circle 30,22 40,30 pop clip-path push graphic-context clip-path url(#c) fill "
    "red rectangle 0,0 60,45 translate 5,5 fill blue rectangle 25,20 35,30 pop graphic-context "
    "fill "
    "green rectangle 0,0 10,10",
    "push clip-path c svg-compliant 1 fill none stroke red circle 30,22 40,30 pop clip-path "
    "clip-rule "
    "nonzero clip-path url(#c) fill red rectangle 0,0 60,45",
    "push mask m circle 30,22 40,30 pop mask push graphic-context mask url(#m) fill red rectangle "
    "0,0 60,45 pop graphic-context",
    "push pattern p 3,2 10,12 fill blue circle 5,5 7,7 fill red rectangle 0,0 3,3 pop pattern fill "
    "url(#p) stroke url(#p) stroke-width 9 opacity .6 circle 30,22 40,30",
    "push gradient g linear 5,5 50,40 stop-color red 0 stop-color blue 1 pop gradient fill url(#g) "
    "circle 30,22 40,30",
    "push gradient g radial 5,5 50,40 4 stop-color red 0 stop-color blue .5 stop-color none 1 pop "
    "gradient stroke url(#g) stroke-width 5 fill none circle 30,22 40,30",
    "push defs push id a rectangle 5,5 20,15 pop id pop defs fill red use a translate 15,15 use a",
    "push defs push class a fill red pop class pop defs class a class b rectangle 10,10 30,30",
    "fill red color 5,5 floodfill",
    "fill red circle 30,22 40,30 fill #00f8 color 30,22 replace",
    "fill red color 5,5 reset",
    "fill red color 5,5 point",
    "fill blue color 5,5 filltoborder",
    "matte 5,5 point",
    "matte 5,5 floodfill",
    "matte 5,5 replace",
    "fill #00f8 matte 5,5 reset",
    "image Over 20,10 0,0 'data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAMElEQVR42gXBQQEAAAgCMYIRjAbG8WOI"
    "a2Ac3SRxFhvRI0oya9MxNeak0A6VcBP2AVPJGY1YJ8mSAAAAAElFTkSuQmCC"
    "'",
    "image Over 20,10 9,8 'data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAMElEQVR42gXBQQEAAAgCMYIRjAbG8WOI"
    "a2Ac3SRxFhvRI0oya9MxNeak0A6VcBP2AVPJGY1YJ8mSAAAAAElFTkSuQmCC"
    "'",
    "opacity .7 rotate 30 scale 4,3 image Over 20,10 0,0 'data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAMElEQVR42gXBQQEAAAgCMYIRjAbG8WOI"
    "a2Ac3SRxFhvRI0oya9MxNeak0A6VcBP2AVPJGY1YJ8mSAAAAAElFTkSuQmCC"
    "'",
    "# a comment\nfill red # the rest\ncircle 30,22 40,30",
    "stroke-linecap round stroke red stroke-width 8 polyline 20,20 20,20 20,20",
    "rectangle 0,0 -5,5",
    "foo",
    "fill nosuch",
    "circle 5,5",
    "polygon 1,1 2,2",
    "pop graphic-context",
    "use nothing",
    "stroke-dasharray 3 -1 line 1,1 20,20",
};

/* A script in the making. */
typedef struct {
  Transcript* t;
  char text[4096];
  size_t length;
} Script;

static void add_text(Script* s, const char* text) {
  const size_t length = strlen(text);
  if (s->length + length + 1 >= sizeof s->text) return;
  (void)memcpy(s->text + s->length, text, length + 1);
  s->length += length;
}

static const char* one_of(Script* s, const char* const* names, unsigned count) {
  return names[random_below(s->t, count)];
}

/* Often whole. */
static void add_number(Script* s, double low, double high) {
  char text[40];
  const double value = low + (high - low) * random_below(s->t, 1000001) / 1e6;
  (void)snprintf(text, sizeof text, random_below(s->t, 2) ? "%.0f " : "%.3f ", value);
  add_text(s, text);
}

static void add_points(Script* s, unsigned count) {
  for (; count != 0; count--) {
    add_number(s, -10.0, 70.0);
    add_number(s, -10.0, 55.0);
  }
}

static void add_path(Script* s) {
  static const char commands[] = "LlHhVvCcSsQqTtAaZzMm";
  static const unsigned pairs[] = {1, 1, 0, 0, 0, 0, 3, 3, 2, 2, 2, 2, 1, 1, 0, 0, 0, 0, 1, 1};
  unsigned count = 1 + random_below(s->t, 6);
  add_text(s, "path 'M ");
  add_points(s, 1);
  for (; count != 0; count--) {
    const unsigned which = random_below(s->t, sizeof commands - 1);
    const char command[] = {commands[which], ' ', '\0'};
    add_text(s, command);
    if (strchr("HhVv", command[0])) add_number(s, -10.0, 60.0);
    if (strchr("Aa", command[0])) {
      add_number(s, 1.0, 30.0);
      add_number(s, 1.0, 30.0);
      add_number(s, -90.0, 90.0);
      add_text(s, random_below(s->t, 2) ? "1 " : "0 ");
      add_text(s, random_below(s->t, 2) ? "1 " : "0 ");
      add_points(s, 1);
    }
    add_points(s, pairs[which] * (1 + random_below(s->t, 2)));
  }
  add_text(s, "' ");
}

static void add_shape(Script* s) {
  static const char* const shapes[] = {"line",    "circle",  "bezier",   "bezier",
                                       "polygon", "polygon", "polyline", "polyline"};
  const unsigned which = random_below(s->t, 12);
  if (which >= 10) {
    add_path(s);
  } else if (which == 9) {
    add_text(s, "ellipse ");
    add_points(s, 1);
    add_number(s, 0.0, 30.0);
    add_number(s, 0.0, 30.0);
    add_number(s, 0.0, 180.0);
    add_number(s, 100.0, 400.0);
  } else if (which == 8) {
    add_text(s, "roundRectangle ");
    add_number(s, 0.0, 20.0);
    add_number(s, 0.0, 20.0);
    add_number(s, 21.0, 60.0);
    add_number(s, 21.0, 45.0);
    add_number(s, 0.0, 12.0);
    add_number(s, 0.0, 12.0);
  } else {
    add_text(s, shapes[which]);
    add_text(s, " ");
    add_points(s, which < 2 ? 2 : 3 + random_below(s->t, 4));
  }
}

static void add_named(Script* s, const char* setting, const char* const* names, unsigned count) {
  add_text(s, setting);
  add_text(s, one_of(s, names, count));
  add_text(s, " ");
}

static void add_setting(Script* s) {
  static const char* const colors[] = {"red",   "blue",           "none",
                                       "#1234", "#abcdef80",      "black",
                                       "white", "rgb(10,200,30)", "transparent"};
  static const char* const caps[] = {"butt", "round", "square"};
  static const char* const joins[] = {"miter", "round", "bevel"};
  static const char* const rules[] = {"evenodd", "nonzero"};
  static const char* const switches[] = {"0", "1", "1"};
  static const struct {
    const char* name;
    double low, high;
  } numbers[] = {{"stroke-width ", 0.0, 10.0}, {"opacity ", 0.0, 1.0},
                 {"fill-opacity ", 0.0, 1.0},  {"stroke-opacity ", 0.0, 1.0},
                 {"rotate ", -40.0, 40.0},     {"skewX ", -20.0, 20.0},
                 {"skewY ", -20.0, 20.0},      {"stroke-dashoffset ", -3.0, 15.0}};
  const unsigned which = random_below(s->t, 18);
  unsigned i;
  if (which < 8) {
    add_text(s, numbers[which].name);
    add_number(s, numbers[which].low, numbers[which].high);
  } else if (which < 10) {
    add_named(s, "fill ", colors, sizeof colors / sizeof *colors);
  } else if (which < 12) {
    add_named(s, "stroke ", colors, sizeof colors / sizeof *colors);
  } else if (which == 12) {
    add_named(s, "stroke-linecap ", caps, 3);
  } else if (which == 13) {
    add_named(s, "stroke-linejoin ", joins, 3);
  } else if (which == 14) {
    add_named(s, "fill-rule ", rules, 2);
  } else if (which == 15) {
    add_named(s, "stroke-antialias ", switches, 3);
  } else if (which == 16) {
    add_text(s, random_below(s->t, 2) ? "stroke-miterlimit 2 " : "push graphic-context ");
  } else {
    add_text(s, "stroke-dasharray ");
    for (i = random_below(s->t, 4); i != 0; i--) add_number(s, 1.0, 12.0);
    add_text(s, random_below(s->t, 3) ? "7 " : "none ");
  }
}

static void write_drawing(Transcript* t, const char* mvg, unsigned number) {
  static const TranscriptKind kinds[] = {DirectKind, MatteKind, PaletteKind, CmykKind};
  Image* image = random_image(t, kinds[number % 4], 60, 45);
  DrawInfo* info = CloneDrawInfo((ImageInfo*)NULL, (DrawInfo*)NULL);
  (void)CloneString(&info->primitive, mvg);
  (void)fprintf(t->out, "%u", number);
  (void)fprintf(t->out, " status %u", DrawImage(image, info));
  (void)fprintf(t->out, " severity %d", (int)image->exception.severity);
  write_samples_of(t, image, 0);
  (void)fputc('\n', t->out);
  DestroyDrawInfo(info);
  DestroyImage(image);
}

static void transcript_fixed_drawings(Transcript* t) {
  unsigned i;
  for (i = 0; i < 4 * sizeof fixed_drawings / sizeof *fixed_drawings; i++)
    write_drawing(t, fixed_drawings[i / 4], i);
}

static void transcript_random_drawings(Transcript* t) {
  unsigned i, settings, shapes;
  for (i = 0; i < 600; i++) {
    Script script;
    script.t = t;
    script.length = 0;
    script.text[0] = '\0';
    for (shapes = 1 + random_below(t, 3); shapes != 0; shapes--) {
      for (settings = random_below(t, 6); settings != 0; settings--) add_setting(&script);
      add_shape(&script);
    }
    write_drawing(t, script.text, i);
  }
}

/* Images drawn within others through a matrix. Outside of them, GraphicsMagick changes pixels at
   the other end of the rows. */
static void transcript_affine_images(Transcript* t) {
  unsigned i;
  for (i = 0; i < 300; i++) {
    Image* image = random_image(t, (TranscriptKind)random_below(t, KindCount), 80, 70);
    Image* part = random_image(t, (TranscriptKind)random_below(t, 4), 1 + random_below(t, 10),
                               1 + random_below(t, 10));
    AffineMatrix matrix;
    double* elements = &matrix.sx;
    unsigned k;
    for (k = 0; k < 4; k++) elements[k] = ((int)random_below(t, 3001) - 1500) / 1000.0;
    matrix.tx = 35 + random_below(t, 1000) / 100.0;
    matrix.ty = 32 + random_below(t, 500) / 100.0;
    (void)fprintf(t->out, "%u", i);
    (void)fprintf(t->out, " status %u", DrawAffineImage(image, part, &matrix));
    (void)fprintf(t->out, " severity %d", (int)image->exception.severity);
    write_samples_of(t, image, 0);
    (void)fputc('\n', t->out);
    DestroyImage(part);
    DestroyImage(image);
  }
}

#endif
