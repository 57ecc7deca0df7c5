// How much of each pixel a shape and its stroke cover: GraphicsMagick's functions of the distance
// of the pixel from the nearest edge, computed for pixels near edges alone.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "magick/operations/draw/raster/edges.hpp"

namespace lodestone {

struct CoverageRule {
  double half_width;  // of the stroke; edges are noticed that far away even without a stroke
  bool fills, strokes;
  bool nonzero;  // winding rule
};

// Pixels in a row.
struct ColumnRun {
  long begin, end;
};

struct CoverageRun {
  long begin, end;
  bool mixed;  // see Coverage::fill and stroke; else the fill covers all, and the stroke nothing
};

// For bands of rows, from top to bottom. Threads: each has its own.
class Coverage {
 public:
  // `columns`: those of interest.
  Coverage(const EdgeTable& edges, const CoverageRule& rule, const ColumnRun& columns);

  // Prepares for rows [begin, end).
  void SelectBand(long begin, long end);

  // The pixels of a row of the band that are covered at all.
  const std::vector<CoverageRun>& Row(long y);

  // 0 to 1, of the pixels of mixed runs of that row.
  double fill(long x) const { return fill_[Index(x)]; }
  double stroke(long x) const { return stroke_[Index(x)]; }

 private:
  struct Segment;
  struct Crossing {
    long column;
    int direction;
  };
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  std::size_t Index(long x) const { return static_cast<std::size_t>(x - columns_.begin); }
  Segment At(std::size_t active) const;
  void AddCrossing(const Segment& segment);
  bool IsNoticed(const Segment& segment) const;
  ColumnRun Noticed(const Segment& segment, double radius) const;
  ColumnRun Saturated(const Segment& segment) const;
  void FindSaturated();
  void Approach(const Segment& segment, const ColumnRun& run, std::vector<double>* nearest);
  void ApproachFill();
  void ApproachStroke();
  void MakeRuns();
  void AddInside(long begin, long end);
  void SetMixed(const ColumnRun& run);
  bool IsInside() const;
  double FillOf(double square) const;
  double StrokeOf(double square) const;

  const EdgeTable& edges_;
  const CoverageRule rule_;
  const ColumnRun columns_;
  double y_ = 0.0;                      // of the row
  std::vector<std::uint32_t> active_;   // segments that matter in the band
  std::vector<std::uint32_t> noticed_;  // segments that matter in the row
  std::vector<Crossing> crossings_;
  std::vector<ColumnRun> near_, saturated_;
  std::vector<double> fill_, stroke_;  // squares of distances, then what is covered
  std::vector<CoverageRun> runs_;
  std::size_t crossed_ = 0;  // crossings left of the column in question
  int winding_ = 0;
};

}  // namespace lodestone
