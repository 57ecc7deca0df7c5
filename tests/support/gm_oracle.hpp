// GraphicsMagick's rules for resizing, restated in plain double arithmetic for samples of any
// depth. tests/compat compares it with the real GraphicsMagick, and the library with it at quantum
// depths that the installed one does not have.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/gm_filters.hpp"
#include "tests/support/raster.hpp"

namespace lodestone::gm_oracle {

using test::Raster;
using test::RasterPixel;

struct Sums {
  double red = 0, green = 0, blue = 0, opacity = 0;

  void Add(double colour_weight, double opacity_weight, const Sums& p) {
    red += colour_weight * p.red;
    green += colour_weight * p.green;
    blue += colour_weight * p.blue;
    opacity += opacity_weight * p.opacity;
  }
  void ScaleColours(double factor) {
    red *= factor;
    green *= factor;
    blue *= factor;
  }
};

inline Sums ToSums(const RasterPixel& p) {
  return {double(p.red), double(p.green), double(p.blue), double(p.opacity)};
}

// Same shape and kind as `like`, other size, no palette yet.
inline Raster Blank(const Raster& like, std::uint32_t columns, std::uint32_t rows) {
  Raster out;
  out.columns = columns;
  out.rows = rows;
  out.matte = like.matte;
  out.cmyk = like.cmyk;
  out.pixels.resize(std::size_t{columns} * rows);
  if (like.cmyk) out.indexes.resize(out.pixels.size());
  return out;
}

inline void KeepPalette(const Raster& like, Raster& out) {
  out.pseudo_class = true;
  out.colormap = like.colormap;
  out.indexes.resize(out.pixels.size());
}

class Rules {
 public:
  explicit Rules(double max) : max_(max) {}

  Raster Resize(const Raster& in, std::uint32_t columns, std::uint32_t rows, FilterTypes filter,
                double blur) const {
    if (columns == in.columns && rows == in.rows && blur == 1.0) return in;
    const double growth = double(columns) / in.columns * rows / in.rows;
    if (filter == UndefinedFilter)
      filter = in.pseudo_class || in.matte || growth > 1.0 ? MitchellFilter : LanczosFilter;
    const bool horizontal_first =
        columns * (double(in.rows) + rows) > rows * (double(in.columns) + columns);
    return horizontal_first ? Vertical(Horizontal(in, columns, filter, blur), rows, filter, blur)
                            : Horizontal(Vertical(in, rows, filter, blur), columns, filter, blur);
  }

  // Exact areas. GraphicsMagick's own accumulation of spans stays within one step of this, except
  // for partial opacity, where this weights colours and GraphicsMagick does not.
  Raster Scale(const Raster& in, std::uint32_t columns, std::uint32_t rows) const {
    if (columns == in.columns && rows == in.rows) return in;
    Raster out = Blank(in, columns, rows);
    for (std::uint32_t y = 0; y < rows; ++y)
      for (std::uint32_t x = 0; x < columns; ++x)
        out.pixels[std::size_t{y} * columns + x] = Area(in, columns, rows, x, y);
    return out;
  }

  Raster Sample(const Raster& in, std::uint32_t columns, std::uint32_t rows) const {
    if (columns == in.columns && rows == in.rows) return in;
    Raster out = Blank(in, columns, rows);
    if (in.pseudo_class) KeepPalette(in, out);
    for (std::uint32_t y = 0; y < rows; ++y)
      for (std::uint32_t x = 0; x < columns; ++x) {
        const auto from_x = static_cast<std::size_t>(double(x) * in.columns / columns);
        const auto from_y = static_cast<std::size_t>(double(y) * in.rows / rows);
        const std::size_t from = from_y * in.columns + from_x, to = std::size_t{y} * columns + x;
        out.pixels[to] = in.pixels[from];
        if (!out.indexes.empty()) out.indexes[to] = in.indexes[from];
      }
    return out;
  }

  Raster Thumbnail(const Raster& in, std::uint32_t columns, std::uint32_t rows, FilterTypes filter,
                   double blur) const {
    if (filter == UndefinedFilter) filter = BoxFilter;
    if (double(columns) / in.columns * rows / in.rows > 0.1)
      return Resize(in, columns, rows, filter, blur);
    return Resize(Sample(in, 5 * columns, 5 * rows), columns, rows, filter, blur);
  }

  Raster Minify(const Raster& in) const {
    constexpr double weights[4][4] = {{3, 7, 7, 3}, {7, 15, 15, 7}, {7, 15, 15, 7}, {3, 7, 7, 3}};
    Raster out = Blank(in, std::max(in.columns / 2, 1u), std::max(in.rows / 2, 1u));
    for (std::uint32_t y = 0; y < out.rows; ++y)
      for (std::uint32_t x = 0; x < out.columns; ++x) {
        Sums sums;
        for (int j = 0; j < 4; ++j)
          for (int i = 0; i < 4; ++i)
            sums.Add(weights[j][i] / 128, weights[j][i] / 128,
                     Inside(in, 2l * x - 2 + i, 2l * y - 2 + j));
        out.pixels[std::size_t{y} * out.columns + x] = Rounded(sums);
      }
    return out;
  }

  // GraphicsMagick does not interpolate between the last two rows of the source.
  Raster Magnify(const Raster& in) const {
    Raster out = Blank(in, 2 * in.columns, 2 * in.rows);
    for (std::uint32_t y = 0; y < out.rows; ++y)
      for (std::uint32_t x = 0; x < out.columns; ++x) {
        Sums sums;
        for (std::uint32_t j : {y / 2, y + 3 < out.rows ? (y + 1) / 2 : y / 2})
          for (std::uint32_t i : {x / 2, (x + 1) / 2}) sums.Add(0.25, 0.25, Inside(in, i, j));
        out.pixels[std::size_t{y} * out.columns + x] = Rounded(sums);
      }
    return out;
  }

 private:
  struct Contributions {
    std::size_t first, nearest;
    std::vector<double> weights;
  };

  std::uint16_t Round(double value) const {
    return static_cast<std::uint16_t>(value < 0 ? 0 : value > max_ ? max_ : value + 0.5);
  }

  RasterPixel Rounded(const Sums& sums) const {
    return {Round(sums.red), Round(sums.green), Round(sums.blue), Round(sums.opacity)};
  }

  static Sums Inside(const Raster& in, long x, long y) {
    return ToSums(in.at(std::clamp(x, 0l, long(in.columns) - 1), std::clamp(y, 0l, in.rows - 1l)));
  }

  Raster Horizontal(const Raster& in, std::uint32_t columns, FilterTypes filter,
                    double blur) const {
    Raster out = Blank(in, columns, in.rows);
    const auto lists = Contribute(in.columns, columns, filter, blur);
    if (in.pseudo_class && KeepsPalette(in.columns, columns, filter, blur)) KeepPalette(in, out);
    for (std::size_t y = 0; y < out.rows; ++y)
      for (std::size_t x = 0; x < columns; ++x)
        Filter(in, y * in.columns, 1, lists[x], out, y * columns + x);
    return out;
  }

  Raster Vertical(const Raster& in, std::uint32_t rows, FilterTypes filter, double blur) const {
    Raster out = Blank(in, in.columns, rows);
    const auto lists = Contribute(in.rows, rows, filter, blur);
    if (in.pseudo_class && KeepsPalette(in.rows, rows, filter, blur)) KeepPalette(in, out);
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t x = 0; x < out.columns; ++x)
        Filter(in, x, in.columns, lists[y], out, y * out.columns + x);
    return out;
  }

  static double Scaling(std::uint32_t inputs, std::uint32_t outputs, double blur) {
    return blur * std::max(1 / (double(outputs) / inputs), 1.0);
  }

  static bool KeepsPalette(std::uint32_t inputs, std::uint32_t outputs, FilterTypes filter,
                           double blur) {
    return Scaling(inputs, outputs, blur) * GetFilter(filter).support <= 0.5;
  }

  static std::vector<Contributions> Contribute(std::uint32_t inputs, std::uint32_t outputs,
                                               FilterTypes filter, double blur) {
    const FilterRule& rule = GetFilter(filter);
    double scaling = Scaling(inputs, outputs, blur), support = scaling * rule.support;
    if (support <= 0.5) {
      support = 0.5 + 1.0e-12;
      scaling = 1.0;
    }
    std::vector<Contributions> lists(outputs);
    for (std::uint32_t i = 0; i < outputs; ++i) {
      const double center = (i + 0.5) / (double(outputs) / inputs);
      const long start = static_cast<long>(std::max(center - support + 0.5, 0.0));
      const long stop = static_cast<long>(std::min(center + support + 0.5, double(inputs)));
      lists[i].first = static_cast<std::size_t>(start);
      lists[i].nearest = static_cast<std::size_t>(
          std::min(std::max(static_cast<long>(center + 0.5), start), stop - 1));
      double density = 0;
      for (long k = start; k < stop; ++k) {
        lists[i].weights.push_back(rule.weight(1 / scaling * (k - center + 0.5)));
        density += lists[i].weights.back();
      }
      if (density == 0.0 || density == 1.0) continue;
      for (double& weight : lists[i].weights) weight *= 1 / density;
    }
    return lists;
  }

  // One output sample from the inputs at base + k * stride.
  void Filter(const Raster& in, std::size_t base, std::size_t stride, const Contributions& list,
              Raster& out, std::size_t to) const {
    Sums sums;
    double share = 0;
    for (std::size_t k = 0; k < list.weights.size(); ++k) {
      const RasterPixel& p = in.pixels[base + (list.first + k) * stride];
      const double weight = list.weights[k];
      const double colour = in.weights_by_opacity() ? weight * (1 - p.opacity / max_) : weight;
      sums.Add(colour, weight, ToSums(p));
      share += colour;
    }
    if (in.weights_by_opacity())
      sums.ScaleColours(std::abs(share) <= 1.0e-12 ? 1.0 : 1.0 / share);
    else
      sums.opacity = 0;
    out.pixels[to] = Rounded(sums);
    if (!out.indexes.empty()) out.indexes[to] = in.indexes[base + list.nearest * stride];
  }

  static double Overlap(std::uint32_t inputs, std::uint32_t outputs, std::uint32_t output,
                        std::uint32_t input) {
    const double left = double(output) * inputs, right = left + inputs;
    const double from = double(input) * outputs, to = from + outputs;
    return (std::min(right, to) - std::max(left, from)) / inputs;
  }

  RasterPixel Area(const Raster& in, std::uint32_t columns, std::uint32_t rows, std::uint32_t x,
                   std::uint32_t y) const {
    auto first = [](std::uint64_t i, std::uint64_t n, std::uint64_t m) { return i * n / m; };
    auto last = [](std::uint64_t i, std::uint64_t n, std::uint64_t m) {
      return ((i + 1) * n - 1) / m;
    };
    Sums sums;
    for (auto j = first(y, in.rows, rows); j <= last(y, in.rows, rows); ++j)
      for (auto i = first(x, in.columns, columns); i <= last(x, in.columns, columns); ++i) {
        const double weight = Overlap(in.columns, columns, x, std::uint32_t(i)) *
                              Overlap(in.rows, rows, y, std::uint32_t(j));
        const RasterPixel& p = in.at(i, j);
        sums.Add(in.weights_by_opacity() ? weight * (1 - p.opacity / max_) : weight, weight,
                 ToSums(p));
      }
    const double share = 1 - sums.opacity / max_;
    if (in.weights_by_opacity()) sums.ScaleColours(share <= 1.0e-12 ? 0.0 : 1.0 / share);
    return Rounded(sums);
  }

  double max_;
};

}  // namespace lodestone::gm_oracle
