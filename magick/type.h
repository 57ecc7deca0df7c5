/* Properties of fonts. */
#ifndef LODESTONE_MAGICK_TYPE_H
#define LODESTONE_MAGICK_TYPE_H

#include "magick/common.h"
#include "magick/error.h"

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

/*
  Fonts by name: those that type.mgk names in the folders of GetConfigureBlob, then those that
  fontconfig finds, if its module is there. They are listed when they are first asked for. What
  these functions return belongs to the library until DestroyTypeInfo. Threads: safe, but that one.
*/

/* GetTypeInfo: the font of this name, without regard to case; the first of the list if it is NULL
   or "*". NULL if there is none. */
extern MagickExport const TypeInfo* GetTypeInfo(const char* name, ExceptionInfo* exception);

/*
  GetTypeInfoByFamily: the font of a family that is most like what is asked for; NULL is Helvetica
  or Arial. AnyStyle, AnyStretch and weight 0 are any.
  Returns: for an unknown family Helvetica or Arial, for some families of other systems a substitute
           with TypeError in *exception; NULL if there is none.
*/
extern MagickExport const TypeInfo* GetTypeInfoByFamily(const char* family, const StyleType style,
                                                        const StretchType stretch,
                                                        const unsigned long weight,
                                                        ExceptionInfo* exception);

/* GetTypeList: the names that match a pattern, *number_types of them. Each, and the list, are freed
   with MagickFree. NULL if out of memory. */
extern MagickExport char** GetTypeList(const char* pattern, unsigned long* number_types);

/* ListTypeInfo: print the fonts to a file; NULL is the standard output. */
extern MagickExport MagickPassFail ListTypeInfo(FILE* file, ExceptionInfo* exception);

/* DestroyTypeInfo: free the list. It is made again when it is asked for. No other thread may use
   what these functions returned. */
extern MagickExport void DestroyTypeInfo(void);

#if defined(__cplusplus)
}
#endif

#endif
