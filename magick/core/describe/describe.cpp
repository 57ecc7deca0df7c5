// The text of identify.
#include "magick/describe.h"

#include <cmath>

#include "magick/blob.h"
#include "magick/color.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/describe/describe.hpp"
#include "magick/magick.h"
#include "magick/signature.h"
#include "magick/timer.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

struct Seconds {
  double user, elapsed;
};

Seconds RestartTimer(Image* image) {
  const Seconds seconds{GetUserTime(&image->timer), GetElapsedTime(&image->timer)};
  GetTimerInfo(&image->timer);
  return seconds;
}

bool BaseSizeDiffers(const Image* image) {
  const bool known = image->magick_columns != 0 || image->magick_rows != 0;
  return known && (image->magick_columns != image->columns || image->magick_rows != image->rows);
}

void PrintRate(unsigned long columns, unsigned long rows, double seconds, const char* format,
               FILE* file) {
  char rate[MaxTextExtent];
  const double pixels = static_cast<double>(columns) * static_cast<double>(rows);
  FormatSize(static_cast<magick_int64_t>(pixels / seconds), rate);
  std::fprintf(file, format, rate);
}

void PrintName(const Image* image, FILE* file) {
  if (*image->magick_filename != '\0' &&
      LocaleCompare(image->magick_filename, image->filename) != 0) {
    std::fprintf(file, "%.1024s=>", image->magick_filename);
  }
  std::fprintf(file, "%.1024s", image->filename);
  if (image->previous != nullptr || image->next != nullptr || image->scene != 0) {
    std::fprintf(file, "[%lu]", image->scene);
  }
}

void PrintClass(const Image* image, FILE* file) {
  if (image->storage_class == DirectClass) {
    std::fputs("DirectClass ", file);
    if (image->total_colors == 0) return;
    char colors[MaxTextExtent];
    FormatSize(static_cast<magick_int64_t>(image->total_colors), colors);
    std::fprintf(file, "%s ", colors);
  } else if (image->total_colors <= image->colors) {
    std::fprintf(file, "PseudoClass %uc ", image->colors);
  } else {
    const ErrorInfo& error = image->error;
    std::fprintf(file, "PseudoClass %lu=>%uc %ld/%.6f/%.6fe ", image->total_colors, image->colors,
                 static_cast<long>(error.mean_error_per_pixel), error.normalized_mean_error,
                 error.normalized_maximum_error);
  }
}

void PrintTime(double elapsed, FILE* file) {
  std::fprintf(file, "%ldm:%.6fs", static_cast<long>(elapsed / 60.0), std::fmod(elapsed, 60.0));
}

void DescribeBriefly(const Image* image, const Seconds& seconds, FILE* file) {
  // In shorter times there is more noise than work.
  const double min_seconds = GetTimerResolution() * 6;
  const bool resized = BaseSizeDiffers(image);
  PrintName(image, file);
  std::fprintf(file, " %.1024s ", image->magick);
  if (resized) std::fprintf(file, "%lux%lu=>", image->magick_columns, image->magick_rows);
  std::fprintf(file, "%lux%lu%+ld%+ld ", image->columns, image->rows, image->page.x, image->page.y);
  PrintClass(image, file);
  if (image->matte) std::fputs("+opacity ", file);
  std::fprintf(file, "%u-bit ", image->depth);
  if (GetBlobSize(image) != 0) {
    char size[MaxTextExtent];
    FormatSize(GetBlobSize(image), size);
    std::fprintf(file, "%s ", size);
  }
  std::fprintf(file, "%0.3fu ", seconds.user);
  PrintTime(seconds.elapsed, file);
  if (!image->ping && seconds.elapsed >= min_seconds) {
    PrintRate(resized ? image->magick_columns : image->columns,
              resized ? image->magick_rows : image->rows, seconds.elapsed, " (%s pixels/s)", file);
  }
  std::fputc('\n', file);
}

void DescribeFormat(Image* image, FILE* file) {
  std::fprintf(file, "Image: %.1024s\n  Format: %.1024s", image->filename, image->magick);
  const MagickInfo* info = GetMagickInfo(image->magick, &image->exception);
  if (info != nullptr && info->description != nullptr && *info->description != '\0') {
    std::fprintf(file, " (%.1024s)", info->description);
  }
  std::fprintf(file, "\n  Geometry: %lux%lu\n", image->columns, image->rows);
  std::fprintf(file, "  Class: %s\n",
               image->storage_class == DirectClass ? "DirectClass" : "PseudoClass");
  if (BaseSizeDiffers(image)) {
    std::fprintf(file, "  Base geometry: %lux%lu\n", image->magick_columns, image->magick_rows);
  }
}

void DescribeEnding(const Image* image, const Seconds& seconds, FILE* file) {
  const double resolution = GetTimerResolution();
  std::fprintf(file, "  Tainted: %s\n", image->taint ? "True" : "False");
  if (seconds.user >= resolution) std::fprintf(file, "  User Time: %0.3fu\n", seconds.user);
  if (image->ping || seconds.elapsed < resolution) return;
  std::fputs("  Elapsed Time: ", file);
  PrintTime(seconds.elapsed, file);
  PrintRate(image->columns, image->rows, seconds.elapsed, "\n  Pixels Per Second: %s\n", file);
}

void DescribeFully(Image* image, const Seconds& seconds, bool count_colors, FILE* file) {
  SignatureImage(image);
  if (count_colors) image->total_colors = GetNumberColors(image, nullptr, &image->exception);
  DescribeFormat(image, file);
  DescribePixels(image, file, count_colors);
  DescribeSettings(image, file);
  DescribeMetadata(image, file);
  DescribeEnding(image, seconds, file);
  std::fflush(file);
}

}  // namespace
}  // namespace lodestone

MagickPassFail DescribeImage(Image* image, FILE* file, const MagickBool verbose) {
  if (image == nullptr || file == nullptr) return MagickFail;
  return lodestone::Guard(&image->exception, MagickFail, [&] {
    const lodestone::Seconds seconds = lodestone::RestartTimer(image);
    if (verbose) {
      lodestone::DescribeFully(image, seconds, verbose > 1, file);
    } else {
      lodestone::DescribeBriefly(image, seconds, file);
    }
    return std::ferror(file) != 0 ? MagickFail : MagickPass;
  });
}
