#include "utilities/conform/calls.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "utilities/shell/handles.hpp"

namespace lodestone::conform {
namespace {

using cli::ImageList;

ImageList Clone(const Image* image, ExceptionInfo* exception) {
  return ImageList(CloneImage(image, 0, 0, MagickTrue, exception));
}

PixelPacket Color(Quantum red, Quantum green, Quantum blue) {
  PixelPacket color{};
  color.red = red;
  color.green = green;
  color.blue = blue;
  return color;
}

RectangleInfo Region(unsigned long columns, unsigned long rows, long x, long y) {
  RectangleInfo region{};
  region.width = columns;
  region.height = rows;
  region.x = x;
  region.y = y;
  return region;
}

// 1, 2, 3 ... 3, 2, 1
std::vector<double> Tent(unsigned order) {
  std::vector<double> taps(order);
  for (unsigned i = 0; i < order; ++i) taps[i] = std::min(i, order - 1 - i) + 1;
  return taps;
}

}  // namespace

Image* Changed(const Image* image, ExceptionInfo* exception,
               const std::function<MagickPassFail(Image*)>& change) {
  ImageList changed = Clone(image, exception);
  if (changed == nullptr || change(changed.get()) != MagickFail) return changed.release();
  CopyException(exception, &changed->exception);
  return nullptr;
}

Image* InLinearLight(const Image* image, ExceptionInfo* exception,
                     const std::function<Image*(const Image*)>& make) {
  const ImageList linear = Clone(image, exception);
  if (linear == nullptr) return nullptr;
  linear->linear_light = MagickTrue;
  return make(linear.get());
}

Image* SeparablyConvolved(const Image* image, unsigned across, unsigned down, ConvolveBorder border,
                          ExceptionInfo* exception) {
  const std::vector<double> row = Tent(across), column = Tent(down);
  const ConvolveTaps row_taps{across, row.data(), 0.0}, column_taps{down, column.data(), 0.0};
  const PixelPacket color = Color(MaxRGB / 3, MaxRGB / 5, MaxRGB / 7);
  return SeparableConvolveImage(image, &row_taps, &column_taps, border, &color, exception);
}

Image* Convolved(const Image* image, unsigned order, ExceptionInfo* exception) {
  std::vector<double> kernel(order * order);
  for (unsigned i = 0; i < kernel.size(); ++i)
    kernel[i] = i % 5 == 3 ? 0.0 : static_cast<double>(i * 37 % 101) - 30.0;
  return ConvolveImage(image, order, kernel.data(), exception);
}

Image* BorderedAndTrimmed(const Image* image, double fuzz, ExceptionInfo* exception) {
  const ImageList bordered(Bordered(image, 5, 9, exception));
  if (bordered == nullptr) return nullptr;
  bordered->fuzz = fuzz;
  const RectangleInfo box = GetImageBoundingBox(bordered.get(), exception);
  return CropImage(bordered.get(), &box, exception);
}

Image* Cropped(const Image* image, unsigned long columns, unsigned long rows, long x, long y,
               ExceptionInfo* exception) {
  const RectangleInfo region = Region(columns, rows, x, y);
  return CropImage(image, &region, exception);
}

Image* Chopped(const Image* image, unsigned long columns, unsigned long rows, long x, long y,
               ExceptionInfo* exception) {
  const RectangleInfo region = Region(columns, rows, x, y);
  return ChopImage(image, &region, exception);
}

Image* Bordered(const Image* image, unsigned long columns, unsigned long rows,
                ExceptionInfo* exception) {
  const RectangleInfo region = Region(columns, rows, 0, 0);
  return BorderImage(image, &region, exception);
}

Image* Extended(const Image* image, unsigned long columns, unsigned long rows, long x, long y,
                ExceptionInfo* exception) {
  const RectangleInfo region = Region(columns, rows, x, y);
  return ExtentImage(image, &region, exception);
}

Image* WithNoise(const Image* image, NoiseType noise, unsigned seed, ExceptionInfo* exception) {
  SetMagickRandomSeed(seed);
  return AddNoiseImage(image, noise, exception);
}

Image* Spread(const Image* image, unsigned radius, unsigned seed, ExceptionInfo* exception) {
  SetMagickRandomSeed(seed);
  return SpreadImage(image, radius, exception);
}

namespace {

cli::ImageInfoHandle JpegInfo(unsigned quality, const char* sampling) {
  cli::ImageInfoHandle info = cli::CopyOf(nullptr);
  MagickStrlCpy(info->magick, "JPEG", sizeof info->magick);
  info->quality = quality;
  cli::StoreText(&info->sampling_factor, sampling);
  return info;
}

using FileBytes = cli::MagickBuffer<void>;

FileBytes FileOf(const Image* image, const ImageInfo* info, std::size_t* size,
                 ExceptionInfo* exception) {
  const ImageList copy = Clone(image, exception);
  if (copy == nullptr) return nullptr;
  MagickStrlCpy(copy->magick, info->magick, sizeof copy->magick);
  return FileBytes(ImageToBlob(info, copy.get(), size, exception));
}

}  // namespace

Image* ThroughJpeg(const Image* image, unsigned quality, const char* sampling, unsigned denominator,
                   ExceptionInfo* exception) {
  const cli::ImageInfoHandle info = JpegInfo(quality, sampling);
  std::size_t size = 0;
  const FileBytes file = FileOf(image, info.get(), &size, exception);
  if (file == nullptr) return nullptr;
  const auto side = [denominator](unsigned long all) {
    return std::to_string(std::max(all / denominator, 1ul));
  };
  const std::string wanted = side(image->columns) + "x" + side(image->rows);
  cli::StoreText(&info->size, wanted.c_str());
  return BlobToImage(info.get(), file.get(), size, exception);
}

Image* BytesOfJpeg(const Image* image, unsigned quality, const char* sampling,
                   const char* optimizes, ExceptionInfo* exception) {
  constexpr unsigned long kColumns = 256;
  const cli::ImageInfoHandle info = JpegInfo(quality, sampling);
  AddDefinition(info.get(), "jpeg", "optimize-coding", optimizes, exception);
  std::size_t size = 0;
  const FileBytes file = FileOf(image, info.get(), &size, exception);
  if (file == nullptr) return nullptr;
  const unsigned long rows = size / kColumns + 1;
  const auto* const bytes = static_cast<const unsigned char*>(file.get());
  std::vector<unsigned char> pixels(bytes, bytes + size);
  pixels.resize(kColumns * rows);
  return ConstituteImage(kColumns, rows, "I", CharPixel, pixels.data(), exception);
}

Image* Transformed(const Image* image, const AffineMatrix& matrix, ExceptionInfo* exception) {
  return AffineTransformImage(image, &matrix, exception);
}

Image* WithColorMatrix(const Image* image, unsigned order, ExceptionInfo* exception) {
  std::vector<double> matrix(order * order);
  for (unsigned i = 0; i < matrix.size(); ++i)
    matrix[i] = i % (order + 1) == 0 ? 0.8 : 0.35 - 0.1 * (i % 7);
  return Changed(image, exception,
                 [&](Image* changed) { return ColorMatrixImage(changed, order, matrix.data()); });
}

Image* Opaqued(const Image* image, double fuzz, ExceptionInfo* exception) {
  return Changed(image, exception, [&](Image* changed) {
    changed->fuzz = fuzz;
    return OpaqueImage(changed, Color(MaxRGB / 2, MaxRGB / 2, MaxRGB / 2),
                       Color(MaxRGB / 7, MaxRGB / 7, MaxRGB / 7));
  });
}

Image* FromColorspace(const Image* image, ColorspaceType colorspace, ExceptionInfo* exception) {
  return Changed(image, exception, [&](Image* changed) {
    changed->colorspace = colorspace;
    return TransformColorspace(changed, RGBColorspace);
  });
}

Image* ToColorspace(const Image* image, ColorspaceType colorspace, ExceptionInfo* exception) {
  return Changed(image, exception,
                 [&](Image* changed) { return TransformColorspace(changed, colorspace); });
}

}  // namespace lodestone::conform
