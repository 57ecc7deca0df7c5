#include <algorithm>
#include <array>
#include <cstddef>

#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/fx.h"
#include "magick/core/calls/operation.hpp"
#include "magick/operations/colorspace/color_rule.hpp"

namespace lodestone {
namespace {

constexpr unsigned kOrder = 5;

using Matrix = std::array<double, std::size_t{kOrder} * kOrder>;

Matrix Completed(unsigned order, const double* given) {
  Matrix matrix{};
  for (std::size_t i = 0; i < kOrder; ++i) matrix[i * (kOrder + 1)] = 1.0;
  for (std::size_t row = 0; row < order; ++row)
    for (std::size_t column = 0; column < order; ++column)
      matrix[row * kOrder + column] = given[row * order + column];
  return matrix;
}

bool IsIdentity(const Matrix& matrix, std::size_t row) {
  for (std::size_t column = 0; column < kOrder; ++column)
    if (matrix[row * kOrder + column] != (row == column ? 1.0 : 0.0)) return false;
  return true;
}

MagickPassFail Apply(Image* image, const Matrix& matrix) {
  ColorRule rule{MagickAccelerateMatrix};
  rule.with_opacity = !IsIdentity(matrix, kOrder - 2);
  const bool same_colors = IsIdentity(matrix, 0) && IsIdentity(matrix, 1) && IsIdentity(matrix, 2);
  if (same_colors && !rule.with_opacity) return MagickPass;
  if (rule.with_opacity && !image->matte && SetImageOpacity(image, OpaqueOpacity) == MagickFail)
    return MagickFail;
  image->storage_class = DirectClass;
  if (IsCMYKColorspace(image->colorspace) &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  for (std::size_t i = 0; i < rule.numbers.size(); ++i) {
    const bool is_added = i % kOrder == kOrder - 1;
    // Larger ones would be infinite in float.
    constexpr double kMost = 1e30;
    const double number = is_added ? MaxRGBDouble * matrix[i] : matrix[i];
    rule.numbers[i] = static_cast<float>(std::clamp(number, -kMost, kMost));
  }
  const MagickPassFail status = ChangeColors(image, "color-matrix", rule, "[%s] Color matrix...");
  if (status != MagickFail && !same_colors) image->is_grayscale = MagickFalse;
  return status;
}

bool IsFinite(unsigned order, const double* matrix, ExceptionInfo* exception) {
  for (std::size_t i = 0; i < std::size_t{order} * order; ++i)
    if (!AreFinite({{"color_matrix", matrix[i]}}, "Unable to color matrix image", exception))
      return false;
  return true;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail ColorMatrixImage(Image* image, const unsigned int order,
                                const double* color_matrix) {
  if (!image || !color_matrix) return MagickFail;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    if (order < 1 || order > kOrder) {
      ThrowException(&image->exception, OptionError, "Matrix order out of range",
                     "Unable to color matrix image");
      return MagickFail;
    }
    if (!IsFinite(order, color_matrix, &image->exception)) return MagickFail;
    return Apply(image, Completed(order, color_matrix));
  });
}
