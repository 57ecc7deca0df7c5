/* Transcript of the encodings of fax machines, printers and PostScript. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_COMPRESS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_COMPRESS_H

#include <stdlib.h>
#include <unistd.h>

#include "transcript_blobs.h"

typedef struct {
  unsigned char bytes[100000];
  size_t length;
} ByteList;

static unsigned int append_byte(Image* image, const magick_uint8_t code, void* info) {
  ByteList* list = (ByteList*)info;
  (void)image;
  if (list->length < sizeof list->bytes) list->bytes[list->length++] = code;
  return (unsigned int)(list->length % 2); /* which does not matter */
}

/* Runs of all lengths, and noise. */
static size_t random_bytes(Transcript* t, unsigned char* to, size_t room) {
  const size_t length = 1 + random_below(t, (unsigned)room);
  size_t i = 0;
  while (i < length) {
    size_t run = random_below(t, 3) ? 1 + random_below(t, 5) : 1 + random_below(t, 300);
    const unsigned char byte = (unsigned char)random_below(t, 1u << random_below(t, 9));
    for (; run != 0 && i < length; run--) to[i++] = byte;
  }
  return length;
}

static void transcript_packing(Transcript* t) {
  static ByteList list;
  static unsigned char bytes[30000];
  Image* image = AllocateImage((ImageInfo*)NULL);
  unsigned i;
  for (i = 0; i < 200; i++) {
    const size_t length = random_bytes(t, bytes, i < 100 ? 12 : sizeof bytes);
    list.length = 0;
    (void)fprintf(t->out,
                  "packbits %u: ", PackbitsEncode2Image(image, length, bytes, append_byte, &list));
    write_bytes(t, list.bytes, list.length);
    list.length = 0;
    (void)fprintf(t->out, "\nlzw %u: ", LZWEncode2Image(image, length, bytes, append_byte, &list));
    write_bytes(t, list.bytes, list.length);
    (void)fprintf(t->out, "\n");
  }
  DestroyImage(image);
}

/* What `write` sends to the open file of an image. */
static void write_file_of(Transcript* t, Image* image, const ImageInfo* info,
                          void (*write)(Transcript*, Image*, const ImageInfo*)) {
  ExceptionInfo exception;
  size_t length = 0;
  void* bytes;
  GetExceptionInfo(&exception);
  (void)sprintf(image->filename, "transcript-%ld.tmp", (long)getpid());
  (void)OpenBlob(info, image, WriteBinaryBlobMode, &exception);
  write(t, image, info);
  (void)CloseBlob(image);
  bytes = FileToBlob(image->filename, &length, &exception);
  write_bytes(t, bytes, length);
  (void)fprintf(t->out, "\n");
  MagickFree(bytes);
  (void)remove(image->filename);
  DestroyExceptionInfo(&exception);
}

static void encode_base85(Transcript* t, Image* image, const ImageInfo* info) {
  unsigned i, length = random_below(t, 400);
  const unsigned zeros = random_below(t, 3);
  (void)info;
  Ascii85Initialize(image);
  for (i = 0; i < length; i++) {
    const unsigned char byte =
        (unsigned char)(random_below(t, 3) < zeros ? 0 : random_below(t, 256));
    if (i % 2)
      Ascii85Encode(image, byte);
    else
      (void)fprintf(t->out, "%u", Ascii85WriteByteHook(image, byte, NULL));
  }
  Ascii85Flush(image);
}

static void encode_directly(Transcript* t, Image* image, const ImageInfo* info) {
  unsigned char bytes[200];
  const size_t length = random_bytes(t, bytes, sizeof bytes);
  (void)fprintf(t->out, "%u ", PackbitsEncodeImage(image, length, bytes));
  (void)fprintf(t->out, "%u ", LZWEncodeImage(image, length, bytes));
  (void)fprintf(t->out, "%u ", HuffmanEncodeImage(info, image));
  (void)fprintf(t->out, "%u ", BlobWriteByteHook(image, bytes[0], NULL));
}

/* Black and white already, in runs. */
static Image* random_page(Transcript* t, unsigned long columns, unsigned long rows) {
  Image* image = AllocateImage((ImageInfo*)NULL);
  IndexPacket* indexes;
  PixelPacket* pixels;
  unsigned long i;
  unsigned run = 0, black = 0;
  image->columns = columns;
  image->rows = rows;
  (void)AllocateImageColormap(image, 2);
  pixels = SetImagePixels(image, 0, 0, columns, rows);
  indexes = AccessMutableIndexes(image);
  for (i = 0; i < columns * rows; i++) {
    if (run == 0) {
      run = 1 + random_below(t, random_below(t, 3) ? 9 : 2800);
      black = !black;
    }
    run--;
    indexes[i] = (IndexPacket)black;
    pixels[i] = image->colormap[black];
  }
  (void)SyncImagePixels(image);
  return image;
}

static void transcript_base85(Transcript* t) {
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  unsigned i;
  for (i = 0; i < 60; i++) {
    Image* image = random_page(t, 1 + random_below(t, 99), 1 + random_below(t, 4));
    (void)strcpy(info->magick, i % 2 ? "FAX" : "PS");
    write_file_of(t, image, info, encode_base85);
    write_file_of(t, image, info, encode_directly);
    DestroyImage(image);
  }
  DestroyImageInfo(info);
}

/* Decodes `bytes` into rows of `columns` pixels. */
static void write_page(Transcript* t, const ByteList* list, unsigned long columns,
                       unsigned long rows) {
  Image* image = new_blob_image();
  ExceptionInfo exception;
  unsigned long x, y, last;
  GetExceptionInfo(&exception);
  AttachBlob(image->blob, list->bytes, list->length);
  image->columns = columns;
  image->rows = rows;
  (void)AllocateImageColormap(image, 2);
  (void)fprintf(t->out, "decode %u:", HuffmanDecodeImage(image));
  write_exception(t, &image->exception);
  /* GraphicsMagick goes below zero if a page has two rows or fewer, which then cannot be read. */
  last = image->rows > rows ? 1 : image->rows;
  (void)fprintf(t->out, " %lu rows %g %g", last, image->x_resolution, image->y_resolution);
  for (y = 0; last > 1 && y < last; y++) {
    const PixelPacket* pixels = AcquireImagePixels(image, 0, (long)y, columns, 1, &exception);
    (void)fprintf(t->out, "\n ");
    for (x = 0; pixels != NULL && x < columns; x++)
      (void)fprintf(t->out, "%c", pixels[x].red == 0 ? '.' : '#');
  }
  (void)fprintf(t->out, "\n");
  DetachBlob(image->blob);
  DestroyImage(image);
  DestroyExceptionInfo(&exception);
}

static void transcript_fax(Transcript* t) {
  static ByteList list;
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  unsigned i, k;
  for (i = 0; i < 150; i++) {
    const unsigned long columns = 1 + random_below(t, i % 3 ? 60 : 2700);
    const unsigned long rows = 1 + random_below(t, 12);
    Image* image = random_page(t, columns, rows);
    (void)strcpy(info->magick, i % 2 ? "FAX" : "PS");
    list.length = 0;
    (void)fprintf(t->out, "encode %u: ", HuffmanEncode2Image(info, image, append_byte, &list));
    write_bytes(t, list.bytes, list.length);
    (void)fprintf(t->out, "\n");
    write_page(t, &list, columns, rows + 3);
    for (k = random_below(t, 20); k != 0; k--)
      list.bytes[random_below(t, (unsigned)list.length)] ^=
          (unsigned char)(1u << random_below(t, 8));
    list.length -= random_below(t, (unsigned)(list.length / 2 + 1));
    write_page(t, &list, columns, rows + random_below(t, 5));
    DestroyImage(image);
  }
  for (i = 0; i < 100; i++) {
    list.length = random_bytes(t, list.bytes, 600);
    write_page(t, &list, 1 + random_below(t, 90), 1 + random_below(t, 9));
  }
  DestroyImageInfo(info);
}

#endif
