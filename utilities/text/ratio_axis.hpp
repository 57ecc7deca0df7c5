// An axis for ratios in charts.
#pragma once

#include <string>

namespace lodestone::cli {

// Logarithmic, so that half and double are equally far from 1. Covers at least 1/2 to 2.
class RatioAxis {
 public:
  // left, width: pixels.
  RatioAxis(double left, double width) : left_(left), width_(width) {}

  // Extends the axis to include the value, up to 2 to the 12th or its inverse.
  void Include(double ratio);

  // Pixels; ratios beyond the limits of all axes, including 0 and infinity, lie at the ends.
  double X(double ratio) const;

  // A line and its number for every power of two, or every second, third ... where there are many.
  std::string Draw(double top, double bottom) const;

 private:
  double left_, width_;
  double low_ = -1, high_ = 1;  // powers of two
};

}  // namespace lodestone::cli
