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
#if defined(__GNUC__) || defined(__clang__)
#define MAGICK_IS_GNU 1
#else
#define MAGICK_IS_GNU 0
#endif
#if !defined(MAGICK_ATTRIBUTE)
#if MAGICK_IS_GNU
#define MAGICK_ATTRIBUTE(x) __attribute__(x)
#else
#define MAGICK_ATTRIBUTE(x)
#endif
#endif

#define MAGICK_FUNC_ALWAYSINLINE MAGICK_ATTRIBUTE((__always_inline__))
#define MAGICK_FUNC_COLD MAGICK_ATTRIBUTE((__cold__))
#define MAGICK_FUNC_CONST MAGICK_ATTRIBUTE((__const__))
#define MAGICK_FUNC_DEPRECATED MAGICK_ATTRIBUTE((__deprecated__))
#define MAGICK_FUNC_HOT MAGICK_ATTRIBUTE((__hot__))
#define MAGICK_FUNC_MALLOC MAGICK_ATTRIBUTE((__malloc__))
#define MAGICK_FUNC_NOINLINE MAGICK_ATTRIBUTE((__noinline__))
#define MAGICK_FUNC_NONNULL MAGICK_ATTRIBUTE((__nonnull__))
#define MAGICK_FUNC_NORETURN MAGICK_ATTRIBUTE((__noreturn__))
#define MAGICK_FUNC_PURE MAGICK_ATTRIBUTE((__pure__))
#define MAGICK_FUNC_UNUSED MAGICK_ATTRIBUTE((__unused__))
#define MAGICK_FUNC_WARN_UNUSED_RESULT MAGICK_ATTRIBUTE((__warn_unused_result__))
#define MAGICK_NO_SANITIZE_ADDRESS MAGICK_ATTRIBUTE((__no_sanitize_address__))

/* The same with arguments: deallocators, positions of sizes among parameters, options. Only GCC
   knows a deallocator, and from version 11 on. */
#define MAGICK_FUNC_ALLOC_SIZE_1ARG(size) MAGICK_ATTRIBUTE((__alloc_size__(size)))
#define MAGICK_FUNC_ALLOC_SIZE_2ARG(count, size) MAGICK_ATTRIBUTE((__alloc_size__(count, size)))
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#define MAGICK_FUNC_MALLOC_1ARG(free) MAGICK_ATTRIBUTE((__malloc__, __malloc__(free)))
#define MAGICK_FUNC_MALLOC_2ARG(free, index) MAGICK_ATTRIBUTE((__malloc__, __malloc__(free, index)))
#else
#define MAGICK_FUNC_MALLOC_1ARG(free) MAGICK_FUNC_MALLOC
#define MAGICK_FUNC_MALLOC_2ARG(free, index) MAGICK_FUNC_MALLOC
#endif
#define MAGICK_OPTIMIZE_FUNC(options) MAGICK_ATTRIBUTE((__optimize__(options)))

/* Questions to the compiler: 0 where it has no answer. */
#if defined(__has_attribute)
#define MAGICK_HAS_ATTRIBUTE(attribute) __has_attribute(attribute)
#else
#define MAGICK_HAS_ATTRIBUTE(attribute) (0)
#endif
#if defined(__clang__)
#define MAGICK_CLANG_HAS_BUILTIN(builtin) __has_builtin(builtin)
#else
#define MAGICK_CLANG_HAS_BUILTIN(builtin) (0)
#endif

/* At the end of a case that goes on with the next one. */
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 7)
#define MAGICK_FALLTHROUGH MAGICK_ATTRIBUTE((__fallthrough__))
#else
#define MAGICK_FALLTHROUGH
#endif

/* A pointer of which the compiler may take for granted that it is a multiple of `alignment`, or
   `offset` bytes after one. */
#if MAGICK_IS_GNU
#define MAGICK_ASSUME_ALIGNED(pointer, alignment) __builtin_assume_aligned(pointer, alignment)
#define MAGICK_ASSUME_ALIGNED_OFFSET(pointer, alignment, offset) \
  __builtin_assume_aligned(pointer, alignment, offset)
#else
#define MAGICK_ASSUME_ALIGNED(pointer, alignment) (pointer)
#define MAGICK_ASSUME_ALIGNED_OFFSET(pointer, alignment, offset) (pointer)
#endif

/* Kinds of floating-point numbers, without <math.h>. */
#if MAGICK_IS_GNU
#define MAGICK_ISNAN(d) __builtin_isnan(d)
#define MAGICK_ISINF(d) __builtin_isinf(d)
#define MAGICK_ISNORMAL(d) __builtin_isnormal(d)
#else
#define MAGICK_ISNAN(d) (0)
#define MAGICK_ISINF(d) (0)
#define MAGICK_ISNORMAL(d) (1)
#endif

/* Marks a function of the public interface. */
#if defined(__GNUC__) || defined(__clang__)
#define MagickExport __attribute__((visibility("default")))
#else
#define MagickExport
#endif
#define ModuleExport MagickExport
#define MagickGlobal

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
