#include "coders/common/primaries.hpp"

#include <cmath>
#include <cstddef>

namespace lodestone::coders {
namespace {

constexpr ColorMatrix kBradford = {
    {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};

Triple operator*(const ColorMatrix& m, const Triple& v) {
  Triple out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

ColorMatrix Diagonal(const Triple& values) {
  ColorMatrix m = {};
  for (std::size_t i = 0; i < 3; ++i) m[i][i] = values[i];
  return m;
}

std::optional<Triple> XyzOf(const double (&chromaticity)[2]) {
  const double x = chromaticity[0], y = chromaticity[1];
  constexpr double kLeast = 1e-3;
  if (!(y > kLeast) || !std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  return Triple{x / y, 1, (1 - x - y) / y};
}

}  // namespace

ColorMatrix operator*(const ColorMatrix& a, const ColorMatrix& b) {
  ColorMatrix out = {};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) out[i][j] += a[i][k] * b[k][j];
  return out;
}

std::optional<ColorMatrix> Inverse(const ColorMatrix& m) {
  ColorMatrix adjoint;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      adjoint[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
  const double determinant =
      m[0][0] * adjoint[0][0] + m[0][1] * adjoint[1][0] + m[0][2] * adjoint[2][0];
  constexpr double kSingular = 1e-6;
  if (!(std::abs(determinant) > kSingular)) return std::nullopt;
  for (Triple& row : adjoint)
    for (double& value : row) value /= determinant;
  return adjoint;
}

std::optional<ColorMatrix> AdaptationOf(const Primaries& primaries) {
  const std::optional<Triple> white = XyzOf(primaries.white);
  if (!white) return std::nullopt;
  const Triple from = kBradford * *white, to = kBradford * kD50;
  Triple ratio;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::abs(from[i]) > 1e-6)) return std::nullopt;
    ratio[i] = to[i] / from[i];
  }
  const std::optional<ColorMatrix> back = Inverse(kBradford);
  return back ? std::optional(*back * Diagonal(ratio) * kBradford) : std::nullopt;
}

std::optional<ColorMatrix> ColorantsOf(const Primaries& primaries) {
  const std::optional<ColorMatrix> adaptation = AdaptationOf(primaries);
  if (!adaptation) return std::nullopt;
  ColorMatrix columns = {};
  const double(*const each[])[2] = {&primaries.red, &primaries.green, &primaries.blue};
  for (std::size_t j = 0; j < 3; ++j) {
    // Blue may have no luminance to speak of.
    const double x = (*each[j])[0], y = (*each[j])[1];
    const Triple xyz = {x, y, 1 - x - y};
    for (std::size_t i = 0; i < 3; ++i) columns[i][j] = xyz[i];
  }
  const std::optional<ColorMatrix> inverse = Inverse(columns);
  if (!inverse) return std::nullopt;
  return *adaptation * columns * Diagonal(*inverse * *XyzOf(primaries.white));
}

}  // namespace lodestone::coders
