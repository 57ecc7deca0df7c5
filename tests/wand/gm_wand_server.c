/*
  Writes the transcript of wands that its argument names, with the real GraphicsMagick. A separate
  process, since both libraries define the same names.
*/
/* Old names are part of the interface. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <wand/wand_api.h>

#include "magick_wand_prototypes.h"
#include "wand_prototypes.h"
#include "wand_transcripts.h"

static int write_one_of(const WandTranscript* list, size_t count, const char* name) {
  size_t i;
  for (i = 0; i < count; i++) {
    if (strcmp(name, list[i].name) != 0) continue;
    write_wand_transcript(&list[i], stdout);
    return 1;
  }
  return 0;
}

int main(int argc, char** argv) {
  InitializeMagick(argv[0]);
  if (argc != 2) return 2;
  return !write_one_of(wand_transcripts, sizeof wand_transcripts / sizeof *wand_transcripts,
                       argv[1]) &&
         !write_one_of(wand_drawings, sizeof wand_drawings / sizeof *wand_drawings, argv[1]);
}
