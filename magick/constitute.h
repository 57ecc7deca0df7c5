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

/* How ExportImagePixelArea writes samples. Initialise with ExportPixelAreaOptionsInit. */
typedef struct _ExportPixelAreaOptions {
  QuantumSampleType sample_type;
  double double_minvalue, double_maxvalue; /* what floating point samples call black and white */
  MagickBool grayscale_miniswhite;         /* grey: 0 is white */
  unsigned long pad_bytes;                 /* to write after the samples */
  unsigned char pad_value;
  EndianType endian; /* of samples of 16, 32 and 64 bits; undefined: most significant byte first */
  unsigned long signature;
} ExportPixelAreaOptions;

/* What ExportImagePixelArea did. */
typedef struct _ExportPixelAreaInfo {
  size_t bytes_exported;
} ExportPixelAreaInfo;

/* What ImportImagePixelArea reads. Initialise with ImportPixelAreaOptionsInit. */
typedef struct _ImportPixelAreaOptions {
  QuantumSampleType sample_type;
  double double_minvalue, double_maxvalue;
  MagickBool grayscale_miniswhite;
  EndianType endian;
  unsigned long signature;
} ImportPixelAreaOptions;

/* What ImportImagePixelArea did. */
typedef struct _ImportPixelAreaInfo {
  size_t bytes_imported;
} ImportPixelAreaInfo;

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

/*
  ReadInlineImage: decode an image in base 64, as in an address "data:image/png;base64,...".
  content: what precedes the first comma is skipped, and there must be a comma.
  Returns: list of images, or NULL with *exception set: CorruptImageError if there are no data, else
           as BlobToImage. Nothing is reported to the monitor.
*/
extern MagickExport Image* ReadInlineImage(const ImageInfo* image_info, const char* content,
                                           ExceptionInfo* exception);

/* Copy a region into an array of samples; `map` as for ConstituteImage. */
extern MagickExport MagickPassFail DispatchImage(const Image* image, const long x_offset,
                                                 const long y_offset, const unsigned long columns,
                                                 const unsigned long rows, const char* map,
                                                 const StorageType type, void* pixels,
                                                 ExceptionInfo* exception);

/*
  ExportImagePixelArea: write the pixels that this thread last acquired, got or set to an array of
  packed samples, pixel after pixel.
  quantum_type: the samples of each pixel, in the order of its name. Alpha is 0 where transparent.
  quantum_size: bits of a sample. Unsigned: 1 to 32, or 64, packed without gaps and with the most
                significant bit first, but for 8, 16, 32 and 64 bits, which follow options->endian.
                Floating point: 16, 24, 32 or 64; other sizes write nothing, and so do indexes.
  destination:  must have room for all samples and options->pad_bytes.
  options:      NULL: unsigned samples, most significant byte first.
  export_info:  may be NULL. Bytes written; a last byte that is not full is not counted, unless it
                holds indexes of 1 or 4 bits or grey of 1 bit.
  Returns: MagickFail: IndexQuantum and IndexAlphaQuantum of an image without a colormap;
           CMYKAQuantum of one without indexes; CIEYQuantum, CIEXYZQuantum, UndefinedQuantum and
           values that are no type; an impossible quantum_size; a NULL argument.
  Source:  GraphicsMagick ExportImagePixelArea; equal, except that floating point alpha from indexes
           is that of each pixel, not that of the first.
*/
extern MagickExport MagickPassFail ExportImagePixelArea(const Image* image,
                                                        const QuantumType quantum_type,
                                                        const unsigned int quantum_size,
                                                        unsigned char* destination,
                                                        const ExportPixelAreaOptions* options,
                                                        ExportPixelAreaInfo* export_info);

/* ExportImagePixelArea of the pixels that a view holds. */
extern MagickExport MagickPassFail ExportViewPixelArea(const ViewInfo* view,
                                                       const QuantumType quantum_type,
                                                       const unsigned int quantum_size,
                                                       unsigned char* destination,
                                                       const ExportPixelAreaOptions* options,
                                                       ExportPixelAreaInfo* export_info);

/*
  ImportImagePixelArea: the reverse of ExportImagePixelArea, into the pixels that this thread last
  got or set; SyncImagePixels stores them. Arguments as there. GrayQuantum, RGBQuantum and
  CIEXYZQuantum make pixels opaque, except GrayQuantum in floating point. In an image with a
  colormap, unsigned GrayQuantum and GrayAlphaQuantum samples are indexes, scaled to the number of
  colours except GrayQuantum of 1, 8, 16, 32 and 64 bits. CIEYQuantum and CIEXYZQuantum are linear
  light, for floating point samples only, and become samples of gamma 2.
  import_info: may be NULL. Bytes read; samples that are not whole bytes do not count, except grey
               of 1 bit and the full bytes of indexes of 1 and 4.
  Returns: MagickFail with image->exception set: CoderError (an impossible quantum_size),
  OptionError (no such type), ImageError (no colormap, no alpha); or without: UndefinedQuantum,
  pixels that were only acquired, or a NULL argument. An index beyond the colormap becomes 0, with
           a CorruptImageError.
  Source:  GraphicsMagick ImportImagePixelArea; equal, except that all bits of black samples of
           CMYKQuantum in 32 and 64 bits and of alpha in 64 count, not only some.
*/
extern MagickExport MagickPassFail ImportImagePixelArea(Image* image,
                                                        const QuantumType quantum_type,
                                                        const unsigned int quantum_size,
                                                        const unsigned char* source,
                                                        const ImportPixelAreaOptions* options,
                                                        ImportPixelAreaInfo* import_info);

/* ImportImagePixelArea into the pixels that a view holds; SyncCacheViewPixels stores them. */
extern MagickExport MagickPassFail ImportViewPixelArea(ViewInfo* view,
                                                       const QuantumType quantum_type,
                                                       const unsigned int quantum_size,
                                                       const unsigned char* source,
                                                       const ImportPixelAreaOptions* options,
                                                       ImportPixelAreaInfo* import_info);

/* Unsigned samples, most significant byte first, nothing after them; floating point: 0 to 1. */
extern MagickExport void ExportPixelAreaOptionsInit(ExportPixelAreaOptions* options);

/* Unsigned samples, most significant byte first; floating point: 0 to 1. */
extern MagickExport void ImportPixelAreaOptionsInit(ImportPixelAreaOptions* options);

/* Samples of one pixel; 0 for UndefinedQuantum and values that are no type. */
extern MagickExport unsigned int MagickGetQuantumSamplesPerPixel(const QuantumType quantum_type)
    MAGICK_FUNC_CONST;

/*
  MagickFindRawImageMinMax: the smallest and the largest of the samples ahead in the open input of
  an image, which stays where it is.
  width, height:   samples in a row; rows.
  type:            CharPixel: signed 8 bits; ShortPixel: 16, IntegerPixel and LongPixel: 32, both
                   unsigned; FloatPixel, DoublePixel.
  endian:          LSBEndian, else most significant byte first.
  scanline_octets: bytes of a row, at least `width` samples; scanline_buffer: room for that many.
  min, max:        0 and 1 if the input has no position.
  Returns: MagickFail: the input ends before that, or cannot return to its position; rows too
           short for `width`; a type that is none.
*/
extern MagickExport MagickPassFail MagickFindRawImageMinMax(
    Image* image, EndianType endian, unsigned long width, unsigned long height, StorageType type,
    unsigned scanline_octets, void* scanline_buffer, double* min, double* max);

/*
  ConstituteTextureImage: an image of columns x rows pixels, covered with copies of `texture` from
  its upper left corner on, with its class, palette and attributes.
  Returns: a new image owned by the caller; NULL with *exception set: ImageError for a size of 0,
           a limit, out of memory, or cancelled.
  Threads: `texture` is only read.
  Source:  GraphicsMagick ConstituteTextureImage; equal.
*/
extern MagickExport Image* ConstituteTextureImage(const unsigned long columns,
                                                  const unsigned long rows, const Image* texture,
                                                  ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
