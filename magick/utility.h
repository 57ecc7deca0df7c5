/* Strings, geometry strings and file names.

  Strings that are returned belong to the caller and are freed with MagickFree, unless it says
  otherwise. Buffers without a size hold MaxTextExtent bytes. Threads: safe. */
#ifndef LODESTONE_MAGICK_UTILITY_H
#define LODESTONE_MAGICK_UTILITY_H

#include "magick/common.h"
#include "magick/image.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Parts of a file name. */
typedef enum {
  RootPath,
  HeadPath,
  TailPath,
  BasePath,
  ExtensionPath,
  MagickPath,
  SubImagePath,
  FullPath
} PathType;

#undef ARG_NOT_USED
#define ARG_NOT_USED(arg) (void)arg

/* A copy of a string with room for MaxTextExtent more bytes; NULL: no memory. */
extern MagickExport char* AcquireString(const char* source);

/* The same, from NULL an empty string. */
extern MagickExport char* AllocateString(const char* source);

/* Replace *destination by a copy of `source`; source NULL frees it and sets NULL. */
extern MagickExport MagickPassFail CloneString(char** destination, const char* source);

/* Append `source` to *destination. */
extern MagickExport MagickPassFail ConcatenateString(char** destination, const char* source);

/* Replace every `search` in *buffer. Returns MagickTrue if there was one. */
extern MagickExport MagickBool SubstituteString(char** buffer, const char* search,
                                                const char* replace);

/* A copy in which `escape` stands before every backslash and every `escape`. */
extern MagickExport char* EscapeString(const char* source, const char escape);

/* Bytes as base 64; *encode_length: length of the text. */
extern MagickExport char* Base64Encode(const unsigned char* blob, const size_t blob_length,
                                       size_t* encode_length);

/* Bytes that a base 64 text stands for; *length: how many. */
extern MagickExport unsigned char* Base64Decode(const char* source, size_t* length);

/* Words of a command line, quotes respected: an array that ends with NULL, argv[0] "magick". */
extern MagickExport char** StringToArgv(const char* text, int* argc);

/* Lines of a text: an array that ends with NULL. */
extern MagickExport char** StringToList(const char* text);

/* Number of lines. */
extern MagickExport unsigned long MultilineCensus(const char* label);

/* Remove blanks and quotes at both ends, in place. */
extern MagickExport void Strip(char* string);

/* To lower case, in place, in the C locale. */
extern MagickExport void LocaleLower(char* string);

/* To upper case, in place, in the C locale. */
extern MagickExport void LocaleUpper(char* string);

/* strcmp without regard to case; NULL sorts first. */
extern MagickExport int LocaleCompare(const char* p, const char* q);

/* LocaleCompare of the first `length` characters at most. */
extern MagickExport int LocaleNCompare(const char* p, const char* q, const size_t length);

/* snprintf into MaxTextExtent bytes. Returns the length of the text written. */
extern MagickExport size_t FormatString(char* string, const char* format, ...)
    MAGICK_ATTRIBUTE((__format__(__printf__, 2, 3)));

/* FormatString with an argument list. */
extern MagickExport size_t FormatStringList(char* string, const char* format, va_list operands)
    MAGICK_ATTRIBUTE((__format__(__printf__, 2, 0)));

/* snprintf that returns the length of the text written, at most length - 1. */
extern MagickExport size_t MagickFormatString(char* string, const size_t length, const char* format,
                                              ...) MAGICK_ATTRIBUTE((__format__(__printf__, 3, 4)));

/* MagickFormatString with an argument list. */
extern MagickExport size_t MagickFormatStringList(char* string, const size_t length,
                                                  const char* format, va_list operands)
    MAGICK_ATTRIBUTE((__format__(__printf__, 3, 0)));

/* Append within `size` bytes. Returns the length that was wanted. */
extern MagickExport size_t MagickStrlCat(char* dst, const char* src, const size_t size);

/* Copy within `size` bytes. Returns the length that was wanted. */
extern MagickExport size_t MagickStrlCpy(char* dst, const char* src, const size_t size);

/* Copy within `size` bytes. Returns the length copied. */
extern MagickExport size_t MagickStrlCpyTrunc(char* dst, const char* src, const size_t size);

/* Next word or symbol of a text, *end behind it. Returns its length. */
extern MagickExport size_t MagickGetToken(const char* start, char** end, char* token,
                                          const size_t buffer_length);

/* MagickGetToken into MaxTextExtent bytes. */
extern MagickExport void GetToken(const char* start, char** end, char* token);

/* Number in a text; with "%" behind it, that share of `interval`. */
extern MagickExport double StringToDouble(const char* text, const double interval);

/* Number with a suffix k, m, g, t, p, e (powers of `kilo`); 0 if it is none. */
extern MagickExport magick_int64_t MagickSizeStrToInt64(const char* str, const unsigned int kilo);

/* A size in bytes for people, such as 1.2M. */
extern MagickExport void FormatSize(const magick_int64_t size, char* format);

/*
  GetGeometry: take "WxH+x+y" with % ! < > @ ^ apart; what is absent stays as it was.
  Returns: GeometryFlags met, NoValue if the text is no geometry.
*/
extern MagickExport int GetGeometry(const char* image_geometry, long* x, long* y,
                                    unsigned long* width, unsigned long* height);

/* Apply a geometry string to the size that *width and *height hold. Returns GeometryFlags. */
extern MagickExport int GetMagickGeometry(const char* geometry, long* x, long* y,
                                          unsigned long* width, unsigned long* height);

/* Numbers of "WxH+x+y", fractions kept. Returns how many there were. */
extern MagickExport int GetMagickDimension(const char* str, double* width, double* height,
                                           double* xoff, double* yoff);

/* "WxH+x+y>" of a paper size such as "a4", or a copy of the text. */
extern MagickExport char* GetPageGeometry(const char* page_geometry);

/* True if the text is a geometry. */
extern MagickExport MagickBool IsGeometry(const char* geometry);

/* Give `geometry` the size of the image and offset 0. */
extern MagickExport void SetGeometry(const Image* image, RectangleInfo* geometry);

/* Nonzero if `expression` matches the pattern: * ? [...] {a,b}. */
extern MagickExport int GlobExpression(const char* expression, const char* pattern);

/* True if the text is a pattern. */
extern MagickExport MagickBool IsGlob(const char* path);

/* Replace patterns among arguments by the files that match; the array is newly allocated. */
extern MagickExport MagickPassFail ExpandFilenames(int* argc, char*** argv);

/* Replace a leading "~" by the home directory, in place. */
extern MagickExport void ExpandFilename(char* filename);

/* Files of a directory that match, sorted: an array and its strings. */
extern MagickExport char** ListFiles(const char* directory, const char* pattern,
                                     long* number_entries);

/* One part of "FORMAT:directory/base.extension[frames]". */
extern MagickExport void GetPathComponent(const char* path, PathType type, char* component);

/* Give a file name the extension `format`, replacing the one it has. */
extern MagickExport void AppendImageFormat(const char* format, char* filename);

/*
  MagickSceneFileName: put the scene number into `filename_template` at its "%d" (or "%03d" ...);
  without one, and if `force`, append `scene_template`. Returns MagickTrue if a number went in.
*/
extern MagickExport MagickBool MagickSceneFileName(char* filename, const char* filename_template,
                                                   const char* scene_template,
                                                   const MagickBool force, unsigned long scene);

/* Make a directory and those above it. */
extern MagickExport MagickPassFail MagickCreateDirectoryPath(const char* dir,
                                                             ExceptionInfo* exception);

/* True if the file can be read; the log is told. */
extern MagickExport MagickBool IsAccessible(const char* path);

/* True if the file can be read. */
extern MagickExport MagickBool IsAccessibleNoLogging(const char* path);

/* True if the file can be read and holds something. */
extern MagickExport MagickBool IsAccessibleAndNotEmpty(const char* path);

/* True if the file can be written. */
extern MagickExport MagickBool IsWriteable(const char* path);

/* Name of the program in messages. */
extern MagickExport const char* GetClientName(void);

/* Set the name of the program. Returns it. */
extern MagickExport const char* SetClientName(const char* name);

/* File name of the program. */
extern MagickExport const char* GetClientFilename(void);

/* Set the file name of the program. Returns it. */
extern MagickExport const char* SetClientFilename(const char* name);

/* Directory of the program. */
extern MagickExport const char* GetClientPath(void);

/* Set the directory of the program. Returns it. */
extern MagickExport const char* SetClientPath(const char* path);

/* Set the name of the program from argv[0]. */
extern MagickExport void DefineClientName(const char* path);

/* Set name, file name and directory of the program from argv[0]. */
extern MagickExport void DefineClientPathAndName(const char* path);

#if defined(__cplusplus)
}
#endif

#endif
