// Axes, marks and bars of the report's charts. Horizontal positions are in percent of the chart's
// width, so that charts fit any screen while text keeps its size; vertical ones are in pixels.
#pragma once

#include <string>
#include <vector>

#include "utilities/events/read/call_parts.hpp"

namespace lodestone::cli {

// Logarithmic: equal distances for each doubling.
class LogAxis {
 public:
  // Covers everything included, in steps of 1, 2, 5, 10.
  void Include(double value);
  bool empty() const { return high_ == 0; }

  // 0 ... 1
  double At(double value) const;
  // As many as are legible.
  std::vector<double> Ticks() const;
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 0, high_ = 0;
};

// Vertical grid lines from `top` to `bottom` with their numbers below, and the axis title.
std::string AxisAcross(const LogAxis& axis, double top, double bottom, const std::string& unit);
// Horizontal grid lines with their numbers on the left.
std::string AxisUp(const LogAxis& axis, double top, double bottom, const std::string& unit);
// The position of a value between `bottom` (lowest) and `top`.
double PlaceUp(const LogAxis& axis, double value, double top, double bottom);

std::string Line(double x1, double y1, double x2, double y2, const char* style);
// Escapes the text, and truncates it to fit a phone. anchor: "start", "middle", "end".
std::string Label(double x, double y, const std::string& text, const char* anchor = "start",
                  const char* style = "");
std::string Bar(double x, double y, double width, double height, const std::string& style);
// The shape that stands for a path; `tells` is its tooltip.
std::string Mark(std::size_t style, double x, double y, const std::string& tells = "");
// The parts side by side from x on; `width` is their total.
std::string PartBars(const CallParts& parts, double x, double y, double width, double height);

// "compile 1.2 s, kernel 30 ms": the parts that are not 0.
std::string PartsText(const CallParts& parts);
// The legend of the hatchings, for the parts in `used`.
std::string PartLegend(const CallParts& used);

// Shapes and hatchings that the page's charts refer to.
std::string ChartDefinitions();
inline constexpr std::size_t kPathStyles = 6;

}  // namespace lodestone::cli
