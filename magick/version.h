/*
  Which library this is. Plain C, stands alone.
*/
#ifndef LODESTONE_MAGICK_VERSION_H
#define LODESTONE_MAGICK_VERSION_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MagickPackageName "Lodestone"
#define MagickCopyright "Copyright (c) 2026 The Lodestone authors. MIT License."

/* Interface level: that of the GraphicsMagick release whose calls are followed, 1.3.40. */
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
  GetMagickCopyright: who holds the rights, and the licence.
  Returns: one line of static text.
  Threads: safe.
*/
MagickExport const char* GetMagickCopyright(void);

/*
  GetMagickVersion: name, release, date and quantum depth of the library that is running.
  version: receives MagickLibVersion of that library; may be NULL.
  Returns: one line of static text.
  Threads: safe.
*/
MagickExport const char* GetMagickVersion(unsigned long* version);

/*
  GetMagickWebSite: where the project lives.
  Returns: static text, "" when there is no such place.
  Threads: safe.
*/
MagickExport const char* GetMagickWebSite(void);

#if defined(__cplusplus)
}
#endif

#endif
