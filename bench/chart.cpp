#include "bench/report.hpp"

#include <algorithm>
#include <vector>

#include "bench/rows.hpp"
#include "bench/text.hpp"
#include "bench/verdict.hpp"
#include "utilities/text/svg.hpp"

namespace lodestone::bench {
namespace {

using cli::SvgBar;
using cli::SvgPath;
using cli::SvgText;

// Pixels.
constexpr double kMargin = 20, kHeader = 76, kPanel = 470, kTitleLine = 20, kBar = 12, kPitch = 15;
constexpr double kGap = 12, kLabel = 126, kFull = 250;
// The longest bar, relative to Lodestone's; longer ones are cut off, which a mark shows.
constexpr double kMaxShown = 5;

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

// A white slash near the end marks a bar that is cut off.
std::string DrawBar(const Bar& bar, double own_ms, double x, double y) {
  const double times = bar.ms / own_ms, shown = std::min(times, kMaxShown);
  const double length = std::max(1.0, shown / kMaxShown * kFull), left = x + kLabel;
  std::string text = SvgText(left - 6, y + kBar - 2, "", bar.name, "end");
  text += SvgBar(left, y + 0.5, length, kBar - 1, bar.style.c_str());
  if (times > kMaxShown) {
    text +=
        SvgPath(Format("M%.1f %.1fl6 %.1f", left + length - 14, y + kBar + 1, -kBar - 2), "cut");
  }
  return text + SvgText(left + length + 5, y + kBar - 2, "", Milliseconds(bar.ms) + " ms");
}

// The bars of one row from y on; advances y.
std::string DrawRow(const RowResult& result, double x, double& y) {
  const std::vector<Bar> bars = Bars(result);
  const double own_ms = bars[0].ms;
  y += kTitleLine;
  std::string text = SvgText(x + kLabel, y - 6, "row", result.title);
  const double one = x + kLabel + kFull / kMaxShown;
  text += SvgPath(Format("M%.1f %.1fV%.1f", one, y,
                         y + kPitch * static_cast<double>(bars.size()) - kPitch + kBar),
                  "line");
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
        panels += SvgText(x + kLabel, y, "heading", Format("%u bits a sample", depth));
        y += 6;
      }
      panels += DrawRow(result, x, y);
    }
    if (y > kHeader) x += kPanel;
    bottom = std::max(bottom, y);
  }
  const double width = std::max(x, kMargin + kPanel) + kMargin, height = bottom + kMargin;
  std::string body =
      SvgText(kMargin, 30, "heading", "Time for one operation, one thread: shorter is better");
  body += SvgText(
      kMargin, 50, "",
      Format("%u x %u pixels, four channels; bars in multiples of Lodestone's time, cut off "
             "at %.0f. * estimated from figures of another machine.",
             report.columns, report.rows, kMaxShown));
  return cli::SvgDocument("Times of image libraries", width, height, body + panels);
}

}  // namespace lodestone::bench
