#include "lab/report.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/text/ratio_axis.hpp"
#include "utilities/text/svg.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::lab {
namespace {

using cli::Format;
using cli::RatioAxis;
using cli::SvgBar;
using cli::SvgDocument;
using cli::SvgText;

// Pixels.
constexpr double kMargin = 20, kHeader = 84, kLabel = 340, kWidth = 470, kNumber = 60;
constexpr double kTitleLine = 26, kBar = 12, kPitch = 15, kGap = 8, kRuler = 16;

RatioAxis AxisFor(const std::vector<Row>& rows) {
  RatioAxis axis(kMargin + kLabel, kWidth);
  for (const Row& row : rows) {
    for (const double ratio : {row.ratio, row.first->published_ratio}) {
      if (ratio > 0) axis.Include(ratio);
    }
  }
  return axis;
}

std::string Number(double ratio) {
  return Format(ratio < 9.95 ? "%.2f" : ratio < 99.5 ? "%.1f" : "%.0f", ratio);
}

// From 1 to the ratio, to the right where faster, to the left where slower.
std::string DrawBar(const RatioAxis& scale, double ratio, double y, const char* style) {
  const double one = scale.X(1), end = scale.X(ratio);
  return SvgBar(std::min(one, end), y + 0.5, std::max(1.0, std::fabs(end - one)), kBar - 1, style) +
         SvgText(std::max(one, end) + 5, y + kBar - 2, "", Number(ratio));
}

// One variant's bars from y on; advances y.
std::string DrawRow(const RatioAxis& scale, const Row& row, double& y) {
  std::string text = SvgText(kMargin + kLabel - 8, y + kBar - 2, "", row.first->variant, "end");
  if (row.wrong) {
    text += SvgText(scale.X(1) + 5, y + kBar - 2, "row", "wrong results");
    y += kPitch;
  } else {
    text += DrawBar(scale, row.ratio, y, "own");
    y += kPitch;
  }
  if (row.first->published_ratio > 0) {
    text += DrawBar(scale, row.first->published_ratio, y, "estimate");
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

std::string DrawChart(const Findings& findings) {
  std::vector<Row> rows = findings.Rows();
  std::erase_if(rows, [](const Row& row) { return row.ratio <= 0 && !row.wrong; });
  const RatioAxis scale = AxisFor(rows);
  std::string devices, panels;
  const Record* before = nullptr;
  double y = kHeader + kRuler;
  for (const Row& row : rows) {
    const Record& first = *row.first;
    const bool next = !before || before->device != first.device;
    if (next) devices += (devices.empty() ? "" : ", ") + first.device;
    if (next || before->experiment != first.experiment) {
      y += kTitleLine;
      panels += SvgText(kMargin, y - 8, "row", TitleOf(first.experiment));
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

}  // namespace lodestone::lab
