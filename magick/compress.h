/* Encodings that files of printers, fax machines and PostScript hold, byte by byte
 * GraphicsMagick's. */
#ifndef LODESTONE_MAGICK_COMPRESS_H
#define LODESTONE_MAGICK_COMPRESS_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Bytes of an image that are not yet encoded, and what is left of the line in characters. */
typedef struct _Ascii85Info {
  long offset, line_break;
  magick_uint8_t buffer[10];
} Ascii85Info;

/* Where encoders send each byte, with the pointer that they were given. The result is ignored. */
typedef unsigned int (*WriteByteHook)(Image*, const magick_uint8_t, void* info);

/* Sends the byte to Ascii85Encode. Returns 1. */
extern MagickExport unsigned int Ascii85WriteByteHook(Image* image, const magick_uint8_t code,
                                                      void* info);

/* Writes the byte to the image's open file. Returns the number of bytes written. */
extern MagickExport unsigned int BlobWriteByteHook(Image* image, const magick_uint8_t code,
                                                   void* info);

/* Start a text in base 85. Errors: image->exception if out of memory. */
extern MagickExport void Ascii85Initialize(Image* image);

/* Write one more byte to the image's open file, four at a time, as text in lines of 72 characters.
   Nothing before Ascii85Initialize. */
extern MagickExport void Ascii85Encode(Image* image, const magick_uint8_t code);

/* Write what is left, and the end of the text. */
extern MagickExport void Ascii85Flush(Image* image);

/*
  HuffmanDecodeImage: read the pixels of a fax page (CCITT T.4, one-dimensional) from the open file.
  image:   with its size and a colormap of white and black. Pages that end early have white rows up
           to that number; rows then becomes 3 less than were decoded, since that many empty lines
           end a page, at least 1. The resolution becomes that of fax machines.
  Returns: MagickFail with image->exception set: no colormap, limits, memory, cancelled. Damaged
           data give wrong pixels.
*/
extern MagickExport MagickPassFail HuffmanDecodeImage(Image* image);

/* HuffmanEncode2Image to the open file, as bytes if image_info->magick is "FAX", else as text in
   base 85. */
extern MagickExport MagickPassFail HuffmanEncodeImage(const ImageInfo* image_info, Image* image);

/*
  HuffmanEncode2Image: encode as HuffmanDecodeImage reads it. The image becomes black and white as
  by SetImageType, which does not change `image`. With image_info->magick "FAX" lines have 1728
  pixels at least, and the page starts with an end of line. White or black for more than 2623 pixels
  is cut short, as by GraphicsMagick.
*/
extern MagickExport MagickPassFail HuffmanEncode2Image(const ImageInfo* image_info, Image* image,
                                                       WriteByteHook write_byte, void* info);

/* LZWEncode2Image to the open file. */
extern MagickExport MagickPassFail LZWEncodeImage(Image* image, const size_t length,
                                                  magick_uint8_t* pixels);

/* Encode `length` bytes as LZW of PostScript and TIFF. */
extern MagickExport MagickPassFail LZWEncode2Image(Image* image, const size_t length,
                                                   magick_uint8_t* pixels, WriteByteHook write_byte,
                                                   void* info);

/* PackbitsEncode2Image to the open file. */
extern MagickExport MagickPassFail PackbitsEncodeImage(Image* image, const size_t length,
                                                       magick_uint8_t* pixels);

/* Encode `length` bytes as run lengths of PostScript and TIFF, with a mark at the end. */
extern MagickExport MagickPassFail PackbitsEncode2Image(Image* image, const size_t length,
                                                        magick_uint8_t* pixels,
                                                        WriteByteHook write_byte, void* info);

/*
  ImageToHuffman2DBlob: the image as a fax page of group 4, by the encoder of the format GROUP4RAW.
  Returns: *length bytes to be freed with MagickFree, or NULL with *exception set:
           MissingDelegateError without such an encoder.
*/
extern MagickExport unsigned char* ImageToHuffman2DBlob(const Image* image,
                                                        const ImageInfo* image_info, size_t* length,
                                                        ExceptionInfo* exception);

/* The same as a JPEG file, with the settings of the file that the image was read from if image_info
   asks for none. */
extern MagickExport unsigned char* ImageToJPEGBlob(const Image* image, const ImageInfo* image_info,
                                                   size_t* length, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
