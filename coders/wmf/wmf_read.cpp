// Windows metafiles, drawn by the functions of magick/draw.h.
#include <cmath>

#include "coders/common/drawing_size.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/wmf/wmf_player.hpp"

namespace lodestone::coders {
namespace {

void Describe(const ImageInfo* image_info, const WmfFrame& frame, Image* image) {
  const DotsPerInch dots = DensityOf(image_info);
  const auto side = [&](double length, double density) {
    constexpr double kNothing = 1e-6;
    return SpecializedSizeOf(
        std::ceil(std::abs(length) / frame.units_per_inch * density - kNothing));
  };
  image->columns = side(frame.width, dots.x);
  image->rows = side(frame.height, dots.y);
  CheckLimits(image);
  image->depth = 8;
  image->x_resolution = dots.x;
  image->y_resolution = dots.y;
  image->units = PixelsPerInchResolution;
}

// White, unless -background says another colour.
void Fill(Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  for (std::size_t y = 0; y < image->rows; ++y)
    std::fill_n(target.Row(y), image->columns, image->background_color);
  image->matte = image->background_color.opacity != OpaqueOpacity ? MagickTrue : MagickFalse;
  SyncPixels(image, exception);
}

Image* ReadWmf(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    WmfFile file(WholeBlob(image));
    Describe(image_info, file.frame(), image);
    if (image_info->ping != MagickFalse) return;
    Fill(image, exception);
    WmfPlayer(image_info, file, image, exception).Play();
  });
}

// With a header for its place, or without: type, words of the header, version.
unsigned int IsWmf(const unsigned char* magick, const std::size_t length) {
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.starts_with("\xd7\xcd\xc6\x9a") ||
                 start.starts_with(std::string_view("\1\0\x09\0", 4))
             ? MagickTrue
             : MagickFalse;
}

}  // namespace

void RegisterWmfImage() {
  FormatEntry entry{"WMF", "Windows Metafile", "WMF", ReadWmf, nullptr, IsWmf};
  entry.adjoin = false;
  entry.traits = {"8", "", "", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
