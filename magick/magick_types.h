/* Integer types of fixed size under GraphicsMagick's names. */
#ifndef LODESTONE_MAGICK_MAGICK_TYPES_H
#define LODESTONE_MAGICK_MAGICK_TYPES_H

/* Those of <stdint.h>. The compiler's own names for them need no system header, whose contents
   would stay in the namespace if a C++ program includes this file inside one. */
#if defined(__INT8_TYPE__) && defined(__INT64_TYPE__)
typedef __INT8_TYPE__ magick_int8_t;
typedef __UINT8_TYPE__ magick_uint8_t;
typedef __INT16_TYPE__ magick_int16_t;
typedef __UINT16_TYPE__ magick_uint16_t;
typedef __INT32_TYPE__ magick_int32_t;
typedef __UINT32_TYPE__ magick_uint32_t;
__extension__ typedef __INT64_TYPE__ magick_int64_t;
__extension__ typedef __UINT64_TYPE__ magick_uint64_t;
#else
#include <stdint.h>
typedef int8_t magick_int8_t;
typedef uint8_t magick_uint8_t;
typedef int16_t magick_int16_t;
typedef uint16_t magick_uint16_t;
typedef int32_t magick_int32_t;
typedef uint32_t magick_uint32_t;
typedef int64_t magick_int64_t;
typedef uint64_t magick_uint64_t;
#endif

/* Offset in a file or in memory, in bytes; also an area in pixels. */
typedef magick_int64_t magick_off_t;

#endif
