/* Common to all public headers: export macros, boolean and status values, string sizes. */
#ifndef LODESTONE_MAGICK_COMMON_H
#define LODESTONE_MAGICK_COMMON_H

#include "magick/magick_config.h"

/* A C++ program that includes public headers inside a namespace includes these before it, since
   they must not end up there. For C also what GraphicsMagick's headers bring along. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#if !defined(__cplusplus)
#include <sys/types.h>
#endif

/* Attributes work in any GNU-compatible compiler, including strict ISO mode. */
#if !defined(MAGICK_ATTRIBUTE)
#if defined(__GNUC__) || defined(__clang__)
#define MAGICK_ATTRIBUTE(x) __attribute__(x)
#else
#define MAGICK_ATTRIBUTE(x)
#endif
#endif

#define MAGICK_FUNC_CONST MAGICK_ATTRIBUTE((__const__))
#define MAGICK_FUNC_DEPRECATED MAGICK_ATTRIBUTE((__deprecated__))
#define MAGICK_FUNC_MALLOC MAGICK_ATTRIBUTE((__malloc__))
#define MAGICK_FUNC_NONNULL MAGICK_ATTRIBUTE((__nonnull__))
#define MAGICK_FUNC_NORETURN MAGICK_ATTRIBUTE((__noreturn__))
#define MAGICK_FUNC_PURE MAGICK_ATTRIBUTE((__pure__))
#define MAGICK_FUNC_UNUSED MAGICK_ATTRIBUTE((__unused__))
#define MAGICK_FUNC_WARN_UNUSED_RESULT MAGICK_ATTRIBUTE((__warn_unused_result__))

/* Marks a function of the public interface. */
#if defined(__GNUC__) || defined(__clang__)
#define MagickExport __attribute__((visibility("default")))
#else
#define MagickExport
#endif
#define ModuleExport MagickExport

/* Size in bytes of every fixed string field of the interface (file names, formats, tokens). */
#if !defined(MaxTextExtent)
#define MaxTextExtent 2053
#endif

/* Value of the `signature` field of a live structure. */
#define MagickSignature 0xabacadabUL

/* Result of an operation that can fail. */
#define MagickPassFail unsigned int
#define MagickPass 1
#define MagickFail 0

/* Boolean. */
#define MagickBool unsigned int
#define MagickTrue 1
#define MagickFalse 0

#endif
