#include "utilities/events/report/report_charts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "utilities/events/report/report_html.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::array<double, 3> kSteps = {1, 2, 5};
constexpr double kNearly = 1e-9;
constexpr std::size_t kLabelLength = 50;  // characters that fit a phone

double StepBelow(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value) + kNearly));
  double step = decade;
  for (const double factor : kSteps) {
    if (factor * decade <= value * (1 + kNearly)) step = factor * decade;
  }
  return step;
}

double StepAbove(double value) {
  const double below = StepBelow(value);
  if (below >= value * (1 - kNearly)) return below;
  const double decade = std::pow(10, std::floor(std::log10(value) + kNearly));
  for (const double factor : kSteps) {
    if (factor * decade >= value) return factor * decade;
  }
  return 10 * decade;
}

std::string TickText(double value) {
  return value >= 1e6 || value < 1e-4 ? Format("%.0e", value) : Format("%g", value);
}

// The coloured background of a hatching, and its lines.
std::string Hatching(const char* name, const char* transform, const char* strokes) {
  return Format(
      "<pattern id=\"h-%s\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"%s>"
      "<rect width=\"6\" height=\"6\" fill=\"var(--%s)\"/>%s</pattern>\n",
      name, transform, name, strokes);
}

}  // namespace

void LogAxis::Include(double value) {
  if (!(value > 0) || !std::isfinite(value)) return;
  low_ = empty() ? StepBelow(value) : std::min(low_, StepBelow(value));
  high_ = std::max(high_, StepAbove(value));
  if (high_ <= low_) high_ = StepAbove(low_ * 1.01);
}

double LogAxis::At(double value) const {
  const double at = std::log(std::max(value, low_) / low_) / std::log(high_ / low_);
  return std::min(at, 1.0);
}

std::vector<double> LogAxis::Ticks() const {
  const double decades = std::log10(high_ / low_);
  const std::size_t every = decades > 2 ? kSteps.size() : 1;
  const double skip = std::ceil(decades / 6);
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log10(low_) + kNearly));
  for (int power = first; std::pow(10, power) <= high_ * (1 + kNearly); ++power) {
    if (skip > 1 && (power - first) % static_cast<int>(skip) != 0) continue;
    for (std::size_t i = 0; i < kSteps.size(); i += every) {
      const double tick = kSteps[i] * std::pow(10, power);
      if (tick >= low_ * (1 - kNearly) && tick <= high_ * (1 + kNearly)) ticks.push_back(tick);
    }
  }
  return ticks;
}

std::string AxisAcross(const LogAxis& axis, double top, double bottom, const std::string& unit) {
  std::string marks;
  for (const double tick : axis.Ticks()) {
    const double x = 100 * axis.At(tick);
    marks += Line(x, top, x, bottom, "grid") + Label(x, bottom + 16, TickText(tick), "middle");
  }
  return marks + Label(50, bottom + 34, unit, "middle", "unit");
}

std::string AxisUp(const LogAxis& axis, double top, double bottom, const std::string& unit) {
  std::string marks;
  for (const double tick : axis.Ticks()) {
    const double y = PlaceUp(axis, tick, top, bottom);
    marks += Line(0, y, 100, y, "grid");
    marks += "<g transform=\"translate(-6 4)\">" + Label(0, y, TickText(tick), "end") + "</g>";
  }
  return marks + "<g transform=\"translate(-40 -18)\">" + Label(0, top, unit, "start", "unit") +
         "</g>";
}

double PlaceUp(const LogAxis& axis, double value, double top, double bottom) {
  return bottom - (bottom - top) * axis.At(value);
}

std::string Line(double x1, double y1, double x2, double y2, const char* style) {
  return Format("<line x1=\"%.2f%%\" y1=\"%.1f\" x2=\"%.2f%%\" y2=\"%.1f\" class=\"%s\"/>\n", x1,
                y1, x2, y2, style);
}

std::string Label(double x, double y, const std::string& text, const char* anchor,
                  const char* style) {
  return Format("<text x=\"%.2f%%\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor,
                style) +
         Html(Cut(text, kLabelLength)) + "</text>\n";
}

std::string Bar(double x, double y, double width, double height, const std::string& style) {
  return Format("<rect x=\"%.3f%%\" y=\"%.1f\" width=\"%.3f%%\" height=\"%.1f\" class=\"%s\"/>\n",
                x, y, width, height, style.c_str());
}

std::string Mark(std::size_t style, double x, double y, const std::string& tells) {
  const std::size_t shape = std::min(style, kPathStyles - 1);
  return Format("<use href=\"#m%zu\" x=\"%.2f%%\" y=\"%.1f\" class=\"p%zu\">", shape, x, y, shape) +
         (tells.empty() ? "" : "<title>" + Html(tells) + "</title>") + "</use>\n";
}

std::string PartBars(const CallParts& parts, double x, double y, double width, double height) {
  double all = 0;
  for (const double part : parts) all += part;
  std::string marks;
  for (std::size_t i = 0; i < kCallParts && all > 0; ++i) {
    if (parts[i] <= 0) continue;
    const double share = width * parts[i] / all;
    marks += Bar(x, y, share, height, kCallPartInfo[i].style);
    x += share;
  }
  return marks;
}

std::string PartsText(const CallParts& parts) {
  std::string text;
  for (std::size_t i = 0; i < kCallParts; ++i) {
    if (parts[i] <= 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(kCallPartInfo[i].name) + " " +
            DurationText(parts[i]);
  }
  return text;
}

std::string PartLegend(const CallParts& used) {
  std::string html = "<ul class=\"legend\">\n";
  for (std::size_t i = 0; i < kCallParts; ++i) {
    if (used[i] <= 0) continue;
    html += Format(
        "<li><svg width=\"26\" height=\"14\" aria-hidden=\"true\"><rect width=\"26\" "
        "height=\"14\" class=\"%s\"/></svg> %s</li>\n",
        kCallPartInfo[i].style, kCallPartInfo[i].name);
  }
  return html + "</ul>\n";
}

std::string ChartDefinitions() {
  const char* kSlant = " patternTransform=\"rotate(45)\"";
  const char* kBack = " patternTransform=\"rotate(-45)\"";
  const char* kStripes = "<rect width=\"2\" height=\"6\" class=\"stroke\"/>";
  const char* kNet = "<path d=\"M0 0h6v1.6h-6zM0 0v6h1.6v-6z\" class=\"stroke\"/>";
  const char* kDots = "<circle cx=\"3\" cy=\"3\" r=\"1.5\" class=\"stroke\"/>";
  return std::string("<svg width=\"0\" height=\"0\" class=\"defs\" aria-hidden=\"true\"><defs>\n") +
         "<circle id=\"m0\" r=\"4.5\"/>\n"
         "<rect id=\"m1\" x=\"-4\" y=\"-4\" width=\"8\" height=\"8\"/>\n"
         "<path id=\"m2\" d=\"M0-5.5L5 3.5H-5z\"/>\n"
         "<path id=\"m3\" d=\"M0-6L5 0L0 6L-5 0z\"/>\n"
         "<path id=\"m4\" d=\"M-1.5-5.5h3v4h4v3h-4v4h-3v-4h-4v-3h4z\"/>\n"
         "<path id=\"m5\" d=\"M0 5.5L5-3.5H-5z\"/>\n" +
         Hatching("open", "", kDots) + Hatching("load", "", kStripes) +
         Hatching("compile", kSlant, kNet) +
         Hatching("test", " patternTransform=\"rotate(90)\"", kStripes) +
         Hatching("upload", kSlant, kStripes) + Hatching("download", kBack, kStripes) +
         "</defs></svg>\n";
}

}  // namespace lodestone::cli
