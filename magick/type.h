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

#if defined(__cplusplus)
}
#endif

#endif
