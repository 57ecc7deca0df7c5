/* Recognising file formats by their first bytes. */
#ifndef LODESTONE_MAGICK_MAGIC_H
#define LODESTONE_MAGICK_MAGIC_H

#include "magick/common.h"
#include "magick/error.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  GetMagickFileFormat: the name of the format that a file begins like, whether or not the library
  can read it.
  format: receives the name and a terminating zero; format_length bytes.
  Returns: MagickFail if there is none, or no room for its name.
*/
extern MagickExport MagickPassFail GetMagickFileFormat(const unsigned char* header,
                                                       const size_t header_length, char* format,
                                                       const size_t format_length,
                                                       ExceptionInfo* exception);

/* Print what the formats begin with. `file` NULL: standard output. */
extern MagickExport MagickPassFail ListMagicInfo(FILE* file, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
