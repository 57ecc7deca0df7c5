#include "utilities/events/compare_chart.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/svg.hpp"
#include "utilities/text_format.hpp"

namespace lodestone::cli {
namespace {

// Pixels.
constexpr double kMargin = 20, kLabel = 300, kWidth = 430, kNumbers = 150;
constexpr double kPitch = 26, kTitleLine = 34, kMark = 8, kHalf = 5, kLine = 18;
constexpr std::size_t kMostRows = 60;

// What cannot be measured (0, infinity) is drawn as if it were at the edge of the picture.
constexpr double kMostPowers = 12;

struct Style {
  const char* mark;
  double interval;  // its height
};
constexpr Style kWarm = {"own", 5}, kCold = {"estimate", 2};

double PowerOf(double ratio) {
  return std::clamp(std::log2(ratio), -kMostPowers, kMostPowers);
}

// Where the ratios lie: as far for half the time as for double the time.
class Ruler {
 public:
  explicit Ruler(const std::vector<Comparison>& comparisons) {
    for (const Comparison& comparison : comparisons) {
      for (const WorkBeside& work : comparison.works) {
        for (const auto* times : {&work.cold, &work.warm}) {
          if (!*times) continue;
          Include((*times)->ratio.low);
          Include((*times)->ratio.high);
        }
      }
    }
  }

  double X(double ratio) const {
    return kMargin + kLabel + kWidth * (PowerOf(ratio) - low_) / (high_ - low_);
  }

  // A line and its number for every power of two, or of four, eight ... where they are many.
  std::string Draw(double top, double bottom) const {
    std::string text;
    const double step = std::ceil((high_ - low_) / 10);
    for (double power = std::ceil(low_ / step) * step; power <= high_; power += step) {
      const double x = X(std::exp2(power));
      text += SvgPath(Format("M%.1f %.1fV%.1f", x, top + 4, bottom), "line");
      text += SvgText(
          x, top, power == 0 ? "row" : "",
          power < 0 ? Format("1/%.0f", std::exp2(-power)) : Format("%.0f", std::exp2(power)),
          "middle");
    }
    return text;
  }

 private:
  void Include(double ratio) {
    low_ = std::min(low_, std::floor(PowerOf(ratio)));
    high_ = std::max(high_, std::ceil(PowerOf(ratio)));
  }

  double low_ = -1, high_ = 1;
};

std::string DrawMark(const Ruler& ruler, const TimesBeside& times, double y, const Style& style) {
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
std::string DrawRow(const Ruler& ruler, const WorkBeside& work, double y) {
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
      SvgText(kMargin, *y + 10, "heading", "How long the same works took, beside log A");
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
  const Ruler ruler(comparisons);
  double y = kMargin;
  const std::string heading = DrawHeading(logs, &y);
  const double top = y;
  std::string rows;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const std::vector<WorkBeside>& works = comparisons[i].works;
    y += kTitleLine;
    rows += SvgText(kMargin, y - 8, "row", logs[i + 1].name + " / " + logs[0].name);
    for (std::size_t j = 0; j < works.size() && j < kMostRows; ++j) {
      rows += DrawRow(ruler, works[j], y + kPitch / 2);
      y += kPitch;
    }
    if (works.size() <= kMostRows) continue;
    rows += SvgText(kMargin, y += kPitch, "", Format("and %zu more", works.size() - kMostRows));
  }
  return SvgDocument("Ratios of the times of " + std::to_string(logs.size()) + " logs",
                     2 * kMargin + kLabel + kWidth + kNumbers, y + kMargin,
                     heading + ruler.Draw(top, y) + rows);
}

}  // namespace lodestone::cli
