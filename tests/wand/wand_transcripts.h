/* All transcripts of wands by name. */
#ifndef LODESTONE_TESTS_WAND_WAND_TRANSCRIPTS_H
#define LODESTONE_TESTS_WAND_WAND_TRANSCRIPTS_H

#include "drawing_transcripts.h"
#include "magick_changes.h"
#include "magick_drawing.h"
#include "magick_files.h"
#include "magick_library.h"
#include "magick_lists.h"
#include "magick_properties.h"
#include "magick_texts.h"
#include "old_name_transcripts.h"
#include "pixel_transcripts.h"

typedef struct {
  const char* name;
  void (*write)(Transcript* transcript);
} WandTranscript;

static const WandTranscript wand_transcripts[] = {
    {"magick-drawing", transcript_magick_drawing},
    {"magick-montages", transcript_magick_montages},
    {"magick-filters", transcript_magick_filters},
    {"magick-noise", transcript_magick_noise},
    {"magick-tone", transcript_magick_tone},
    {"magick-painting", transcript_magick_painting},
    {"magick-sizes", transcript_magick_sizes},
    {"magick-turns", transcript_magick_turns},
    {"magick-fields", transcript_magick_fields},
    {"magick-orientations", transcript_magick_orientations},
    {"magick-pairs-of-numbers", transcript_magick_pairs_of_numbers},
    {"magick-color-properties", transcript_magick_color_properties},
    {"magick-channel-numbers", transcript_magick_channel_numbers},
    {"magick-questions", transcript_magick_questions},
    {"magick-names-of-images", transcript_magick_names_of_images},
    {"magick-attributes", transcript_magick_attributes},
    {"magick-descriptions", transcript_magick_descriptions},
    {"magick-profiles", transcript_magick_profiles},
    {"magick-sampling-factors", transcript_magick_sampling_factors},
    {"magick-settings", transcript_magick_settings},
    {"magick-steps", transcript_magick_steps},
    {"magick-positions", transcript_magick_positions},
    {"magick-sequences", transcript_magick_sequences},
    {"magick-writing", transcript_magick_writing},
    {"magick-memory", transcript_magick_memory},
    {"magick-reading", transcript_magick_reading},
    {"magick-samples", transcript_magick_samples},
    {"magick-library", transcript_magick_library},
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
  transcript.bytes = 0;
  named->write(&transcript);
}

#endif
