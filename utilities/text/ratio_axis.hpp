// An axis for ratios on pictures.
#pragma once

#include <string>

namespace lodestone::cli {

// The same way for each doubling, so that half as much shows as much as twice as much. Reaches from
// 1/2 to 2 at least.
class RatioAxis {
 public:
  // left, width: pixels.
  RatioAxis(double left, double width) : left_(left), width_(width) {}

  // Makes it reach that far, but no further than 2 to the 12th or its inverse.
  void Include(double ratio);

  // Pixels; ratios beyond the ends of all axes, 0 and infinity among them, lie there.
  double X(double ratio) const;

  // A line and its number for every power of two, or of four, eight ... where they are many.
  std::string Draw(double top, double bottom) const;

 private:
  double left_, width_;
  double low_ = -1, high_ = 1;  // powers of two
};

}  // namespace lodestone::cli
