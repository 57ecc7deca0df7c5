// Kernels as series of cosines: see series.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/cosine_blur/rule.h"
#include "kernels/cosine_blur/series_layout.h"

namespace lodestone::kernels {

struct CosineSeries {
  std::uint32_t reach;
  std::vector<float> amplitudes;  // of terms 0, 1, ...
  double angle;                   // of term 1, from tap to tap
};

// The shortest series whose sums differ from those of the taps, which add up to 1, by little of a
// quantum step. None for taps that are not symmetric or not smooth, or so few that their sums take
// less time than the series.
std::optional<CosineSeries> FitSeries(std::span<const double> taps);

// Taps 0, 1, ... to the reach.
std::vector<double> SeriesTaps(const CosineSeries& series);

// How many numbers an axis of so many outputs has.
constexpr std::size_t SeriesNumbers(std::uint32_t reach, std::uint32_t terms,
                                    std::uint32_t outputs) {
  return (LS_SERIES_SCALES(std::size_t{reach}, terms) + outputs + LS_SERIES_ALIGNMENT - 1) /
         LS_SERIES_ALIGNMENT * LS_SERIES_ALIGNMENT;
}

// Where the numbers of an image's axes are in the table of both.
struct SeriesTable {
  SeriesTable(const MagickAccelerateCosineSeries& rule, std::uint32_t columns, std::uint32_t rows)
      : down(SeriesNumbers(rule.reach[0], rule.terms, columns)),
        count(down + SeriesNumbers(rule.reach[1], rule.terms, rows)) {}

  std::size_t down;   // where those of the columns begin, behind those of the rows
  std::size_t count;  // of all
};

// Everything that a sum over a kernel along each axis needs.
struct SeriesPlan {
  std::uint32_t terms, reach_across, reach_down;
  std::vector<float> numbers;  // of the rows' axis, then of the columns': series_layout.h
};

// `cut`: nothing is outside, and the taps inside are normalised.
SeriesPlan LayOutSeries(const CosineSeries& along_rows, const CosineSeries& along_columns,
                        std::uint32_t columns, std::uint32_t rows, bool cut);

// Whether kernels of so many taps, and the image, are large enough for series to take less time
// than sums.
bool SeriesPay(std::uint32_t columns, std::uint32_t rows, std::size_t taps_across,
               std::size_t taps_down);

// The plan of these taps. None where a series does not pay or a kernel is none.
std::optional<SeriesPlan> PlanSeries(std::uint32_t columns, std::uint32_t rows,
                                     std::span<const double> across, std::span<const double> down,
                                     bool cut);

}  // namespace lodestone::kernels
