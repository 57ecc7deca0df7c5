#include "bench/gpu_rows.hpp"

#include <algorithm>
#include <stdexcept>

#include "utilities/shell/exception.hpp"
#include "utilities/measure/images.hpp"

namespace lodestone::bench {
namespace {

using Work = GpuRow::Work;

// Weights that are not those of two passes.
Image* Convolve(const Image& source, double radius, ExceptionInfo* exception) {
  const auto side = static_cast<unsigned>(2 * radius + 1);
  std::vector<double> weights(std::size_t{side} * side);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i * 5 % 7) + 1;
  return ConvolveImage(&source, side, weights.data(), exception);
}

unsigned long Percent(unsigned long length, unsigned percent) {
  return std::max(1ul, length * percent / 100);
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
      {"gaussian-49", "Gaussian sigma 8", Work::kGaussian, UndefinedFilter, 100, 24, 8, {0, 0}},
      {"gaussian-121", "Gaussian sigma 20", Work::kGaussian, UndefinedFilter, 100, 60, 20, {0, 0}},
      {"gaussian-201", "Gaussian sigma 33", Work::kGaussian, UndefinedFilter, 100, 100, 33, {0, 0}},
      {"lanczos-5", "Lanczos to 5%", Work::kResize, LanczosFilter, 5, 0, 0, {0, 0}},
      {"convolve-5", "convolution 5x5", Work::kConvolve, UndefinedFilter, 100, 2, 0, {0, 0}},
      {"median-3", "median 3x3", Work::kMedian, UndefinedFilter, 100, 1, 0, {0, 0}},
      {"median-5", "median 5x5", Work::kMedian, UndefinedFilter, 100, 2, 0, {0, 0}}};
  return rows;
}

const GpuRow& FindGpuRow(const std::string& key) {
  for (const GpuRow& row : GpuRows())
    if (key == row.key) return row;
  throw std::invalid_argument("no such row: '" + key + "'");
}

cli::ImageList Apply(const GpuRow& row, const Image& source) {
  cli::Exception exception;
  const unsigned long columns = Percent(source.columns, row.percent);
  const unsigned long rows = Percent(source.rows, row.percent);
  cli::ImageList result;
  switch (row.work) {
    case Work::kScale:
      result.reset(ScaleImage(&source, columns, rows, exception.get()));
      break;
    case Work::kResize:
      result.reset(ResizeImage(&source, columns, rows, row.filter, 1.0, exception.get()));
      break;
    case Work::kGaussian:
      result.reset(GaussianBlurImage(&source, row.radius, row.sigma, exception.get()));
      break;
    case Work::kConvolve:
      result.reset(Convolve(source, row.radius, exception.get()));
      break;
    case Work::kMedian:
      result.reset(MedianFilterImage(&source, row.radius, exception.get()));
  }
  if (result == nullptr) exception.Throw("no image");
  return result;
}

cli::ImageList MakeSource(const std::string& file, unsigned long columns, unsigned long rows) {
  return file.empty() ? measure::MakeNoise(columns, rows) : measure::ReadFile(file);
}

}  // namespace lodestone::bench
