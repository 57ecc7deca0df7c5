/*
  Writes a copy of an image at a quarter of its size.

    first IN OUT
*/
#include <magick/api.h>
#include <stdio.h>

/* Halves by averaging areas, which is fast, and again by a Lanczos filter, which is sharp. */
static Image* Shrink(const Image* image, ExceptionInfo* exception) {
  Image *half, *quarter;
  half = ScaleImage(image, image->columns / 2, image->rows / 2, exception);
  if (half == NULL) return NULL;
  quarter = ResizeImage(half, half->columns / 2, half->rows / 2, LanczosFilter, 1.0, exception);
  DestroyImage(half);
  return quarter;
}

int main(int argc, char** argv) {
  ExceptionInfo exception;
  ImageInfo* info;
  Image *image, *small = NULL;
  int written = 0;

  if (argc != 3) {
    fprintf(stderr, "usage: first IN OUT\n");
    return 2;
  }
  InitializeMagick(argv[0]);
  GetExceptionInfo(&exception);
  info = CloneImageInfo(NULL);
  MagickStrlCpy(info->filename, argv[1], sizeof info->filename);
  image = ReadImage(info, &exception);
  if (image != NULL) small = Shrink(image, &exception);
  if (small != NULL) {
    MagickStrlCpy(small->filename, argv[2], sizeof small->filename);
    written = WriteImage(info, small) == MagickPass;
    if (!written) CatchException(&small->exception);
    if (written) printf("%s: %lux%lu\n", argv[2], small->columns, small->rows);
    DestroyImage(small);
  }
  CatchException(&exception); /* prints what went wrong, if anything did */

  if (image != NULL) DestroyImage(image);
  DestroyImageInfo(info);
  DestroyExceptionInfo(&exception);
  DestroyMagick();
  return written ? 0 : 1;
}
