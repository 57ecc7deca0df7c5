/*
  Runs the compatibility tests' requests with the real GraphicsMagick. A separate process, since
  both libraries define the same names. Reads requests on standard input until it ends; or, with an
  argument, writes the transcript of that name, or the facts of the interface for "facts".
*/
/* Old names are part of the interface. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <magick/api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits.h"
#include "gm_protocol.h"
#include "interface_facts.h"
#include "transcripts.h"

#if QuantumDepth != 16
#error "the tests need a GraphicsMagick of quantum depth 16"
#endif

typedef struct {
  uint16_t red, green, blue, opacity;
} Samples;

static void read_all(void* data, size_t size) {
  if (size != 0 && fread(data, size, 1, stdin) != 1) exit(0);
}

static void write_all(const void* data, size_t size) {
  if (size != 0 && fwrite(data, size, 1, stdout) != 1) exit(1);
}

static void read_pixels(PixelPacket* pixels, size_t count) {
  Samples samples;
  for (; count != 0; count--, pixels++) {
    read_all(&samples, sizeof samples);
    pixels->red = samples.red;
    pixels->green = samples.green;
    pixels->blue = samples.blue;
    pixels->opacity = samples.opacity;
  }
}

static void write_pixels(const PixelPacket* pixels, size_t count) {
  Samples samples;
  for (; count != 0; count--, pixels++) {
    samples.red = pixels->red;
    samples.green = pixels->green;
    samples.blue = pixels->blue;
    samples.opacity = pixels->opacity;
    write_all(&samples, sizeof samples);
  }
}

static Image* read_image(const GmRequest* request) {
  const GmImageHeader* header = &request->image;
  size_t count = (size_t)header->columns * header->rows;
  Image* image = AllocateImage((ImageInfo*)NULL);
  PixelPacket* pixels;
  image->columns = header->columns;
  image->rows = header->rows;
  image->matte = header->matte;
  image->filter = (FilterTypes)request->filter;
  image->blur = request->blur;
  image->background_color.red = request->background[0];
  image->background_color.green = request->background[1];
  image->background_color.blue = request->background[2];
  image->background_color.opacity = request->background[3];
  if (header->cmyk) image->colorspace = CMYKColorspace;
  if (header->pseudo_class) {
    if (!AllocateImageColormap(image, header->colors)) exit(1);
    read_pixels(image->colormap, header->colors);
  }
  pixels = SetImagePixels(image, 0, 0, image->columns, image->rows);
  if (pixels == NULL) exit(1);
  read_pixels(pixels, count);
  if (header->has_indexes) read_all(AccessMutableIndexes(image), count * sizeof(IndexPacket));
  if (!SyncImagePixels(image)) exit(1);
  (void)SetImageVirtualPixelMethod(image, (VirtualPixelMethod)request->virtual_pixel);
  return image;
}

static void write_image(const Image* image, ExceptionInfo* exception) {
  GmImageHeader header;
  const PixelPacket* pixels = NULL;
  const IndexPacket* indexes = NULL;
  size_t count = 0;
  memset(&header, 0, sizeof header);
  header.severity = exception->severity;
  (void)snprintf(header.reason, sizeof header.reason, "%s",
                 exception->reason ? exception->reason : "");
  (void)snprintf(header.description, sizeof header.description, "%s",
                 exception->description ? exception->description : "");
  if (image != NULL)
    pixels = AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (pixels != NULL) {
    indexes = AccessImmutableIndexes(image);
    count = (size_t)image->columns * image->rows;
    header.ok = 1;
    header.columns = (uint32_t)image->columns;
    header.rows = (uint32_t)image->rows;
    header.pseudo_class = image->storage_class == PseudoClass;
    header.matte = image->matte != 0;
    header.cmyk = image->colorspace == CMYKColorspace;
    header.colors = header.pseudo_class ? image->colors : 0;
    header.has_indexes = indexes != NULL;
  }
  write_all(&header, sizeof header);
  if (header.pseudo_class) write_pixels(image->colormap, header.colors);
  write_pixels(pixels, count);
  if (indexes != NULL) write_all(indexes, count * sizeof(IndexPacket));
  if (fflush(stdout) != 0) exit(1);
}

static double* read_kernel(const GmRequest* request) {
  size_t size = (size_t)request->order * request->order * sizeof(double);
  double* kernel = malloc(size + 1);
  if (kernel == NULL) exit(1);
  read_all(kernel, size);
  return kernel;
}

/* Of operations that change an image in place. */
static Image* change(const Image* image, const GmRequest* request, ExceptionInfo* exception) {
  char levels[100];
  Image* result = CloneImage(image, 0, 0, MagickTrue, exception);
  if (result == NULL) return NULL;
  (void)snprintf(levels, sizeof levels, "%.17g,%.17g,%.17g", request->radius, request->sigma,
                 request->third);
  if (request->operation == GmGamma) (void)GammaImage(result, levels);
  if (request->operation == GmEqualize) (void)EqualizeImage(result);
  if (request->operation == GmNegate) (void)NegateImage(result, request->radius != 0);
  return result;
}

/* The colours to map to are those of the image in a smaller size. */
static void map_colors(Image* image, unsigned int dither, ExceptionInfo* exception) {
  Image* map = SampleImage(image, image->columns / 3 + 1, image->rows / 3 + 1, exception);
  if (map == NULL) return;
  (void)MapImage(image, map, dither);
  DestroyImage(map);
}

static void quantize(Image* image, const GmRequest* request) {
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.number_colors = (unsigned long)request->radius;
  info.tree_depth = (unsigned int)request->sigma;
  info.dither = request->third != 0;
  info.colorspace = (ColorspaceType)request->channel;
  (void)QuantizeImage(&info, image);
}

/* Of operations that change the number of colours. */
static Image* reduce(const Image* image, const GmRequest* request, ExceptionInfo* exception) {
  char order[32];
  const unsigned int dither = request->third != 0;
  Image* result = CloneImage(image, 0, 0, MagickTrue, exception);
  if (result == NULL) return NULL;
  result->dither = dither;
  if (request->operation == GmQuantize) quantize(result, request);
  if (request->operation == GmMap) map_colors(result, dither, exception);
  if (request->operation == GmGreyPalette) GrayscalePseudoClassImage(result, request->radius != 0);
  if (request->operation == GmType) (void)SetImageType(result, (ImageType)request->channel);
  if (request->operation == GmOrderedDither) (void)OrderedDitherImage(result);
  if (request->operation == GmRandomThreshold) {
    (void)snprintf(order, sizeof order, "%ux%u", (unsigned)request->radius,
                   (unsigned)request->radius);
    (void)RandomChannelThresholdImage(result, ChannelTypeToString((ChannelType)request->channel),
                                      order, exception);
  }
  return result;
}

static Image* resize(const Image* image, const GmRequest* request, ExceptionInfo* exception) {
  unsigned long columns = request->columns, rows = request->rows;
  switch ((GmOperation)request->operation) {
    case GmResize:
      return ResizeImage(image, columns, rows, (FilterTypes)request->filter, request->blur,
                         exception);
    case GmScale:
      return ScaleImage(image, columns, rows, exception);
    case GmSample:
      return SampleImage(image, columns, rows, exception);
    case GmThumbnail:
      return ThumbnailImage(image, columns, rows, exception);
    case GmZoom:
      return ZoomImage(image, columns, rows, exception);
    case GmMinify:
      return MinifyImage(image, exception);
    case GmMagnify:
      return MagnifyImage(image, exception);
    default:
      return NULL;
  }
}

static Image* operate(const Image* image, const GmRequest* request, const double* kernel,
                      ExceptionInfo* exception) {
  const double radius = request->radius, sigma = request->sigma;
  const ChannelType channel = (ChannelType)request->channel;
  switch ((GmOperation)request->operation) {
    case GmBlur:
      return BlurImageChannel(image, channel, radius, sigma, exception);
    case GmConvolve:
      return ConvolveImage(image, request->order, kernel, exception);
    case GmDespeckle:
      return DespeckleImage(image, exception);
    case GmEdge:
      return EdgeImage(image, radius, exception);
    case GmEmboss:
      return EmbossImage(image, radius, sigma, exception);
    case GmEqualize:
    case GmGamma:
    case GmNegate:
      return change(image, request, exception);
    case GmQuantize:
    case GmMap:
    case GmGreyPalette:
    case GmType:
    case GmOrderedDither:
    case GmRandomThreshold:
      return reduce(image, request, exception);
    case GmGaussian:
      return GaussianBlurImageChannel(image, channel, radius, sigma, exception);
    case GmMedian:
      return MedianFilterImage(image, radius, exception);
    case GmMotionBlur:
      return MotionBlurImage(image, radius, sigma, request->third, exception);
    case GmSharpen:
      return SharpenImageChannel(image, channel, radius, sigma, exception);
    case GmUnsharp:
      return UnsharpMaskImageChannel(image, channel, radius, sigma, request->third, request->fourth,
                                     exception);
    case GmEdit:
      return edits[request->columns].apply(CloneImage(image, 0, 0, MagickTrue, exception));
    default:
      return resize(image, request, exception);
  }
}

static void answer(const GmRequest* request) {
  ExceptionInfo exception;
  Image *image, *result;
  double* kernel = read_kernel(request);
  GetExceptionInfo(&exception);
  image = read_image(request);
  result = operate(image, request, kernel, &exception);
  write_image(result, &exception);
  if (result != NULL) DestroyImage(result);
  DestroyImage(image);
  DestroyExceptionInfo(&exception);
  free(kernel);
}

static int write_named(const char* name) {
  size_t i;
  if (strcmp(name, "facts") == 0) {
    write_facts(stdout);
    return 0;
  }
  for (i = 0; i < sizeof transcripts / sizeof transcripts[0]; i++) {
    if (strcmp(name, transcripts[i].name) != 0) continue;
    write_transcript(&transcripts[i], stdout);
    return 0;
  }
  for (i = 0; i < sizeof drawings / sizeof drawings[0]; i++) {
    if (strcmp(name, drawings[i].name) != 0) continue;
    write_transcript(&drawings[i], stdout);
    return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  GmHello hello;
  GmRequest request;
  unsigned long version;
  InitializeMagick(argv[0]);
  if (argc == 2) return write_named(argv[1]);
  memset(&hello, 0, sizeof hello);
  hello.magic = GM_HELLO_MAGIC;
  hello.quantum_depth = QuantumDepth;
  (void)strncpy(hello.version, GetMagickVersion(&version), sizeof hello.version - 1);
  write_all(&hello, sizeof hello);
  if (fflush(stdout) != 0) return 1;
  for (;;) {
    read_all(&request, sizeof request);
    answer(&request);
  }
}
