/*
  Words that every public header uses. Plain C, stands alone.
*/
#ifndef LODESTONE_MAGICK_COMMON_H
#define LODESTONE_MAGICK_COMMON_H

#include "magick/magick_config.h"

#if defined(__GNUC__)
#define MagickExport __attribute__((visibility("default")))
#else
#define MagickExport
#endif

#endif
