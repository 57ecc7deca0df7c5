/* Colours by name. */
#ifndef LODESTONE_MAGICK_COLOR_LOOKUP_H
#define LODESTONE_MAGICK_COLOR_LOOKUP_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  UndefinedCompliance = 0x0000,
  NoCompliance = 0x0000,
  SVGCompliance = 0x0001,
  X11Compliance = 0x0002,
  XPMCompliance = 0x0004,
  AllCompliance = 0xffff
} ComplianceType;

/* Names that match a pattern, sorted. Free the strings and the array with MagickFree. */
extern MagickExport char** GetColorList(const char* pattern, unsigned long* number_colors);

/* Print all names with their colours to a stream; NULL: to standard output. */
extern MagickExport unsigned int ListColorInfo(FILE* file, ExceptionInfo* exception);

/* Parse a name, "#hex", "rgb(...)", "rgba(...)" or "gray(...)". MagickFail: OptionWarning. */
extern MagickExport unsigned int QueryColorDatabase(const char* name, PixelPacket* color,
                                                    ExceptionInfo* exception);

/* Name of a colour, or else (MagickFail) its hexadecimal form; `name` holds MaxTextExtent bytes.
   compliance: which names, values may be combined; OptionError for any other value. */
extern MagickExport unsigned int QueryColorname(const Image* image, const PixelPacket* color,
                                                const ComplianceType compliance, char* name,
                                                ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
