/* Properties of fonts. */
#ifndef LODESTONE_MAGICK_TYPE_H
#define LODESTONE_MAGICK_TYPE_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  NormalStretch,
  UltraCondensedStretch,
  ExtraCondensedStretch,
  CondensedStretch,
  SemiCondensedStretch,
  SemiExpandedStretch,
  ExpandedStretch,
  ExtraExpandedStretch,
  UltraExpandedStretch,
  AnyStretch
} StretchType;

typedef enum { NormalStyle, ItalicStyle, ObliqueStyle, AnyStyle } StyleType;

typedef struct _TypeInfo {
  char *path, *name, *description, *family;
  StyleType style;
  StretchType stretch;
  unsigned long weight;
  char *encoding, *foundry, *format, *metrics, *glyphs;
  unsigned int stealth;
  unsigned long signature;
  struct _TypeInfo *previous, *next;
} TypeInfo;

#if defined(__cplusplus)
}
#endif

#endif
