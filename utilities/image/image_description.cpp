#include "utilities/image/image_description.hpp"

#include <cmath>
#include <cstdio>

#include "utilities/image/image_text.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

std::string Name(const Image* image) {
  std::string name = image->magick_filename;
  const std::string written = image->filename;
  if (!name.empty() && name != written) {
    name += "=>" + written;
  } else {
    name = written;
  }
  if (GetPreviousImageInList(image) != nullptr || GetNextImageInList(image) != nullptr ||
      image->scene != 0) {
    name += Format("[%lu]", image->scene);
  }
  return name;
}

std::string Geometry(const Image* image) {
  std::string text;
  const bool known = image->magick_columns != 0 || image->magick_rows != 0;
  if (known && (image->magick_columns != image->columns || image->magick_rows != image->rows)) {
    text = Format("%lux%lu=>", image->magick_columns, image->magick_rows);
  }
  return text +
         Format("%lux%lu%+ld%+ld", image->columns, image->rows, image->page.x, image->page.y);
}

}  // namespace

TimingText TimingOf(Image* image) {
  // Shorter times are too inaccurate for a rate.
  constexpr double kMinSeconds = 2e-5;
  const double user = GetUserTime(&image->timer);
  const double elapsed = GetElapsedTime(&image->timer);
  ContinueTimer(&image->timer);
  TimingText text;
  text.user = Format("%.3fu", user);
  const auto minutes = static_cast<unsigned long>(elapsed / 60.0);
  text.elapsed = Format("%lum:%.6fs", minutes, elapsed - 60.0 * static_cast<double>(minutes));
  if (elapsed >= kMinSeconds && !image->ping) {
    const double pixels = static_cast<double>(image->columns) * static_cast<double>(image->rows);
    char rate[MaxTextExtent];
    FormatSize(static_cast<magick_int64_t>(pixels / elapsed), rate);
    text.rate = rate;
  }
  return text;
}

std::string DescribeBriefly(Image* image) {
  std::string text = Name(image) + " " + image->magick + " " + Geometry(image) + " ";
  if (image->storage_class == PseudoClass) {
    text += Format("PseudoClass %uc ", image->colors);
  } else {
    text += "DirectClass ";
  }
  text += Format("%u-bit ", image->depth);
  // A modified image differs from its file.
  if (GetBlobSize(image) > 0 && !IsTaintImage(image)) text += FileSizeText(image) + " ";
  const TimingText timing = TimingOf(image);
  text += timing.user + " " + timing.elapsed;
  if (!timing.rate.empty()) text += " (" + timing.rate + " pixels/s)";
  return text + "\n";
}

}  // namespace lodestone::cli
