#include "utilities/lab_chart.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/svg.hpp"
#include "utilities/text_format.hpp"

namespace lodestone::cli {
namespace {

// Pixels.
constexpr double kMargin = 20, kHeader = 84, kLabel = 340, kWidth = 470, kNumber = 60;
constexpr double kTitleLine = 26, kBar = 12, kPitch = 15, kGap = 8, kRuler = 16;

// Where the ratios lie on the picture: the same way for each doubling, so that twice as slow shows
// as much as twice as fast.
class Scale {
 public:
  explicit Scale(const std::vector<LabRow>& rows) {
    for (const LabRow& row : rows) {
      Include(row.ratio);
      Include(row.first->raw.published_ratio);
    }
  }

  double X(double ratio) const {
    return kMargin + kLabel + kWidth * (std::log2(ratio) - low_) / (high_ - low_);
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
    if (ratio <= 0) return;
    low_ = std::min(low_, std::floor(std::log2(ratio)));
    high_ = std::max(high_, std::ceil(std::log2(ratio)));
  }

  double low_ = -1, high_ = 1;
};

std::string Number(double ratio) {
  return Format(ratio < 9.95 ? "%.2f" : ratio < 99.5 ? "%.1f" : "%.0f", ratio);
}

// From 1 to the ratio, to the right where it is faster, to the left where it is slower.
std::string DrawBar(const Scale& scale, double ratio, double y, const char* style) {
  const double one = scale.X(1), end = scale.X(ratio);
  return SvgBar(std::min(one, end), y + 0.5, std::max(1.0, std::fabs(end - one)), kBar - 1, style) +
         SvgText(std::max(one, end) + 5, y + kBar - 2, "", Number(ratio));
}

// One variant's bars from y on; moves y behind them.
std::string DrawRow(const Scale& scale, const LabRow& row, double& y) {
  std::string text = SvgText(kMargin + kLabel - 8, y + kBar - 2, "", row.first->variant, "end");
  if (row.wrong) {
    text += SvgText(scale.X(1) + 5, y + kBar - 2, "row", "wrong results");
    y += kPitch;
  } else {
    text += DrawBar(scale, row.ratio, y, "own");
    y += kPitch;
  }
  if (row.first->raw.published_ratio > 0) {
    text += DrawBar(scale, row.first->raw.published_ratio, y, "estimate");
    y += kPitch;
  }
  y += kGap / 2;
  return text;
}

std::string DrawLegend(const std::string& device) {
  const double y = 70;
  std::string text = SvgText(kMargin, 30, "heading", "OpenCL techniques: how many times as fast");
  text += SvgText(kMargin, 48, "", device);
  text += SvgBar(kMargin, y - 9, 24, kBar - 1, "own") + SvgText(kMargin + 30, y, "", "measured");
  text += SvgBar(kMargin + 110, y - 9, 24, kBar - 1, "estimate");
  return text + SvgText(kMargin + 140, y, "", "published, for another device");
}

}  // namespace

std::string LabChart(const LabFindings& findings) {
  std::vector<LabRow> rows = findings.Rows();
  std::erase_if(rows, [](const LabRow& row) { return row.ratio <= 0 && !row.wrong; });
  const Scale scale(rows);
  std::string devices, panels;
  const LabFinding* before = nullptr;
  double y = kHeader + kRuler;
  for (const LabRow& row : rows) {
    const LabFinding& first = *row.first;
    const bool next = !before || before->device != first.device;
    if (next) devices += (devices.empty() ? "" : ", ") + first.device;
    if (next || before->experiment != first.experiment) {
      y += kTitleLine;
      panels += SvgText(kMargin, y - 8, "row", LabTitle(first.experiment));
      if (next && before)
        panels += SvgText(kMargin + kLabel + kWidth, y - 8, "", first.device, "end");
    }
    before = &first;
    panels += DrawRow(scale, row, y);
  }
  const double width = kMargin + kLabel + kWidth + kNumber, height = y + kMargin;
  return SvgDocument("OpenCL techniques, measured and published", width, height,
                     DrawLegend(devices) + scale.Draw(kHeader + kRuler, y) + panels);
}

}  // namespace lodestone::cli
