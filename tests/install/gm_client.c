/*
  A program for GraphicsMagick: IN OUT. Halves an image, and prints whose library it runs with and
  what size came out.
*/
#if defined(INCLUDE_WITH_FOLDER)
#include <GraphicsMagick/magick/api.h>
#else
#include <magick/api.h>
#endif
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  ExceptionInfo exception;
  ImageInfo* image_info;
  Image *image, *half = NULL;
  int status = 1;

  if (argc != 3) return 2;
  InitializeMagick(argv[0]);
  GetExceptionInfo(&exception);
  image_info = CloneImageInfo(NULL);
  (void)strcpy(image_info->filename, argv[1]);
  image = ReadImage(image_info, &exception);
  if (image != NULL)
    half = ResizeImage(image, image->columns / 2, image->rows / 2, LanczosFilter, 1.0, &exception);
  if (half != NULL) {
    (void)strcpy(half->filename, argv[2]);
    status = WriteImage(image_info, half) == MagickPass ? 0 : 1;
    (void)printf("%s %lux%lu\n", GetMagickVersion(NULL), half->columns, half->rows);
    DestroyImage(half);
  }
  if (exception.severity != UndefinedException) CatchException(&exception);
  if (image != NULL) DestroyImage(image);
  DestroyImageInfo(image_info);
  DestroyExceptionInfo(&exception);
  DestroyMagick();
  return status;
}
