/* Integer types of fixed size under GraphicsMagick's names. */
#ifndef LODESTONE_MAGICK_TYPES_H
#define LODESTONE_MAGICK_TYPES_H

#include <stdint.h>

typedef int8_t magick_int8_t;
typedef uint8_t magick_uint8_t;
typedef int16_t magick_int16_t;
typedef uint16_t magick_uint16_t;
typedef int32_t magick_int32_t;
typedef uint32_t magick_uint32_t;
typedef int64_t magick_int64_t;
typedef uint64_t magick_uint64_t;

/* Offset in a file or in memory, in bytes; also an area in pixels. */
typedef magick_int64_t magick_off_t;

#endif
