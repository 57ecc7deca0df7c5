#include "lab/findings.hpp"

#include <algorithm>

namespace lodestone::lab {
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

std::vector<Row> Findings::Rows() const {
  std::vector<Row> rows;
  for (const Record& finding : all_) {
    if (finding.variant.empty()) continue;
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const Row& each) { return each.first->SameVariant(finding); });
    if (row == rows.end()) row = rows.insert(rows.end(), {&finding});
    if (finding.wrong) row->wrong = &finding;
    if (finding.done() && (!row->best || finding.ns < row->best->ns)) row->best = &finding;
  }
  for (Row& row : rows)
    if (row.wrong) row.best = nullptr;
  for (Row& row : rows) {
    if (!row.best || row.first->baseline.empty()) continue;
    const auto baseline = std::find_if(rows.begin(), rows.end(), [&](const Row& each) {
      return each.first->device == row.first->device &&
             each.first->experiment == row.first->experiment &&
             each.first->variant == row.first->baseline;
    });
    if (baseline == rows.end() || !baseline->best) continue;
    row.ratio = static_cast<double>(baseline->best->ns) /
                static_cast<double>(std::max<uint64_t>(row.best->ns, 1));
  }
  return rows;
}

bool Findings::AnyWrong() const {
  return std::any_of(all_.begin(), all_.end(), [](const auto& each) { return each.wrong; });
}

bool Findings::AnyFailed() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const auto& each) { return each.outcome == MagickAccelerateFailed; });
}

bool Findings::AnyDone() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const auto& each) { return each.outcome == MagickAccelerateDone; });
}

std::string TitleOf(const std::string& experiment) {
  for (const Title& each : kTitles)
    if (experiment == each.experiment) return each.title;
  return experiment;
}

}  // namespace lodestone::lab
