/*
  A program for GraphicsMagick's Wand interface: draws a red rectangle in a white image with wands,
  and prints whose library it runs with and the size of the image. Exits with 1 if it is not red.
*/
#if defined(INCLUDE_WITH_FOLDER)
#include <GraphicsMagick/wand/wand_api.h>
#else
#include <wand/wand_api.h>
#endif
#include <stdio.h>
#include <string.h>

static DrawInfo* red_rectangle(void) {
  DrawingWand* drawing = NewDrawingWand();
  PixelWand* red = NewPixelWand();
  DrawInfo* info;
  (void)PixelSetColor(red, "red");
  DrawSetFillColor(drawing, red);
  DrawRectangle(drawing, 4, 4, 27, 19);
  info = DrawPeekGraphicContext(drawing);
  DestroyPixelWand(red);
  DestroyDrawingWand(drawing);
  return info;
}

int main(int argc, char** argv) {
  unsigned char white[32 * 24];
  ExceptionInfo exception;
  DrawInfo* info;
  Image* image;
  PixelPacket pixel;

  (void)argc;
  InitializeMagick(argv[0]);
  GetExceptionInfo(&exception);
  (void)memset(white, 255, sizeof white);
  image = ConstituteImage(32, 24, "I", CharPixel, white, &exception);
  info = red_rectangle();
  if (image == NULL || DrawImage(image, info) == MagickFail) return 1;
  pixel = AcquireOnePixel(image, 16, 12, &exception);
  (void)printf("%s %lux%lu\n", GetMagickVersion(NULL), image->columns, image->rows);
  DestroyDrawInfo(info);
  DestroyImage(image);
  DestroyExceptionInfo(&exception);
  DestroyMagick();
  return pixel.red == MaxRGB && pixel.green == 0 ? 0 : 1;
}
