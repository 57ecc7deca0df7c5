#include "bench/chart.hpp"

#include <algorithm>
#include <vector>

#include "bench/rows.hpp"
#include "bench/text.hpp"
#include "bench/verdict.hpp"

namespace lodestone::bench {
namespace {

// Pixels.
constexpr double kMargin = 20, kHeader = 76, kPanel = 470, kTitleLine = 20, kBar = 12, kPitch = 15;
constexpr double kGap = 12, kLabel = 126, kFull = 250;
// The longest bar, in times of Lodestone's; what is longer is cut off and its end shows it.
constexpr double kLongest = 5;

constexpr const char* kStyle = R"(<style>
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .heading { font-size: 16px; font-weight: 600; fill: #111 }
  .row { font-weight: 600; fill: #111 }
  .paper { fill: #fcfcfb } .own { fill: #2a78d6 } .peer { fill: #a5a39c }
  .estimate { fill: none; stroke: #85837c; stroke-dasharray: 3 2 }
  .cut { stroke: #fcfcfb; stroke-width: 2.5 } .line { stroke: #2a78d6; stroke-opacity: .45 }
  @media (prefers-color-scheme: dark) {
    text { fill: #c9c8c2 } .heading, .row { fill: #fff }
    .paper { fill: #1a1a19 } .own { fill: #3987e5 } .peer { fill: #6b6a65 }
    .estimate { stroke: #98968f } .cut { stroke: #1a1a19 } .line { stroke: #3987e5 }
  }
</style>
)";

struct Bar {
  std::string name, style;
  double ms;
};

std::vector<Bar> Bars(const RowResult& result) {
  std::vector<Bar> bars;
  for (const Timing& timing : result.timings) {
    bars.push_back({timing.name, bars.empty() ? "own" : "peer", timing.median_ms});
  }
  if (Published(result) > 0) {
    bars.push_back({std::string(kPublishedName) + " *", "estimate", Published(result)});
  }
  return bars;
}

std::string Text(double x, double y, const char* style, const std::string& text,
                 const char* anchor = "start") {
  return Format("<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">%s</text>\n", x, y,
                style, anchor, EscapeXml(text).c_str());
}

// A white slash near the end says that the bar goes on.
std::string DrawBar(const Bar& bar, double own_ms, double x, double y) {
  const double times = bar.ms / own_ms, shown = std::min(times, kLongest);
  const double length = std::max(1.0, shown / kLongest * kFull), left = x + kLabel;
  std::string text = Text(left - 6, y + kBar - 2, "", bar.name, "end");
  text += Format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n",
                 left, y + 0.5, length, kBar - 1, bar.style.c_str());
  if (times > kLongest) {
    text += Format("<path d=\"M%.1f %.1fl6 %.1f\" class=\"cut\"/>\n", left + length - 14,
                   y + kBar + 1, -kBar - 2);
  }
  return text + Text(left + length + 5, y + kBar - 2, "", Milliseconds(bar.ms) + " ms");
}

// The bars of one row from y on; moves y behind them.
std::string DrawRow(const RowResult& result, double x, double& y) {
  const std::vector<Bar> bars = Bars(result);
  const double own_ms = bars[0].ms;
  y += kTitleLine;
  std::string text = Text(x + kLabel, y - 6, "row", result.title);
  const double one = x + kLabel + kFull / kLongest;
  text += Format("<path d=\"M%.1f %.1fV%.1f\" class=\"line\"/>\n", one, y,
                 y + kPitch * static_cast<double>(bars.size()) - kPitch + kBar);
  for (const Bar& bar : bars) {
    text += DrawBar(bar, own_ms, x, y);
    y += kPitch;
  }
  y += kGap;
  return text;
}

}  // namespace

std::string Chart(const Report& report) {
  std::string panels;
  double x = kMargin, bottom = kHeader;
  for (const unsigned depth : {8U, 16U}) {
    double y = kHeader;
    for (const RowResult& result : report.results) {
      if (result.depth != depth || result.threads != 1) continue;
      if (y == kHeader) {
        panels += Text(x + kLabel, y, "heading", Format("%u bits a sample", depth));
        y += 6;
      }
      panels += DrawRow(result, x, y);
    }
    if (y > kHeader) x += kPanel;
    bottom = std::max(bottom, y);
  }
  const double width = std::max(x, kMargin + kPanel) + kMargin, height = bottom + kMargin;
  std::string text = Format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
      "height=\"%.0f\" role=\"img\">\n<title>Times of image libraries</title>\n",
      width, height, width, height);
  text += kStyle;
  text +=
      Format("<rect class=\"paper\" width=\"%.0f\" height=\"%.0f\" rx=\"8\"/>\n", width, height);
  text += Text(kMargin, 30, "heading", "Time for one operation, one thread: shorter is better");
  text +=
      Text(kMargin, 50, "",
           Format("%u x %u pixels, four channels; bars in multiples of Lodestone's time, cut off "
                  "at %.0f. * estimated from figures of another machine.",
                  report.columns, report.rows, kLongest));
  return text + panels + "</svg>\n";
}

}  // namespace lodestone::bench
