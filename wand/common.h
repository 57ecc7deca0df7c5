/* Common to the headers of the Wand API. */
#ifndef LODESTONE_WAND_COMMON_H
#define LODESTONE_WAND_COMMON_H

#include "magick/api.h"

/* Marks a function of the Wand API. */
#if !defined(WandExport)
#define WandExport MagickExport
#endif

#endif
