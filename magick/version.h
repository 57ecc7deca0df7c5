/*
  Version information. Plain C, stands alone.
*/
#ifndef LODESTONE_MAGICK_VERSION_H
#define LODESTONE_MAGICK_VERSION_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MagickCopyright "Copyright (c) 2026 The Lodestone authors. MIT License."

/* Release of Lodestone itself. */
#define LODESTONE_VERSION "0.1.0"
#define MagickReleaseDate "2026-11-21"
#define MagickChangeDate "20261121"

/* Interface level: that of GraphicsMagick 1.3.45, whose interface this is. */
#define MagickLibVersion 0x282502
#define MagickLibVersionNumber 28, 25, 2
#define MagickLibVersionText "1.3.45"
#define MagickLibInterfaceNewest 28
#define MagickLibInterfaceOldest 3

#if QuantumDepth == 8
#define MagickQuantumDepth "Q8"
#else
#define MagickQuantumDepth "Q16"
#endif

/* Empty: the project has no web site. */
#define MagickWebSite ""

#define MagickPackageName "Lodestone"
#define MagickVersion                                                                  \
  MagickPackageName " " LODESTONE_VERSION " " MagickReleaseDate " " MagickQuantumDepth \
                    " (GraphicsMagick " MagickLibVersionText ")"

/*
  GetMagickCopyright: copyright holder and licence.
  Returns: one line of static text.
  Threads: safe.
*/
MagickExport const char* GetMagickCopyright(void);

/*
  GetMagickVersion: name, release, date and quantum depth of the running library, and in parentheses
  the release of GraphicsMagick whose interface it has.
  version: receives MagickLibVersion of that library; may be NULL.
  Returns: one line of static text.
  Threads: safe.
*/
MagickExport const char* GetMagickVersion(unsigned long* version);

/*
  GetMagickWebSite: the web site of the project.
  Returns: static text, "" if there is none.
  Threads: safe.
*/
MagickExport const char* GetMagickWebSite(void);

#if defined(__cplusplus)
}
#endif

#endif
