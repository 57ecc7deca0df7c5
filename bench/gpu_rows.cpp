#include "bench/gpu_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace lodestone::bench {
namespace {

using Work = GpuRow::Work;

class Exception {
 public:
  Exception() { GetExceptionInfo(&info_); }
  ~Exception() { DestroyExceptionInfo(&info_); }
  Exception(const Exception&) = delete;
  Exception& operator=(const Exception&) = delete;

  ExceptionInfo* get() { return &info_; }
  ImagePointer Checked(Image* image) {
    if (image) return ImagePointer(image);
    throw std::runtime_error(std::string(info_.reason ? info_.reason : "no image") + ": " +
                             (info_.description ? info_.description : ""));
  }

 private:
  ExceptionInfo info_;
};

unsigned long Percent(unsigned long length, unsigned percent) {
  return std::max(1ul, length * percent / 100);
}

void FillWithNoise(PixelPacket* pixels, std::size_t count) {
  std::uint64_t state = 88172645463325252u;
  for (std::size_t i = 0; i < count; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    pixels[i].red = static_cast<Quantum>(state);
    pixels[i].green = static_cast<Quantum>(state >> 16);
    pixels[i].blue = static_cast<Quantum>(state >> 32);
    pixels[i].opacity = OpaqueOpacity;
  }
}

ImagePointer ReadSource(const std::string& file) {
  Exception exception;
  const std::unique_ptr<ImageInfo, decltype(&DestroyImageInfo)> info(CloneImageInfo(nullptr),
                                                                     &DestroyImageInfo);
  if (file.size() >= sizeof info->filename) throw std::runtime_error("name too long: " + file);
  info->filename[file.copy(info->filename, file.size())] = '\0';
  return exception.Checked(ReadImage(info.get(), exception.get()));
}

}  // namespace

const std::vector<GpuRow>& GpuRows() {
  static const std::vector<GpuRow>& rows = *new std::vector<GpuRow>{
      {"lanczos-25", "Lanczos to 25%", Work::kResize, LanczosFilter, 25, 0, 0, {0.09, 0.12}},
      {"lanczos-50", "Lanczos to 50%", Work::kResize, LanczosFilter, 50, 0, 0, {0, 0}},
      {"mitchell-150", "Mitchell to 150%", Work::kResize, MitchellFilter, 150, 0, 0, {0.30, 0.30}},
      {"scale-25", "scale to 25%", Work::kScale, UndefinedFilter, 25, 0, 0, {0.045, 0.075}},
      {"gaussian-5", "Gaussian 5x5", Work::kGaussian, UndefinedFilter, 100, 2, 1, {0.12, 0}},
      {"gaussian-13", "Gaussian sigma 2", Work::kGaussian, UndefinedFilter, 100, 6, 2, {0, 0}},
      {"gaussian-49", "Gaussian sigma 8", Work::kGaussian, UndefinedFilter, 100, 24, 8, {0, 0}}};
  return rows;
}

const GpuRow& FindGpuRow(const std::string& key) {
  for (const GpuRow& row : GpuRows())
    if (key == row.key) return row;
  throw std::invalid_argument("no such row: '" + key + "'");
}

ImagePointer Apply(const GpuRow& row, const Image& source) {
  Exception exception;
  const unsigned long columns = Percent(source.columns, row.percent);
  const unsigned long rows = Percent(source.rows, row.percent);
  switch (row.work) {
    case Work::kScale:
      return exception.Checked(ScaleImage(&source, columns, rows, exception.get()));
    case Work::kResize:
      return exception.Checked(
          ResizeImage(&source, columns, rows, row.filter, 1.0, exception.get()));
    default:
      return exception.Checked(GaussianBlurImage(&source, row.radius, row.sigma, exception.get()));
  }
}

ImagePointer ApplyCopy(const Image& source) {
  Exception exception;
  return exception.Checked(
      SampleImage(&source, source.columns, std::max(1ul, source.rows - 1), exception.get()));
}

ImagePointer MakeSource(const std::string& file, unsigned long columns, unsigned long rows) {
  if (!file.empty()) return ReadSource(file);
  ImagePointer image(AllocateImage(nullptr));
  if (!image) throw std::bad_alloc();
  image->columns = columns;
  image->rows = rows;
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, columns, rows);
  if (!pixels) throw std::bad_alloc();
  FillWithNoise(pixels, std::size_t{columns} * rows);
  SyncImagePixels(image.get());
  return image;
}

const PixelPacket* AllPixels(const Image& image) {
  Exception exception;
  const PixelPacket* pixels =
      AcquireImagePixels(&image, 0, 0, image.columns, image.rows, exception.get());
  if (!pixels) throw std::runtime_error("the pixels cannot be read");
  return pixels;
}

}  // namespace lodestone::bench
