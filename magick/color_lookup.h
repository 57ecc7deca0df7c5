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

/* Names that match a pattern, sorted: an array and its strings, freed with MagickFree. */
extern MagickExport char** GetColorList(const char* pattern, unsigned long* number_colors);

/* Colour of a name, "#hex", "rgb(...)", "rgba(...)" or "gray(...)". MagickFail: OptionWarning. */
extern MagickExport unsigned int QueryColorDatabase(const char* name, PixelPacket* color,
                                                    ExceptionInfo* exception);

/* Name, or else hexadecimal form, of a colour; `name` has MaxTextExtent bytes. */
extern MagickExport unsigned int QueryColorname(const Image* image, const PixelPacket* color,
                                                const ComplianceType compliance, char* name,
                                                ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
