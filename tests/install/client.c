/*
  A client in C89, built against the installed library: pixels in, scaled, through a PNG blob, and
  pixels out again. Prints what went wrong and exits with 1, or prints nothing and exits with 0.
*/
#include <magick/api.h>
#include <accel/accelerate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 64
#define ROWS 48

static int failures = 0;

static void expect(int condition, const char* what) {
  if (condition) return;
  (void)fprintf(stderr, "client: %s\n", what);
  failures++;
}

static Image* make_image(ExceptionInfo* exception) {
  static unsigned char pixels[ROWS][COLUMNS][3];
  int x, y;
  for (y = 0; y < ROWS; y++)
    for (x = 0; x < COLUMNS; x++) {
      pixels[y][x][0] = (unsigned char)(x < COLUMNS / 2 ? 255 : 0);
      pixels[y][x][1] = (unsigned char)(y < ROWS / 2 ? 255 : 0);
      pixels[y][x][2] = 51;
    }
  return ConstituteImage(COLUMNS, ROWS, "RGB", CharPixel, pixels, exception);
}

/* Every quadrant of the image has one colour, which halving must keep. */
static void check_quadrants(const Image* image, ExceptionInfo* exception) {
  unsigned char sample[3];
  int quadrant;
  for (quadrant = 0; quadrant < 4; quadrant++) {
    long x = (quadrant & 1) ? COLUMNS / 2 - 4 : 3;
    long y = (quadrant & 2) ? ROWS / 2 - 4 : 3;
    expect(DispatchImage(image, x, y, 1, 1, "RGB", CharPixel, sample, exception) == MagickPass,
           "DispatchImage failed");
    expect(sample[0] == ((quadrant & 1) ? 0 : 255), "red is wrong");
    expect(sample[1] == ((quadrant & 2) ? 0 : 255), "green is wrong");
    expect(sample[2] == 51, "blue is wrong");
  }
}

int main(int argc, char** argv) {
  ExceptionInfo exception;
  ImageInfo* image_info;
  Image *image, *half = NULL, *decoded = NULL;
  void* blob = NULL;
  size_t length = 0;

  (void)argc;
  InitializeMagick(argv[0]);
  GetExceptionInfo(&exception);
  image_info = CloneImageInfo(NULL);
  expect(MaxRGB == (QuantumDepth == 8 ? 255 : 65535), "MaxRGB does not fit QuantumDepth");
  (void)MagickAccelerateSetMode(MagickAccelerateOff);
  expect(MagickAccelerateGetMode() == MagickAccelerateOff, "the mode was not set");

  image = make_image(&exception);
  expect(image != NULL, "ConstituteImage failed");
  if (image != NULL) half = ScaleImage(image, COLUMNS / 2, ROWS / 2, &exception);
  expect(half != NULL, "ScaleImage failed");
  if (half != NULL) {
    (void)strcpy(half->magick, "PNG");
    blob = ImageToBlob(image_info, half, &length, &exception);
  }
  expect(blob != NULL && length > 8, "ImageToBlob failed");
  if (blob != NULL) decoded = BlobToImage(image_info, blob, length, &exception);
  expect(decoded != NULL, "BlobToImage failed");
  if (decoded != NULL) {
    expect(decoded->columns == COLUMNS / 2 && decoded->rows == ROWS / 2, "the size is wrong");
    check_quadrants(decoded, &exception);
  }
  if (exception.severity != UndefinedException) CatchException(&exception);

  if (blob != NULL) MagickFree(blob);
  if (decoded != NULL) DestroyImage(decoded);
  if (half != NULL) DestroyImage(half);
  if (image != NULL) DestroyImage(image);
  DestroyImageInfo(image_info);
  DestroyExceptionInfo(&exception);
  DestroyMagick();
  return failures == 0 ? 0 : 1;
}
