/*
  Pixel wands: colours of five components, each from 0 to 1.

  Cyan, magenta and yellow are other names of red, green and blue. An opacity of 0 is opaque.
  Without a wand, functions do nothing and return 0.

  Threads: each wand is used by one thread at a time.
  Source:  GraphicsMagick.
*/
#ifndef LODESTONE_WAND_PIXEL_WAND_H
#define LODESTONE_WAND_PIXEL_WAND_H

#include "magick/image.h"
#include "wand/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _PixelWand PixelWand;

/*
  New wands, black and opaque, or an array of them; copies.
  Returns: owned by the caller: DestroyPixelWand for each wand, MagickFree for the array. NULL if
           there is no memory, an array would have no elements, or nothing is there to copy.
*/
extern WandExport PixelWand* NewPixelWand(void);
extern WandExport PixelWand** NewPixelWands(const unsigned long number_wands);
extern WandExport PixelWand* ClonePixelWand(const PixelWand* wand);
extern WandExport PixelWand** ClonePixelWands(const PixelWand** wands,
                                              const unsigned long number_wands);

/* Free a wand. NULL is ignored. */
extern WandExport void DestroyPixelWand(PixelWand* wand);

/*
  PixelGetException: what went wrong.
  description: receives a text owned by the caller (MagickFree), "" if there is no exception.
  Returns: the severity.
*/
extern WandExport unsigned int PixelGetException(PixelWand* wand, char** description);

/*
  The colour as "red,green,blue" in quanta.
  Returns: a text owned by the caller (MagickFree), or NULL.
*/
extern WandExport char* PixelGetColorAsString(const PixelWand* wand);

/* Components, 0 to 1. */
extern WandExport double PixelGetBlack(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport double PixelGetBlue(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport double PixelGetCyan(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport double PixelGetGreen(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport double PixelGetMagenta(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport double PixelGetOpacity(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport double PixelGetRed(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport double PixelGetYellow(const PixelWand* wand) MAGICK_FUNC_PURE;

/* Components in quanta, rounded. */
extern WandExport Quantum PixelGetBlackQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport Quantum PixelGetBlueQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport Quantum PixelGetCyanQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport Quantum PixelGetGreenQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport Quantum PixelGetMagentaQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport Quantum PixelGetOpacityQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport Quantum PixelGetRedQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport Quantum PixelGetYellowQuantum(const PixelWand* wand) MAGICK_FUNC_PURE;

/* All but black, as a pixel. */
extern WandExport void PixelGetQuantumColor(const PixelWand* wand, PixelPacket* color);

/* How often the colour occurs, in histograms. */
extern WandExport unsigned long PixelGetColorCount(const PixelWand* wand) MAGICK_FUNC_PURE;
extern WandExport void PixelSetColorCount(PixelWand* wand, const unsigned long count);

/* Set components; values outside of 0 to 1 are taken as the nearest of these. */
extern WandExport void PixelSetBlack(PixelWand* wand, const double black);
extern WandExport void PixelSetBlue(PixelWand* wand, const double blue);
extern WandExport void PixelSetCyan(PixelWand* wand, const double cyan);
extern WandExport void PixelSetGreen(PixelWand* wand, const double green);
extern WandExport void PixelSetMagenta(PixelWand* wand, const double magenta);
extern WandExport void PixelSetOpacity(PixelWand* wand, const double opacity);
extern WandExport void PixelSetRed(PixelWand* wand, const double red);
extern WandExport void PixelSetYellow(PixelWand* wand, const double yellow);

/* Set components in quanta. */
extern WandExport void PixelSetBlackQuantum(PixelWand* wand, const Quantum black);
extern WandExport void PixelSetBlueQuantum(PixelWand* wand, const Quantum blue);
extern WandExport void PixelSetCyanQuantum(PixelWand* wand, const Quantum cyan);
extern WandExport void PixelSetGreenQuantum(PixelWand* wand, const Quantum green);
extern WandExport void PixelSetMagentaQuantum(PixelWand* wand, const Quantum magenta);
extern WandExport void PixelSetOpacityQuantum(PixelWand* wand, const Quantum opacity);
extern WandExport void PixelSetRedQuantum(PixelWand* wand, const Quantum red);
extern WandExport void PixelSetYellowQuantum(PixelWand* wand, const Quantum yellow);

/* Set all but black from a pixel. */
extern WandExport void PixelSetQuantumColor(PixelWand* wand, const PixelPacket* color);

/*
  PixelSetColor: the colour of a name, "#hex", "rgb(...)", "rgba(...)" or "gray(...)", without
  black. Returns: MagickPass; MagickFail with the exception of QueryColorDatabase, and the colour is
  as before.
*/
extern WandExport unsigned int PixelSetColor(PixelWand* wand, const char* color);

#if defined(__cplusplus)
}
#endif

#endif
