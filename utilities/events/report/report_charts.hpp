// Axes, marks and bars of the report's charts. Places across are in percent of the chart's width,
// so that charts fit any screen while their text keeps its size; places down are pixels.
#pragma once

#include <string>
#include <vector>

#include "utilities/events/read/call_parts.hpp"

namespace lodestone::cli {

// The same way for each doubling.
class LogAxis {
 public:
  // Holds everything included, in whole steps of 1, 2, 5, 10.
  void Include(double value);
  bool empty() const { return high_ == 0; }

  // 0 ... 1
  double At(double value) const;
  // As many as can be told apart.
  std::vector<double> Ticks() const;
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 0, high_ = 0;
};

// Lines from `top` to `bottom` with their numbers below, and what the numbers are.
std::string AxisAcross(const LogAxis& axis, double top, double bottom, const std::string& unit);
// Lines over the whole width with their numbers to the left of it.
std::string AxisUp(const LogAxis& axis, double top, double bottom, const std::string& unit);
// Where a value is between `bottom` (lowest) and `top`.
double PlaceUp(const LogAxis& axis, double value, double top, double bottom);

std::string Line(double x1, double y1, double x2, double y2, const char* style);
// The text is escaped here, and cut to what fits a phone. anchor: "start", "middle", "end".
std::string Label(double x, double y, const std::string& text, const char* anchor = "start",
                  const char* style = "");
std::string Bar(double x, double y, double width, double height, const std::string& style);
// The shape that stands for a path; `tells` is shown on hovering.
std::string Mark(std::size_t style, double x, double y, const std::string& tells = "");
// The parts side by side from x on; `width` is that of all of them.
std::string PartBars(const CallParts& parts, double x, double y, double width, double height);

// "compile 1.2 s, kernel 30 ms": what there was.
std::string PartsText(const CallParts& parts);
// What the hatchings mean, of the parts that are in `used`.
std::string PartLegend(const CallParts& used);

// Shapes and hatchings that the drawings of the page refer to.
std::string ChartDefinitions();
inline constexpr std::size_t kPathStyles = 6;

}  // namespace lodestone::cli
