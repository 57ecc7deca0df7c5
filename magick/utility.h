/* Strings, geometry strings and file names.

  Returned strings belong to the caller, to be freed with MagickFree, unless noted otherwise.
  Buffers without a size hold MaxTextExtent bytes. Threads: safe. */
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

/* State of Tokenizer. */
typedef struct _TokenInfo {
  int state;
  unsigned int flag;
  long offset; /* characters of the token so far */
  char quote;  /* that is open, or 0 */
} TokenInfo;

/* Copies `src`, or a translation of it, with a terminating zero to `dst`, which has `size` bytes.
   Returns the number of characters copied. */
typedef size_t (*MagickTextTranslate)(char* dst, const char* src, const size_t size);

#undef ARG_NOT_USED
#define ARG_NOT_USED(arg) (void)arg

/* A copy of a string with room for MaxTextExtent more bytes; NULL: out of memory. */
extern MagickExport char* AcquireString(const char* source);

/* The same; NULL gives an empty string. */
extern MagickExport char* AllocateString(const char* source);

/* Replace *destination by a copy of `source`; if that is NULL, free it and set it to NULL. */
extern MagickExport MagickPassFail CloneString(char** destination, const char* source);

/* Append `source` to *destination. */
extern MagickExport MagickPassFail ConcatenateString(char** destination, const char* source);

/* Replace every `search` in *buffer. Returns MagickTrue if there was one. */
extern MagickExport MagickBool SubstituteString(char** buffer, const char* search,
                                                const char* replace);

/* A copy with `escape` inserted before every backslash and every `escape`. */
extern MagickExport char* EscapeString(const char* source, const char escape);

/* Encode as base 64; *encode_length: length of the text. */
extern MagickExport char* Base64Encode(const unsigned char* blob, const size_t blob_length,
                                       size_t* encode_length);

/* Decode base 64; *length: number of bytes. */
extern MagickExport unsigned char* Base64Decode(const char* source, size_t* length);

/* Split a command line into words, respecting quotes: a NULL-terminated array, argv[0] "magick". */
extern MagickExport char** StringToArgv(const char* text, int* argc);

/* Split a text into lines: a NULL-terminated array. */
extern MagickExport char** StringToList(const char* text);

/* Number of lines. */
extern MagickExport unsigned long MultilineCensus(const char* label);

/* Strip white space and quotes from both ends, in place. */
extern MagickExport void Strip(char* string);

/* To lower case, in place, in the C locale. */
extern MagickExport void LocaleLower(char* string);

/* To upper case, in place, in the C locale. */
extern MagickExport void LocaleUpper(char* string);

/* Case-insensitive strcmp; NULL sorts first. */
extern MagickExport int LocaleCompare(const char* p, const char* q);

/* LocaleCompare of the first `length` characters at most. */
extern MagickExport int LocaleNCompare(const char* p, const char* q, const size_t length);

/* snprintf into MaxTextExtent bytes. Returns the length written. */
extern MagickExport size_t FormatString(char* string, const char* format, ...)
    MAGICK_ATTRIBUTE((__format__(__printf__, 2, 3)));

/* FormatString with an argument list. */
extern MagickExport size_t FormatStringList(char* string, const char* format, va_list operands)
    MAGICK_ATTRIBUTE((__format__(__printf__, 2, 0)));

/* snprintf that returns the length written, at most length - 1. */
extern MagickExport size_t MagickFormatString(char* string, const size_t length, const char* format,
                                              ...) MAGICK_ATTRIBUTE((__format__(__printf__, 3, 4)));

/* MagickFormatString with an argument list. */
extern MagickExport size_t MagickFormatStringList(char* string, const size_t length,
                                                  const char* format, va_list operands)
    MAGICK_ATTRIBUTE((__format__(__printf__, 3, 0)));

/* Append within `size` bytes. Returns the length needed. */
extern MagickExport size_t MagickStrlCat(char* dst, const char* src, const size_t size);

/* Copy within `size` bytes. Returns the length needed. */
extern MagickExport size_t MagickStrlCpy(char* dst, const char* src, const size_t size);

/* Copy within `size` bytes. Returns the length copied. */
extern MagickExport size_t MagickStrlCpyTrunc(char* dst, const char* src, const size_t size);

/* Next word or symbol of a text; *end points after it. Returns its length. */
extern MagickExport size_t MagickGetToken(const char* start, char** end, char* token,
                                          const size_t buffer_length);

/* MagickGetToken into MaxTextExtent bytes. */
extern MagickExport void GetToken(const char* start, char** end, char* token);

/* Parse a number; followed by "%", a percentage of `interval`. */
extern MagickExport double StringToDouble(const char* text, const double interval);

/* Parse a number with a suffix k, m, g, t, p, e (powers of `kilo`), after which units such as "B"
   or "iB" may follow; the largest number for "unlimited"; 0 if not a number. Case does not matter.
 */
extern MagickExport magick_int64_t MagickSizeStrToInt64(const char* str, const unsigned int kilo);

/* Human-readable size in bytes, such as 1.2M. */
extern MagickExport void FormatSize(const magick_int64_t size, char* format);

/*
  GetGeometry: parse "WxH+x+y" with % ! < > @ ^; absent values are unchanged.
  Returns: the GeometryFlags found, NoValue if the text is not a geometry.
*/
extern MagickExport int GetGeometry(const char* image_geometry, long* x, long* y,
                                    unsigned long* width, unsigned long* height);

/* Apply a geometry string to the size in *width and *height. Returns GeometryFlags. */
extern MagickExport int GetMagickGeometry(const char* geometry, long* x, long* y,
                                          unsigned long* width, unsigned long* height);

/* Numbers of "WxH+x+y", with fractions. Returns how many were found. */
extern MagickExport int GetMagickDimension(const char* str, double* width, double* height,
                                           double* xoff, double* yoff);

/* "WxH+x+y>" of a paper size such as "a4", or a copy of the text. */
extern MagickExport char* GetPageGeometry(const char* page_geometry);

/* True if the text is a geometry. */
extern MagickExport MagickBool IsGeometry(const char* geometry);

/* Set `geometry` to the size of the image and offset 0. */
extern MagickExport void SetGeometry(const Image* image, RectangleInfo* geometry);

/* Nonzero if `expression` matches the pattern: * ? [...] {a,b}. */
extern MagickExport int GlobExpression(const char* expression, const char* pattern);

/* True if the text is a pattern. */
extern MagickExport MagickBool IsGlob(const char* path);

/* Replace patterns in arguments by the matching files; allocates a new array. */
extern MagickExport MagickPassFail ExpandFilenames(int* argc, char*** argv);

/* Expand a leading "~" to the home directory, in place. */
extern MagickExport void ExpandFilename(char* filename);

/* Matching files of a directory, sorted: an array and its strings. */
extern MagickExport char** ListFiles(const char* directory, const char* pattern,
                                     long* number_entries);

/* One part of "FORMAT:directory/base.extension[frames]"; empty for a value that is no part. */
extern MagickExport void GetPathComponent(const char* path, PathType type, char* component);

/* Set or replace the extension of a file name. */
extern MagickExport void AppendImageFormat(const char* format, char* filename);

/*
  MagickSceneFileName: substitute the scene number for "%d" (or "%03d" ...) in `filename_template`;
  without one, and if `force`, append `scene_template`. Returns MagickTrue if a number was inserted.
*/
extern MagickExport MagickBool MagickSceneFileName(char* filename, const char* filename_template,
                                                   const char* scene_template,
                                                   const MagickBool force, unsigned long scene);

/* Create a directory and its parents. */
extern MagickExport MagickPassFail MagickCreateDirectoryPath(const char* dir,
                                                             ExceptionInfo* exception);

/* True if the file can be read; logs the result. */
extern MagickExport MagickBool IsAccessible(const char* path);

/* True if the file can be read. */
extern MagickExport MagickBool IsAccessibleNoLogging(const char* path);

/* True if the file can be read and is not empty. */
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

/*
  GetExecutionPath: the file of the running program. path: MaxTextExtent bytes. MagickFail with an
  empty path if it is unknown or too long.
*/
extern MagickExport MagickPassFail GetExecutionPath(char* path);

/*
  GetExecutionPathUsingName: the folder of a program, with a slash at its end.
  path: MaxTextExtent bytes. A path to a file or folder, or the name of a program in PATH; replaced
        if found.
  Returns: MagickFail, and `path` as it was, if there is none. The working directory stays.
*/
extern MagickExport MagickPassFail GetExecutionPathUsingName(char* path);

/*
  SystemCommand, MagickSpawnVP: run another program, which this library never does. The error
  handler receives a DelegateError with the command; before that, access is confirmed as by
  MagickConfirmAccess (FileExecuteConfirmAccessMode) for the name of the program.
  Returns: SystemCommand: what system() gives for a program that is missing; MagickSpawnVP: 1, as
           for a program that cannot be started. Both: -1 with errno EPERM if access is denied; and
           MagickSpawnVP for an empty `file`.
*/
extern MagickExport int SystemCommand(const unsigned int verbose, const char* command);
extern MagickExport int MagickSpawnVP(const unsigned int verbose, const char* file,
                                      char* const argv[]);

/*
  Tokenizer: the next token of a line.
  flag:   1: upper case, 2: lower case outside quotes, 0: as it is.
  token:  max_token_length bytes; the rest of a longer token is skipped.
  white, break_set, quote: characters that separate tokens; that end a token and are reported;
          that enclose text in which the others have no meaning.
  escape: the next character is an ordinary one. At the end of the line it is one itself.
  breaker: the character of break_set, or the quote, that ended the token, or 0.
  next:   where in `line` to begin, 0 at first; becomes where to continue.
  quoted: 1 if the token began with a quote, else 0.
  Returns: 1 at the end of the line, where there is no token, else 0.
*/
extern MagickExport int Tokenizer(TokenInfo* token_info, unsigned flag, char* token,
                                  size_t max_token_length, char* line, char* white, char* break_set,
                                  char* quote, char escape, char* breaker, int* next, char* quoted);

/*
  TranslateText: `formatted_text` with the escapes of -format replaced by properties of `image`: %w,
  %[EXIF:Model] and others (`lodestone identify -help`), \n and \r. Unknown escapes stay.
  image_info: may be NULL; then %o, %u and %z give nothing.
  Returns: NULL if the text is NULL or empty, or out of memory.
*/
extern MagickExport char* TranslateText(const ImageInfo* image_info, Image* image,
                                        const char* formatted_text);

/* TranslateText that inserts each property through `translate`, for example with escapes. */
extern MagickExport char* TranslateTextEx(const ImageInfo* image_info, Image* image,
                                          const char* formatted_text,
                                          MagickTextTranslate translate);

/* A random number. Older name of MagickRandomInteger. */
extern MagickExport unsigned int MagickRandNewSeed(void) MAGICK_FUNC_DEPRECATED;

/* A random number, 0 to RAND_MAX. The seed is ignored. */
extern MagickExport int MagickRandReentrant(unsigned int* seed) MAGICK_FUNC_DEPRECATED;

#if defined(__cplusplus)
}
#endif

#endif
