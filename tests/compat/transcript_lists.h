/* Transcripts of functions of lists of images. Where something is composed, pixels are copied, so
   that results are equal. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_LISTS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_LISTS_H

#include "transcript.h"

typedef enum { RgbImages, InkImages } ImagesKind;

static inline TranscriptKind random_kind(Transcript* t, ImagesKind kind) {
  if (kind == InkImages) return CmykKind;
  return (TranscriptKind)random_below(t, CmykKind);
}

/* Of 2 to 5 images of all sorts of sizes, or of one. */
static inline Image* random_list(Transcript* t, int one_size, ImagesKind images) {
  Image* list = NULL;
  const unsigned long columns = 1 + random_below(t, 9), rows = 1 + random_below(t, 6);
  unsigned i = 2 + random_below(t, 4);
  for (; i != 0; i--) {
    const TranscriptKind kind = random_kind(t, images);
    Image* image = one_size ? random_image(t, kind, columns, rows)
                            : random_image(t, kind, 1 + random_below(t, 9), 1 + random_below(t, 6));
    image->page.width = random_below(t, 12);
    image->page.height = random_below(t, 12);
    image->page.x = (long)random_below(t, 14) - 5;
    image->page.y = (long)random_below(t, 14) - 5;
    image->background_color = random_packet(t);
    if (random_below(t, 2)) image->background_color.opacity = OpaqueOpacity;
    image->compose = CopyCompositeOp;
    image->delay = random_below(t, 100);
    image->start_loop = (long)random_below(t, 3);
    AppendImageToList(&list, image);
  }
  return GetFirstImageInList(list);
}

/* All images that were made, and what was reported. */
static inline void write_list(Transcript* t, const char* name, Image* made,
                              ExceptionInfo* exception) {
  const Image* image;
  (void)fprintf(t->out, "%s: %lu", name, GetImageListLength(made));
  write_exception(t, exception);
  for (image = made; image != NULL; image = image->next) {
    (void)fprintf(t->out, "; page %lux%lu%+ld%+ld delay %lu loop %ld", image->page.width,
                  image->page.height, image->page.x, image->page.y, image->delay,
                  image->start_loop);
    write_samples_of(t, image, 0);
  }
  (void)fprintf(t->out, "\n");
  if (made != NULL) DestroyImageList(made);
}

static void transcript_lists(Transcript* t) {
  ExceptionInfo exception;
  unsigned i;
  GetExceptionInfo(&exception);
  for (i = 0; i < 600; i++) {
    const ImagesKind kind = random_below(t, 5) == 0 ? InkImages : RgbImages;
    Image* list = random_list(t, 0, kind);
    Image* alike = random_list(t, 1, kind);
    write_list(t, "down", AppendImages(list, 1, &exception), &exception);
    write_list(t, "across", AppendImages(list, 0, &exception), &exception);
    write_list(t, "rest", AppendImages(list->next, 1, &exception), &exception);
    if (kind == RgbImages) write_list(t, "mosaic", MosaicImages(list, &exception), &exception);
    write_list(t, "average", AverageImages(alike, &exception), &exception);
    list->matte = MagickFalse;
    write_list(t, "flatten", FlattenImages(list, &exception), &exception);
    DestroyImageList(list);
    DestroyImageList(alike);
  }
  DestroyExceptionInfo(&exception);
}

/* A copy with some pixels of its own. */
static inline Image* random_variant(Transcript* t, const Image* image, ExceptionInfo* exception) {
  Image* variant = CloneImage(image, 0, 0, MagickTrue, exception);
  unsigned changes = 1 + random_below(t, 8);
  PixelPacket* pixels;
  variant->storage_class = DirectClass;
  pixels = GetImagePixels(variant, 0, 0, variant->columns, variant->rows);
  for (; changes != 0; changes--) {
    PixelPacket* pixel = pixels + random_below(t, (unsigned)(variant->columns * variant->rows));
    const Quantum opacity = pixel->opacity;
    *pixel = random_packet(t);
    if (!variant->matte && variant->colorspace != CMYKColorspace) pixel->opacity = opacity;
  }
  (void)SyncImagePixels(variant);
  return variant;
}

/* As large as the image, or smaller: then its virtual pixels are compared. */
static void write_difference(Transcript* t, const Image* image, const Image* other,
                             ExceptionInfo* exception) {
  DifferenceImageOptions options;
  InitializeDifferenceImageOptions(&options, exception);
  (void)fprintf(t->out, "defaults %d %d %x,%x,%x,%x\n", (int)options.channel,
                (int)options.highlight_style, options.highlight_color.red,
                options.highlight_color.green, options.highlight_color.blue,
                options.highlight_color.opacity);
  options.channel = (ChannelType)random_below(t, GrayChannel + 1);
  if (random_below(t, 2)) options.channel = AllChannels;
  options.highlight_style =
      (HighlightStyle)(AssignHighlightStyle + random_below(t, XorHighlightStyle));
  if (random_below(t, 2)) options.highlight_color = random_packet(t);
  write_list(t, "difference", DifferenceImage(image, other, &options, exception), exception);
}

static void transcript_pairs(Transcript* t) {
  ExceptionInfo exception;
  unsigned i;
  GetExceptionInfo(&exception);
  for (i = 0; i < 800; i++) {
    const TranscriptKind kind = (TranscriptKind)random_below(t, KindCount);
    Image* image = random_image(t, kind, 1 + random_below(t, 12), 1 + random_below(t, 9));
    Image* other = random_variant(t, image, &exception);
    Image* watermark = random_image(t, (TranscriptKind)random_below(t, CmykKind),
                                    1 + random_below(t, 9), 1 + random_below(t, 9));
    Image* smaller = random_image(t, kind, 1 + random_below(t, 12), 1 + random_below(t, 9));
    write_difference(t, image, other, &exception);
    if (image->colorspace != CMYKColorspace) {
      write_difference(t, image, smaller, &exception);
      write_list(t, "stereo", StereoImage(image, other, &exception), &exception);
      image->offset = (long)random_below(t, (unsigned)(image->columns * image->rows));
      write_list(t, "stegano", SteganoImage(image, watermark, &exception), &exception);
      write_list(t, "repeat", MorphImages(image, random_below(t, 4), &exception), &exception);
      AppendImageToList(&image, other);
      image = GetFirstImageInList(image);
      write_list(t, "morph", MorphImages(image, random_below(t, 4), &exception), &exception);
    } else {
      DestroyImage(other);
    }
    DestroyImageList(image);
    DestroyImage(watermark);
    DestroyImage(smaller);
  }
  DestroyExceptionInfo(&exception);
}

static void transcript_list_refusals(Transcript* t) {
  ExceptionInfo exception;
  Image* list = random_image(t, DirectKind, 3, 4);
  GetExceptionInfo(&exception);
  write_list(t, "average one", AverageImages(list, &exception), &exception);
  write_list(t, "coalesce one", CoalesceImages(list, &exception), &exception);
  write_list(t, "deconstruct one", DeconstructImages(list, &exception), &exception);
  write_list(t, "append one", AppendImages(list, 0, &exception), &exception);
  AppendImageToList(&list, random_image(t, DirectKind, 4, 4));
  list = GetFirstImageInList(list);
  write_list(t, "average two sizes", AverageImages(list, &exception), &exception);
  write_list(t, "stereo two sizes", StereoImage(list, list->next, &exception), &exception);
  write_list(t, "deconstruct two sizes", DeconstructImages(list, &exception), &exception);
  DestroyImageList(list);
  DestroyExceptionInfo(&exception);
}

#endif
