/* All transcripts by name. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPTS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPTS_H

#include "context_scenes.h"
#include "contexts.h"
#include "drawings.h"
#include "transcript_area.h"
#include "transcript_blobs.h"
#include "transcript_commands.h"
#include "transcript_compress.h"
#include "transcript_delegates.h"
#include "transcript_describe.h"
#include "transcript_floods.h"
#include "transcript_gem.h"
#include "transcript_iterators.h"
#include "transcript_lists.h"
#include "transcript_masks.h"
#include "transcript_pixels.h"
#include "transcript_segment.h"
#include "transcript_services.h"
#include "transcript_texture.h"

typedef struct {
  const char* name;
  void (*write)(Transcript* transcript);
} NamedTranscript;

static const NamedTranscript transcripts[] = {
    {"area", transcript_area},
    {"area-refusals", transcript_area_refusals},
    {"channels", transcript_channels},
    {"old-names", transcript_old_names},
    {"iterators", transcript_iterators},
    {"statistics", transcript_statistics},
    {"empty-images", transcript_empty_images},
    {"cycle", transcript_cycle},
    {"registry", transcript_registry},
    {"tokenizer", transcript_tokenizer},
    {"translate", transcript_translate},
    {"resources", transcript_resources},
    {"lists", transcript_lists},
    {"list-refusals", transcript_list_refusals},
    {"pairs", transcript_pairs},
    {"magic", transcript_magic},
    {"names", transcript_names},
    {"describe", transcript_describe},
    {"blobs", transcript_blobs},
    {"colors", transcript_colors},
    {"sample-noise", transcript_sample_noise},
    {"hulls", transcript_hulls},
    {"affine", transcript_affine},
    {"draw-info", transcript_draw_info},
    {"context-texts", transcript_context_texts},
    {"textures", transcript_textures},
    {"gradients", transcript_gradients},
    {"color-floods", transcript_color_floods},
    {"matte-floods", transcript_matte_floods},
    {"under-color", transcript_under_color},
    {"segments", transcript_segments},
    {"packing", transcript_packing},
    {"base85", transcript_base85},
    {"fax", transcript_fax},
    {"delegates", transcript_delegates},
    {"masks", transcript_masks},
    {"clip-paths", transcript_clip_paths},
    {"commands", transcript_commands},
    {"mogrify", transcript_mogrify},
};

/* Those in which GraphicsMagick has pixels of its own. */
static const NamedTranscript drawings[] = {
    {"fixed-drawings", transcript_fixed_drawings},
    {"random-drawings", transcript_random_drawings},
    {"affine-images", transcript_affine_images},
    {"context-drawings", transcript_context_drawings},
    {"context-scenes", transcript_context_scenes},
    {"text-scenes", transcript_text_scenes},
};

static inline void write_transcript(const NamedTranscript* named, FILE* out) {
  Transcript transcript;
  transcript.out = out;
  transcript.random = 88172645463325252u;
  transcript.bytes = 0;
  named->write(&transcript);
}

#endif
