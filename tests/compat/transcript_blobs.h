/* Transcript of images that read the same bytes in memory. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_BLOBS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_BLOBS_H

#include "transcript.h"

static void write_blob_state(Transcript* t, const Image* image) {
  (void)fprintf(t->out, " open %u size %ld end %d at %ld\n", GetBlobIsOpen(image),
                (long)GetBlobSize(image), GetBlobIsOpen(image) ? EOFBlob(image) : 0,
                GetBlobIsOpen(image) ? (long)TellBlob(image) : 0);
}

static void read_part(Transcript* t, Image* image) {
  unsigned char bytes[40];
  size_t count = ReadBlob(image, 1 + random_below(t, sizeof bytes), bytes);
  (void)fprintf(t->out, "read %lu: ", (unsigned long)count);
  write_bytes(t, bytes, count);
}

/* The copy reads on by itself. */
static void share_blob(Image* from, Image* to) {
  BlobInfo* blob = ReferenceBlob(from->blob);
  DestroyBlob(to);
  to->blob = blob;
  DisassociateBlob(to);
}

static void write_blob_call(Transcript* t, Image* image, Image* other, const char* bytes) {
  const int open = GetBlobIsOpen(image) != MagickFalse;
  const unsigned call = random_below(t, 9);
  if (call == 0) {
    /* Otherwise GraphicsMagick does not forget that it met the end of other bytes. */
    DetachBlob(image->blob);
    AttachBlob(image->blob, bytes + random_below(t, 9), random_below(t, 80));
  } else if (call == 1 && random_below(t, 4) == 0) {
    DetachBlob(image->blob);
  } else if (call == 2 && random_below(t, 4) == 0) {
    (void)fprintf(t->out, "close %u ", CloseBlob(image));
  } else if (call == 3 && open) {
    share_blob(image, other);
  } else if (call < 6 && open) {
    (void)fprintf(t->out, "byte %d", ReadBlobByte(image));
  } else if (call < 8 && open) {
    read_part(t, image);
  } else if (open) {
    const long at = (long)random_below(t, (unsigned)GetBlobSize(image) + 1);
    (void)fprintf(t->out, "seek %ld", (long)SeekBlob(image, at, SEEK_SET));
  }
  write_blob_state(t, image);
}

/* Opened once, since GraphicsMagick learns the limit on reading there. */
static Image* new_blob_image(void) {
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  Image* image = AllocateImage(info);
  (void)strcpy(image->filename, "/dev/null");
  (void)OpenBlob(info, image, ReadBinaryBlobMode, &image->exception);
  (void)CloseBlob(image);
  DestroyImageInfo(info);
  return image;
}

static void transcript_blobs(Transcript* t) {
  Image* images[3];
  char bytes[100];
  unsigned i;
  for (i = 0; i < sizeof bytes; i++) bytes[i] = (char)random_below(t, 256);
  for (i = 0; i < 3; i++) images[i] = new_blob_image();
  for (i = 0; i < 5000; i++)
    write_blob_call(t, images[random_below(t, 3)], images[random_below(t, 3)], bytes);
  for (i = 0; i < 3; i++) {
    DetachBlob(images[i]->blob);
    DestroyImage(images[i]);
  }
  write_bytes(t, bytes, sizeof bytes);
  (void)fprintf(t->out, "\n");
}

#endif
