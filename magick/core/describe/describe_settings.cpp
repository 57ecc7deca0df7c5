// What the fields of an image say beside its pixels.
#include <cstdio>

#include "magick/blob.h"
#include "magick/color_lookup.h"
#include "magick/enum_strings.h"
#include "magick/core/describe/describe.hpp"
#include "magick/list.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

void PrintErrors(const ErrorInfo& error, FILE* file) {
  if (error.mean_error_per_pixel != 0.0) {
    std::fprintf(file, "  Mean Exception Per Pixel: %ld\n",
                 static_cast<long>(error.mean_error_per_pixel));
  }
  if (error.normalized_mean_error != 0.0) {
    std::fprintf(file, "  Normalized Mean Exception: %g\n", error.normalized_mean_error);
  }
  // GraphicsMagick ends this line with a letter n in place of a line break.
  if (error.normalized_maximum_error != 0.0) {
    std::fprintf(file, "  Normalized Maximum Exception: %g\n", error.normalized_maximum_error);
  }
}

const char* IntentText(RenderingIntent intent) {
  switch (intent) {
    case SaturationIntent:
      return "saturation";
    case PerceptualIntent:
      return "perceptual";
    case AbsoluteIntent:
      return "absolute";
    case RelativeIntent:
      return "relative";
    default:
      return nullptr;
  }
}

void PrintChromaticity(const ChromaticityInfo& colors, FILE* file) {
  if (colors.red_primary.x == 0.0 && colors.green_primary.x == 0.0 &&
      colors.blue_primary.x == 0.0 && colors.white_point.x == 0.0) {
    return;
  }
  const auto print = [file](const char* name, const PrimaryInfo& point) {
    std::fprintf(file, "    %s: (%g,%g)\n", name, point.x, point.y);
  };
  std::fputs("  Chromaticity:\n", file);
  print("red primary", colors.red_primary);
  print("green primary", colors.green_primary);
  print("blue primary", colors.blue_primary);
  print("white point", colors.white_point);
}

void PrintCalibration(const Image* image, FILE* file) {
  PrintErrors(image->error, file);
  if (const char* intent = IntentText(image->rendering_intent)) {
    std::fprintf(file, "  Rendering-Intent: %s\n", intent);
  }
  if (image->gamma != 0.0) std::fprintf(file, "  Gamma: %g\n", image->gamma);
  PrintChromaticity(image->chromaticity, file);
}

void PrintRectangle(const char* label, const RectangleInfo& area, FILE* file) {
  if (area.width == 0 || area.height == 0) return;
  std::fprintf(file, "  %s: %lux%lu%+ld%+ld\n", label, area.width, area.height, area.x, area.y);
}

void PrintResolution(const Image* image, FILE* file) {
  if (image->x_resolution == 0.0 || image->y_resolution == 0.0) return;
  std::fprintf(file, "  Resolution: %gx%g", image->x_resolution, image->y_resolution);
  if (image->units == UndefinedResolution) std::fputs(" pixels", file);
  if (image->units == PixelsPerInchResolution) std::fputs(" pixels/inch", file);
  if (image->units == PixelsPerCentimeterResolution) std::fputs(" pixels/centimeter", file);
  std::fputc('\n', file);
}

void PrintFile(const Image* image, FILE* file) {
  char size[MaxTextExtent];
  FormatSize(GetBlobSize(image), size);
  const InterlaceType interlace =
      image->interlace == UndefinedInterlace ? NoInterlace : image->interlace;
  std::fprintf(file, "  Filesize: %s\n", size);
  std::fprintf(file, "  Interlace: %s\n", InterlaceTypeToString(interlace));
  std::fprintf(file, "  Orientation: %s\n", OrientationTypeToString(image->orientation));
}

void PrintColor(const char* label, Image* image, const PixelPacket& color, FILE* file) {
  char name[MaxTextExtent];
  QueryColorname(image, &color, SVGCompliance, name, &image->exception);
  std::fprintf(file, "  %s: %.1024s\n", label, name);
}

const char* DisposeText(DisposeType dispose) {
  switch (dispose) {
    case UndefinedDispose:
      return "Undefined";
    case NoneDispose:
      return "None";
    case BackgroundDispose:
      return "Background";
    case PreviousDispose:
      return "Previous";
    default:
      return "";
  }
}

void PrintScene(const Image* image, FILE* file) {
  if (image->delay != 0) std::fprintf(file, "  Delay: %lu\n", image->delay);
  if (image->iterations != 1) std::fprintf(file, "  Iterations: %lu\n", image->iterations);
  const unsigned long count = GetImageListLength(image);
  if (count > 1) {
    std::fprintf(file, "  Scene: %lu of %lu\n", image->scene, count);
  } else if (image->scene != 0) {
    std::fprintf(file, "  Scene: %lu\n", image->scene);
  }
}

}  // namespace

void DescribeSettings(Image* image, FILE* file) {
  PrintCalibration(image, file);
  PrintRectangle("Tile geometry", image->tile_info, file);
  PrintResolution(image, file);
  PrintFile(image, file);
  PrintColor("Background Color", image, image->background_color, file);
  PrintColor("Border Color", image, image->border_color, file);
  PrintColor("Matte Color", image, image->matte_color, file);
  PrintRectangle("Page geometry", image->page, file);
  std::fprintf(file, "  Compose: %s\n", CompositeOperatorToString(image->compose));
  std::fprintf(file, "  Dispose: %s\n", DisposeText(image->dispose));
  PrintScene(image, file);
  std::fprintf(file, "  Compression: %s\n", CompressionTypeToString(image->compression));
}

}  // namespace lodestone
