/* Samples: their type and range, conversions to other ranges, and the depth that is linked with. */
#ifndef LODESTONE_MAGICK_QUANTUM_H
#define LODESTONE_MAGICK_QUANTUM_H

#include "magick/common.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Samples run from 0 to MaxRGB. Map is the range of lookup tables, Char and Short are 8 and 16 bit.
   Conversions to fewer bits round to nearest.
 */
#if QuantumDepth == 8
#define MaxColormapSize 256U
#define MaxMap 255U
#define MaxMapDepth 8
#define MaxMapFloat 255.0f
#define MaxMapDouble 255.0
#define MaxRGB 255U
#define MaxRGBFloat 255.0f
#define MaxRGBDouble 255.0
#define ScaleCharToMap(value) ((unsigned char)(value))
#define ScaleCharToQuantum(value) ((Quantum)(value))
#define ScaleLongToQuantum(value) ((Quantum)(((value) + 8421504ULL) / 16843009U))
#define ScaleMapToChar(value) ((unsigned int)(value))
#define ScaleMapToQuantum(value) ((Quantum)(value))
#define ScaleQuantum(quantum) ((unsigned long)(quantum))
#define ScaleQuantumToChar(quantum) ((unsigned char)(quantum))
#define ScaleQuantumToLong(quantum) ((unsigned long)(16843009UL * (quantum)))
#define ScaleQuantumToMap(quantum) ((unsigned char)(quantum))
#define ScaleQuantumToShort(quantum) ((unsigned short)(257U * (quantum)))
#define ScaleShortToQuantum(value) ((Quantum)(((value) + 128U) / 257U))
#define ScaleToQuantum(value) ((unsigned long)(value))
#define ScaleQuantumToIndex(value) ((unsigned char)(value))
typedef unsigned char Quantum;
#elif QuantumDepth == 16
#define MaxColormapSize 65536U
#define MaxMap 65535U
#define MaxMapDepth 16
#define MaxMapFloat 65535.0f
#define MaxMapDouble 65535.0
#define MaxRGB 65535U
#define MaxRGBFloat 65535.0f
#define MaxRGBDouble 65535.0
#define ScaleCharToMap(value) ((unsigned short)(257U * (value)))
#define ScaleCharToQuantum(value) ((Quantum)(257U * (value)))
#define ScaleLongToQuantum(value) ((Quantum)(((value) + 32768ULL) / 65537U))
#define ScaleMapToChar(value) ((unsigned int)(((value) + 128U) / 257U))
#define ScaleMapToQuantum(value) ((Quantum)(value))
#define ScaleQuantum(quantum) ((unsigned long)(((quantum) + 128UL) / 257UL))
#define ScaleQuantumToChar(quantum) ((unsigned char)(((quantum) + 128U) / 257U))
#define ScaleQuantumToLong(quantum) ((unsigned long)(65537UL * (quantum)))
#define ScaleQuantumToMap(quantum) ((unsigned short)(quantum))
#define ScaleQuantumToShort(quantum) ((unsigned short)(quantum))
#define ScaleShortToQuantum(value) ((Quantum)(value))
#define ScaleToQuantum(value) ((unsigned long)(257UL * (value)))
#define ScaleQuantumToIndex(value) ((unsigned short)(value))
typedef unsigned short Quantum;
#else
#error "QuantumDepth must be 8 or 16"
#endif

/*
  Does nothing; its name says what the library was built for. Programs refer to the one that they
  were compiled for, so that linking or starting with another library fails at once.
*/
#if QuantumDepth == 8
extern MagickExport void MagickLibraryIsQ8(void);
#define MAGICK_LIBRARY_CHECK MagickLibraryIsQ8
#else
extern MagickExport void MagickLibraryIsQ16(void);
#define MAGICK_LIBRARY_CHECK MagickLibraryIsQ16
#endif
static void (*const magick_library_check)(void) MAGICK_ATTRIBUTE((__used__)) = MAGICK_LIBRARY_CHECK;

#define OpaqueOpacity 0UL
#define TransparentOpacity MaxRGB

/* To the nearest sample value, halves up, out-of-range values to the ends. */
#define RoundDoubleToQuantum(value) \
  ((Quantum)((value) < 0.0 ? 0U : ((value) > MaxRGBDouble) ? MaxRGB : (value) + 0.5))
/* The same; 0 for what is not a number. */
#define RoundDoubleToQuantumN(value) \
  ((Quantum)(MAGICK_ISNAN(value) ? 0U : RoundDoubleToQuantum(value)))
#define RoundFloatToQuantum(value) \
  ((Quantum)((value) < 0.0f ? 0U : ((value) > MaxRGBFloat) ? MaxRGB : (value) + 0.5f))
#define RoundSignedToQuantum(value) RoundDoubleToQuantum(value)
#define RoundToQuantum(value) RoundDoubleToQuantum(value)
#define ConstrainToRange(min, max, value) \
  ((value) < (min) ? (min) : ((value) > (max)) ? (max) : (value))
#define ConstrainToQuantum(value) ConstrainToRange(0, MaxRGB, value)
#define ScaleAnyToQuantum(x, max_value) \
  ((Quantum)(((double)MaxRGBDouble * (x)) / (max_value) + 0.5))

#if defined(__cplusplus)
}
#endif

#endif
