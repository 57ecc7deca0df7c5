#include "lab/findings.hpp"

#include <algorithm>

#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

struct Title {
  const char *experiment, *title;
};
constexpr Title kTitles[] = {
    {"gaussian-11", "11-tap Gaussian filter: buffers and image objects"},
    {"precision", "The rows of that filter in other arithmetic"},
    {"gaussian-3", "3x3 Gaussian filter: plain C++ and OpenCL"},
    {"copy", "Copy: scalar and vector"},
    {"hoisted-call", "A call in both branches, or one behind them"},
    {"table", "Chain of 14 branches, or a constant table"},
    {"independent-ifs", "Counting by else if, or by independent ifs"},
    {"grouped-switch", "Switch with 16 calls, or 3 calls"},
    {"convolution-5", "5x5 convolution: global reads and local memory"},
};

}  // namespace

LabFinding::LabFinding(const MagickAccelerateLabRecord& record)
    : raw(record),
      device(record.device),
      experiment(record.experiment),
      variant(record.variant),
      baseline(record.baseline),
      detail(record.detail),
      source(record.published_source) {}

std::string LabFinding::Group() const {
  if (raw.on_host != 0 || !done()) return "";
  if (raw.group_columns == 0) return "runtime's";
  return Format("%u x %u", raw.group_columns, raw.group_rows);
}

std::vector<LabRow> LabFindings::Rows() const {
  std::vector<LabRow> rows;
  for (const LabFinding& finding : all_) {
    if (finding.variant.empty()) continue;
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const LabRow& each) { return each.first->SameVariant(finding); });
    if (row == rows.end()) row = rows.insert(rows.end(), {&finding});
    if (finding.raw.wrong != 0) row->wrong = &finding;
    if (finding.done() && (!row->best || finding.raw.ns < row->best->raw.ns)) row->best = &finding;
  }
  for (LabRow& row : rows)
    if (row.wrong) row.best = nullptr;
  for (LabRow& row : rows) {
    if (!row.best || row.first->baseline.empty()) continue;
    const auto baseline = std::find_if(rows.begin(), rows.end(), [&](const LabRow& each) {
      return each.first->device == row.first->device &&
             each.first->experiment == row.first->experiment &&
             each.first->variant == row.first->baseline;
    });
    if (baseline == rows.end() || !baseline->best) continue;
    row.ratio = static_cast<double>(baseline->best->raw.ns) /
                static_cast<double>(std::max<uint64_t>(row.best->raw.ns, 1));
  }
  return rows;
}

bool LabFindings::AnyWrong() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const auto& each) { return each.raw.wrong != 0; });
}

bool LabFindings::AnyFailed() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const auto& each) { return each.raw.outcome == MagickAccelerateFailed; });
}

bool LabFindings::AnyDone() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const auto& each) { return each.raw.outcome == MagickAccelerateDone; });
}

std::string LabTitle(const std::string& experiment) {
  for (const Title& each : kTitles)
    if (experiment == each.experiment) return each.title;
  return experiment;
}

}  // namespace lodestone::cli
