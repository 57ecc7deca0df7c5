/* Reading and writing images, and exchanging pixels with arrays. */
#ifndef LODESTONE_MAGICK_CONSTITUTE_H
#define LODESTONE_MAGICK_CONSTITUTE_H

#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Content of packed samples. */
typedef enum {
  UndefinedQuantum,
  IndexQuantum,
  GrayQuantum,
  IndexAlphaQuantum,
  GrayAlphaQuantum,
  RedQuantum,
  CyanQuantum,
  GreenQuantum,
  YellowQuantum,
  BlueQuantum,
  MagentaQuantum,
  AlphaQuantum,
  BlackQuantum,
  RGBQuantum,
  RGBAQuantum,
  CMYKQuantum,
  CMYKAQuantum,
  CIEYQuantum,
  CIEXYZQuantum
} QuantumType;

typedef enum {
  UndefinedQuantumSampleType,
  UnsignedQuantumSampleType,
  FloatQuantumSampleType
} QuantumSampleType;

/* Types of array elements: integers over their full range, floating point from 0 to 1. */
typedef enum {
  CharPixel,
  ShortPixel,
  IntegerPixel,
  LongPixel,
  FloatPixel,
  DoublePixel
} StorageType;

/*
  ReadImage: read image_info->filename, the stream image_info->file, or "-" for standard input.
  The format is detected from the content, else from a "FORMAT:" prefix of the name, else from its
  extension. A prefix that names a format without a signature, such as RGB:, is always followed.
  Returns: list of images, or NULL with *exception set: FileOpenError (430), CorruptImageError,
           MissingDelegateError (unknown format), ResourceLimitError, all naming the file.
           *exception may hold a warning even if an image is returned.
  Threads: safe with different image_info.
*/
extern MagickExport Image* ReadImage(const ImageInfo* image_info, ExceptionInfo* exception);

/* ReadImage without pixels: size and other properties only. */
extern MagickExport Image* PingImage(const ImageInfo* image_info, ExceptionInfo* exception);

/*
  WriteImage: write image->filename in the format of its "FORMAT:" or extension, else image->magick.
  Returns: MagickFail with image->exception set; no partial file is left.
*/
extern MagickExport MagickPassFail WriteImage(const ImageInfo* image_info, Image* image);

/*
  WriteImages: write a list to one file if the format allows it. Otherwise, with image_info->adjoin
  off or a "%03d" in the name, to numbered files; else only the first image, with an OptionWarning.
  filename: replaces that of the images unless NULL.
*/
extern MagickExport MagickPassFail WriteImages(const ImageInfo* image_info, Image* image,
                                               const char* filename, ExceptionInfo* exception);

/* Write a list to an open stream, which stays open. */
extern MagickExport MagickPassFail WriteImagesFile(const ImageInfo* image_info, Image* image,
                                                   FILE* file, ExceptionInfo* exception);

/*
  ConstituteImage: make an image from an array of samples, row by row.
  map:     one letter per sample, in either case: R G B, C M Y K, A or T (alpha), O (opacity), I
           (grey), P (padding, skipped).
  Returns: an image, PseudoClass if the map contains I, or NULL with OptionError (map, size 0) or
           ResourceLimitError.
*/
extern MagickExport Image* ConstituteImage(const unsigned long width, const unsigned long height,
                                           const char* map, const StorageType type,
                                           const void* pixels, ExceptionInfo* exception);

/* Copy a region into an array of samples; `map` as for ConstituteImage. */
extern MagickExport MagickPassFail DispatchImage(const Image* image, const long x_offset,
                                                 const long y_offset, const unsigned long columns,
                                                 const unsigned long rows, const char* map,
                                                 const StorageType type, void* pixels,
                                                 ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
