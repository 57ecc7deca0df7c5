#include "utilities/events/compare/compare_report.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/text/ratio_axis.hpp"
#include "utilities/text/svg.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

// Pixels.
constexpr double kMargin = 20, kLabel = 300, kWidth = 430, kNumbers = 150;
constexpr double kPitch = 26, kTitleLine = 34, kMark = 8, kHalf = 5, kLine = 18;
constexpr std::size_t kMaxRows = 60;

struct Style {
  const char* mark;
  double interval;  // its height
};
constexpr Style kWarm = {"own", 5}, kCold = {"estimate", 2};

RatioAxis AxisFor(const std::vector<Comparison>& comparisons) {
  RatioAxis axis(kMargin + kLabel, kWidth);
  for (const Comparison& comparison : comparisons) {
    for (const WorkComparison& work : comparison.works) {
      for (const auto* times : {&work.cold, &work.warm}) {
        if (!*times) continue;
        axis.Include((*times)->ratio.low);
        axis.Include((*times)->ratio.high);
      }
    }
  }
  return axis;
}

std::string DrawMark(const RatioAxis& ruler, const TimeComparison& times, double y,
                     const Style& style) {
  const MedianRatio& ratio = times.ratio;
  std::string text;
  if (times.verdict != Verdict::kTooFewCalls) {
    const double left = ruler.X(ratio.low), right = ruler.X(ratio.high);
    text +=
        SvgBar(left, y - style.interval / 2, std::max(1.0, right - left), style.interval, "peer");
  }
  return text + SvgBar(ruler.X(ratio.ratio) - kMark / 2, y - kMark / 2, kMark, kMark, style.mark);
}

// Later calls above first ones.
std::string DrawRow(const RatioAxis& ruler, const WorkComparison& work, double y) {
  std::string text = SvgText(kMargin + kLabel - 10, y + 4, "", work.key.Title(), "end");
  std::string numbers;
  if (work.cold) {
    text += DrawMark(ruler, *work.cold, y + (work.warm ? kHalf : 0), kCold);
    numbers = RatioText(work.cold->ratio.ratio) + " first";
  }
  if (work.warm) {
    text += DrawMark(ruler, *work.warm, y - (work.cold ? kHalf : 0), kWarm);
    const std::string later = RatioText(work.warm->ratio.ratio);
    numbers = numbers.empty() ? later : later + ", " + numbers;
  }
  return text + SvgText(kMargin + kLabel + kWidth + 14, y + 4, "", numbers);
}

std::string DrawHeading(const std::vector<ComparedLog>& logs, double* y) {
  std::string text =
      SvgText(kMargin, *y + 10, "heading", "Times of the same operations, relative to log A");
  *y += 12;
  for (const ComparedLog& log : logs) {
    text += SvgText(kMargin, *y += kLine, "", log.name + ": " + log.file);
  }
  *y += kLine + 4;
  double x = kMargin;
  for (const auto& [style, name] : {std::pair(kWarm, "later calls, median and 95% interval"),
                                    std::pair(kCold, "first calls")}) {
    const double middle = *y - kMark / 2;
    text += SvgBar(x, middle - style.interval / 2, 24, style.interval, "peer");
    text += SvgBar(x + 12 - kMark / 2, middle - kMark / 2, kMark, kMark, style.mark);
    text += SvgText(x + 32, *y, "", name);
    x += 270;
  }
  text += SvgText(kMargin + kLabel + kWidth, *y, "", "left: less time; right: more time", "end");
  *y += 2 * kLine;
  return text;
}

}  // namespace

std::string ComparisonChart(const std::vector<ComparedLog>& logs,
                            const std::vector<Comparison>& comparisons) {
  const RatioAxis ruler = AxisFor(comparisons);
  double y = kMargin;
  const std::string heading = DrawHeading(logs, &y);
  const double top = y;
  std::string rows;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const std::vector<WorkComparison>& works = comparisons[i].works;
    y += kTitleLine;
    rows += SvgText(kMargin, y - 8, "row", logs[i + 1].name + " / " + logs[0].name);
    for (std::size_t j = 0; j < works.size() && j < kMaxRows; ++j) {
      rows += DrawRow(ruler, works[j], y + kPitch / 2);
      y += kPitch;
    }
    if (works.size() <= kMaxRows) continue;
    rows += SvgText(kMargin, y += kPitch, "", Format("and %zu more", works.size() - kMaxRows));
  }
  return SvgDocument("Ratios of the times of " + std::to_string(logs.size()) + " logs",
                     2 * kMargin + kLabel + kWidth + kNumbers, y + kMargin,
                     heading + ruler.Draw(top, y) + rows);
}

}  // namespace lodestone::cli
