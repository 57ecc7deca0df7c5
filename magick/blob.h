/* The file or memory behind an image, and encoded images in memory.

  OpenBlob starts, CloseBlob ends reading or writing. A file written by name appears under that name
  only when CloseBlob succeeds. LSB means little-endian, MSB big-endian.
  Threads: the open file of an image belongs to one thread at a time. */
#ifndef LODESTONE_MAGICK_BLOB_H
#define LODESTONE_MAGICK_BLOB_H

#include "magick/common.h"
#include "magick/image.h"
#include "magick/magick_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* For source compatibility; has no effect here. */
#define MinBlobExtent 32768L

typedef struct _BlobInfo BlobInfo;

typedef enum {
  UndefinedBlobMode,
  ReadBlobMode,
  ReadBinaryBlobMode,
  WriteBlobMode,
  WriteBinaryBlobMode
} BlobMode;

typedef enum { ReadMode, WriteMode, IOMode } MapMode;

/* A copy of `blob_info`, or a new closed one from NULL. The copy of one that reads memory of
   AttachBlob reads the same memory from the same position on; others are closed. NULL: no memory.
 */
extern MagickExport BlobInfo* CloneBlobInfo(const BlobInfo* blob_info);

/* Add a reference. Threads: safe. */
extern MagickExport BlobInfo* ReferenceBlob(BlobInfo* blob);

/* Release a reference; the last one closes and frees. */
extern MagickExport void DestroyBlobInfo(BlobInfo* blob);

/* Back to a new closed blob: nothing attached, default settings, one reference. */
extern MagickExport void GetBlobInfo(BlobInfo* blob);

/*
  AttachBlob: let the blob read `length` bytes in memory, which stay the caller's and must outlive
  that: nothing is copied or freed. An image with this blob can be read from at once. In
  image_info->blob, OpenBlob and ReadImage use it instead of a file, as often as they are called;
  each image then has a blob and a position of its own. Threads: safe to read from one image_info,
  or clones of it, on several threads.
*/
extern MagickExport void AttachBlob(BlobInfo* blob_info, const void* blob, const size_t length);

/* Forget what the blob reads or writes, without freeing it; the blob is then closed. GetBlobSize
   and GetBlobStatus still tell of the last CloseBlob. */
extern MagickExport void DetachBlob(BlobInfo* blob);

/* Release the blob of an image. */
extern MagickExport void DestroyBlob(Image* image);

/* Give `image` a blob of its own instead of one shared with other images. */
extern MagickExport void DisassociateBlob(Image* image);

/*
  BlobToImage: decode an encoded image in memory.
  Returns: list of images, or NULL with *exception set. `blob` is only read and not kept.
*/
extern MagickExport Image* BlobToImage(const ImageInfo* image_info, const void* blob,
                                       const size_t length, ExceptionInfo* exception);

/* BlobToImage without pixels: size and other properties only. */
extern MagickExport Image* PingBlob(const ImageInfo* image_info, const void* blob,
                                    const size_t length, ExceptionInfo* exception);

/*
  ImageToBlob: encode in the format image->magick, or, if that is empty or a format that can only be
  read, image_info->magick. File names do not matter.
  Returns: *length bytes to be freed with MagickFree, or NULL with *exception set.
*/
extern MagickExport void* ImageToBlob(const ImageInfo* image_info, Image* image, size_t* length,
                                      ExceptionInfo* exception);

/*
  OpenBlob: open what image_info->blob, image_info->file or image->filename names; "-" is standard
  input or output. UndefinedBlobMode reads. Errors: FileOpenError naming the file, OptionError for
  a value that is no mode.
*/
extern MagickExport MagickPassFail OpenBlob(const ImageInfo* image_info, Image* image,
                                            const BlobMode mode, ExceptionInfo* exception);

/* Close; a written file gets its name now. MagickFail and image->exception if anything failed. */
extern MagickExport MagickPassFail CloseBlob(Image* image);

/* Read up to `length` bytes. Returns the number read. Also reads back what is being written, unless
   that goes to a pipe or the like. */
extern MagickExport size_t ReadBlob(Image* image, const size_t length, void* data);

/* Zero-copy ReadBlob: may point *data at the bytes instead of filling the buffer at *data. */
extern MagickExport size_t ReadBlobZC(Image* image, const size_t length, void** data);

/* Write. Returns the number of bytes written. */
extern MagickExport size_t WriteBlob(Image* image, const size_t length, const void* data);

/* Move to a position; `whence` as for fseek. Returns the position, or -1. */
extern MagickExport magick_off_t SeekBlob(Image* image, const magick_off_t offset,
                                          const int whence);

/* Position in bytes, or -1. */
extern MagickExport magick_off_t TellBlob(const Image* image);

/* Nonzero after a read reached the end. */
extern MagickExport int EOFBlob(const Image* image);

/* Nonzero if reading or writing failed. */
extern MagickExport int GetBlobStatus(const Image* image);

/* errno of the first failure, or 0. */
extern MagickExport int GetBlobFirstErrno(const Image* image);

/* True between OpenBlob and CloseBlob. */
extern MagickExport MagickBool GetBlobIsOpen(const Image* image);

/* Size in bytes; if the blob is closed, its size when it was last open. 0 if unknown. */
extern MagickExport magick_off_t GetBlobSize(const Image* image);

/* The stream, or NULL if there is none. */
extern MagickExport FILE* GetBlobFileHandle(const Image* image);

/* All GetBlobSize bytes of the open input if they are in memory, else NULL. */
extern MagickExport unsigned char* GetBlobStreamData(const Image* image);

/* True if the blob supports SeekBlob. */
extern MagickExport MagickBool BlobIsSeekable(const Image* image);

/* Set whether CloseBlob closes the stream. */
extern MagickExport void SetBlobClosable(Image* image, MagickBool closable);

/* Set whether the file is removed when closed. */
extern MagickExport void SetBlobTemporary(Image* image, MagickBool isTemporary);

/* Whether the file is removed when closed. */
extern MagickExport MagickBool GetBlobTemporary(const Image* image);

/* Reserve space for the final size of an output. */
extern MagickExport MagickPassFail BlobReserveSize(Image* image, magick_off_t size);

/* Next byte, or EOF. */
extern MagickExport int ReadBlobByte(Image* image);

/* Next 16-bit number, little-endian; 0 at the end. */
extern MagickExport magick_uint16_t ReadBlobLSBShort(Image* image);

/* Next signed 16-bit number, little-endian; 0 at the end. */
extern MagickExport magick_int16_t ReadBlobLSBSignedShort(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobLSBShorts(Image* image, size_t octets, magick_uint16_t* data);

/* Next 16-bit number, big-endian; 0 at the end. */
extern MagickExport magick_uint16_t ReadBlobMSBShort(Image* image);

/* Next signed 16-bit number, big-endian; 0 at the end. */
extern MagickExport magick_int16_t ReadBlobMSBSignedShort(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobMSBShorts(Image* image, size_t octets, magick_uint16_t* data);

/* Next 32-bit number, little-endian; 0 at the end. */
extern MagickExport magick_uint32_t ReadBlobLSBLong(Image* image);

/* Next signed 32-bit number, little-endian; 0 at the end. */
extern MagickExport magick_int32_t ReadBlobLSBSignedLong(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobLSBLongs(Image* image, size_t octets, magick_uint32_t* data);

/* Next 32-bit number, big-endian; 0 at the end. */
extern MagickExport magick_uint32_t ReadBlobMSBLong(Image* image);

/* Next signed 32-bit number, big-endian; 0 at the end. */
extern MagickExport magick_int32_t ReadBlobMSBSignedLong(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobMSBLongs(Image* image, size_t octets, magick_uint32_t* data);

/* Next IEEE single, little-endian; 0 at the end. */
extern MagickExport float ReadBlobLSBFloat(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobLSBFloats(Image* image, size_t octets, float* data);

/* Next IEEE single, big-endian; 0 at the end. */
extern MagickExport float ReadBlobMSBFloat(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobMSBFloats(Image* image, size_t octets, float* data);

/* Next IEEE double, little-endian; 0 at the end. */
extern MagickExport double ReadBlobLSBDouble(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobLSBDoubles(Image* image, size_t octets, double* data);

/* Next IEEE double, big-endian; 0 at the end. */
extern MagickExport double ReadBlobMSBDouble(Image* image);

/* Up to `octets` bytes of such numbers, converted to host byte order. Returns bytes read. */
extern MagickExport size_t ReadBlobMSBDoubles(Image* image, size_t octets, double* data);

/* Next line, without its line break, into MaxTextExtent bytes. Returns `string`, or NULL at the
 * end. */
extern MagickExport char* ReadBlobString(Image* image, char* string);

/* Write one byte. Returns bytes written. */
extern MagickExport size_t WriteBlobByte(Image* image, const magick_uint8_t value);

/* Write the contents of a file. */
extern MagickExport MagickPassFail WriteBlobFile(Image* image, const char* filename);

/* Write a 16-bit number, little-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobLSBShort(Image* image, const magick_uint16_t value);

/* Write a signed 16-bit number, little-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobLSBSignedShort(Image* image, const magick_int16_t value);

/* Write a 32-bit number, little-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobLSBDouble(Image* image, double value);
extern MagickExport size_t WriteBlobLSBLong(Image* image, const magick_uint32_t value);

/* Write a signed 32-bit number, little-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobLSBSignedLong(Image* image, const magick_int32_t value);

/* Write a 16-bit number, big-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobMSBShort(Image* image, const magick_uint16_t value);

/* Write a signed 16-bit number, big-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobMSBSignedShort(Image* image, const magick_int16_t value);

/* Write a 32-bit number, big-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobMSBLong(Image* image, const magick_uint32_t value);

/* Write a signed 32-bit number, big-endian. Returns bytes written. */
extern MagickExport size_t WriteBlobMSBSignedLong(Image* image, const magick_int32_t value);

/* Write a string without its terminating zero. Returns bytes written. */
extern MagickExport size_t WriteBlobString(Image* image, const char* string);

/* Map part of an open file into memory. NULL: it cannot be mapped; errno EINVAL: there is no such
   mode. */
extern MagickExport void* MapBlob(int file, const MapMode mode, magick_off_t offset, size_t length);

/* Undo MapBlob. */
extern MagickExport MagickPassFail UnmapBlob(void* map, const size_t length);

/* Write bytes to a file, which appears only when complete. Errors: FileOpenError, BlobError. */
extern MagickExport MagickPassFail BlobToFile(const char* filename, const void* blob,
                                              const size_t length, ExceptionInfo* exception);

/*
  Read a file. *length: 0, or the maximum number of bytes to read; set to the number read.
  Returns: the bytes and a terminating zero, freed with MagickFree, or NULL with *exception set.
*/
extern MagickExport void* FileToBlob(const char* filename, size_t* length,
                                     ExceptionInfo* exception);

/* Copy the open input, from its current position, to a file. */
extern MagickExport MagickPassFail ImageToFile(Image* image, const char* filename,
                                               ExceptionInfo* exception);

/* Swap the bytes of the 32-bit numbers in `length` bytes between big-endian and host byte order. */
extern MagickExport void MSBOrderLong(unsigned char* buffer, const size_t length);

/* Swap the bytes of the 16-bit numbers in `length` bytes between big-endian and host byte order. */
extern MagickExport void MSBOrderShort(unsigned char* p, const size_t length);

/*
  GetConfigureBlob: the content of a configuration file, followed by a zero byte. It is looked for
  in the folders of MAGICK_CONFIGURE_PATH, $MAGICK_HOME/share/lodestone, $MAGICK_HOME/lib/lodestone,
  $HOME/.magick, next to the program (GetClientPath) in ../lib/lodestone and ../share/lodestone, and
  in the working directory.
  path:    MaxTextExtent bytes; the file found.
  length:  receives the length without the zero byte.
  Returns: memory to be freed with MagickFree, or NULL with ConfigureError.
*/
extern MagickExport void* GetConfigureBlob(const char* filename, char* path, size_t* length,
                                           ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
