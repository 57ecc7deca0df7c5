/*
  Version information. Plain C, stands alone.
*/
#ifndef LODESTONE_MAGICK_VERSION_H
#define LODESTONE_MAGICK_VERSION_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MagickPackageName "Lodestone"
#define MagickCopyright "Copyright (c) 2026 The Lodestone authors. MIT License."

/* Interface level: that of GraphicsMagick 1.3.40, whose interface this is. */
#define MagickLibVersion 0x272402
#define MagickLibVersionNumber 27, 24, 2
#define MagickLibInterfaceNewest 27
#define MagickLibInterfaceOldest 3

/* Release of Lodestone itself. */
#define MagickLibVersionText "0.1.0"
#define MagickReleaseDate "2026-11-21"
#define MagickChangeDate "20261121"

#if QuantumDepth == 8
#define MagickQuantumDepth "Q8"
#else
#define MagickQuantumDepth "Q16"
#endif

/* Empty: the project has no web site. */
#define MagickWebSite ""

#define MagickVersion \
  MagickPackageName " " MagickLibVersionText " " MagickReleaseDate " " MagickQuantumDepth

/*
  GetMagickCopyright: copyright holder and licence.
  Returns: one line of static text.
  Threads: safe.
*/
MagickExport const char* GetMagickCopyright(void);

/*
  GetMagickVersion: name, release, date and quantum depth of the running library.
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
