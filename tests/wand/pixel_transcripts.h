/* What pixel wands do. */
#ifndef LODESTONE_TESTS_WAND_PIXEL_TRANSCRIPTS_H
#define LODESTONE_TESTS_WAND_PIXEL_TRANSCRIPTS_H

#include "../compat/transcript.h"
#include "old_name_transcripts.h"

typedef struct {
  double (*get)(const PixelWand*);
  Quantum (*get_quantum)(const PixelWand*);
  void (*set)(PixelWand*, const double);
  void (*set_quantum)(PixelWand*, const Quantum);
} PixelComponent;

#define PIXEL_COMPONENT(name) \
  { PixelGet##name, PixelGet##name##Quantum, PixelSet##name, PixelSet##name##Quantum }

static const PixelComponent pixel_components[] = {
    PIXEL_COMPONENT(Red),   PIXEL_COMPONENT(Green),   PIXEL_COMPONENT(Blue),
    PIXEL_COMPONENT(Cyan),  PIXEL_COMPONENT(Magenta), PIXEL_COMPONENT(Yellow),
    PIXEL_COMPONENT(Black), PIXEL_COMPONENT(Opacity)};

static void write_pixel_wand(Transcript* t, const PixelWand* wand) {
  char* text = PixelGetColorAsString(wand);
  PixelPacket packet;
  unsigned i;
  PixelGetQuantumColor(wand, &packet);
  (void)fprintf(t->out, "%s count %lu packet %x,%x,%x,%x", text, PixelGetColorCount(wand),
                packet.red, packet.green, packet.blue, packet.opacity);
  for (i = 0; i < 8; i++)
    (void)fprintf(t->out, " %.9g %x", pixel_components[i].get(wand),
                  pixel_components[i].get_quantum(wand));
  (void)fputc('\n', t->out);
  MagickFree(text);
}

static void write_pixel_exception(Transcript* t, PixelWand* wand) {
  char* text = (char*)NULL;
  const unsigned int severity = PixelGetException(wand, &text);
  (void)fprintf(t->out, "severity %u \"%s\"\n", severity, text);
  MagickFree(text);
}

static void change_pixel_wand(Transcript* t, PixelWand* wand) {
  static const char* const names[] = {"red",       "#1234",         "rgb(1,2,3)", "no such colour",
                                      "#abcdef80", "cornsilk",      "none",       "",
                                      "nothing",   "rgba(9,8,7,6)", "#abc",       "Navy"};
  const PixelComponent* component = &pixel_components[random_below(t, 8)];
  PixelPacket packet = random_packet(t);
  switch (random_below(t, 6)) {
    case 0:
    case 1:
      component->set(wand, random_below(t, 1400) / 1000.0 - 0.2);
      break;
    case 2:
      component->set_quantum(wand, random_quantum(t));
      break;
    case 3:
      PixelSetQuantumColor(wand, &packet);
      break;
    case 4:
      PixelSetColorCount(wand, random_bits(t));
      break;
    default:
      (void)fprintf(t->out, "status %u\n", PixelSetColor(wand, names[random_below(t, 12)]));
      write_pixel_exception(t, wand);
      break;
  }
}

static void transcript_pixel_wands(Transcript* t) {
  PixelWand* wand = NewPixelWand();
  unsigned i;
  write_pixel_wand(t, wand);
  write_pixel_exception(t, wand);
  for (i = 0; i < 1000; i++) {
    change_pixel_wand(t, wand);
    write_pixel_wand(t, wand);
    if (random_below(t, 20) == 0) {
      PixelWand* copy = ClonePixelWand(wand);
      DestroyPixelWand(wand);
      wand = copy;
    }
  }
  (void)fprintf(t->out, "status %u\n", PixelSetColor(wand, (const char*)NULL));
  write_pixel_wand(t, wand);
  DestroyPixelWand(wand);
}

static void transcript_pixel_arrays(Transcript* t) {
  PixelWand** wands = NewPixelWands(5);
  PixelWand** copies;
  unsigned i;
  for (i = 0; i < 20; i++) change_pixel_wand(t, wands[i % 5]);
  copies = ClonePixelWands((const PixelWand**)wands, 5);
  for (i = 0; i < 5; i++) {
    PixelSetRed(wands[i], 0.5);
    write_pixel_wand(t, wands[i]);
    write_pixel_wand(t, copies[i]);
    DestroyPixelWand(wands[i]);
    DestroyPixelWand(copies[i]);
  }
  MagickFree(wands);
  MagickFree(copies);
}

#endif
