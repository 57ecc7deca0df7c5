/* All transcripts of wands by name. */
#ifndef LODESTONE_TESTS_WAND_WAND_TRANSCRIPTS_H
#define LODESTONE_TESTS_WAND_WAND_TRANSCRIPTS_H

#include "drawing_transcripts.h"
#include "old_name_transcripts.h"
#include "pixel_transcripts.h"

typedef struct {
  const char* name;
  void (*write)(Transcript* transcript);
} WandTranscript;

static const WandTranscript wand_transcripts[] = {
    {"old-geometry", transcript_old_geometry},
    {"old-names", transcript_old_names},
    {"pixel-wands", transcript_pixel_wands},
    {"pixel-arrays", transcript_pixel_arrays},
    {"drawing-texts", transcript_context_texts},
    {"drawing-exceptions", transcript_drawing_exceptions},
    {"drawing-copies", transcript_drawing_copies},
    {"drawing-images", transcript_drawing_images},
    {"drawing-patterns", transcript_drawing_patterns},
};

/* Those in which GraphicsMagick has pixels of its own. */
static const WandTranscript wand_drawings[] = {
    {"wand-drawings", transcript_context_drawings},
    {"wand-scenes", transcript_context_scenes},
    {"wand-text-scenes", transcript_text_scenes},
};

static inline void write_wand_transcript(const WandTranscript* named, FILE* out) {
  Transcript transcript;
  transcript.out = out;
  transcript.random = 88172645463325252u;
  named->write(&transcript);
}

#endif
