#include "utilities/devices/choice_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

// What the automatic choice may lose to the faster path.
constexpr double kMark = 1.1;
constexpr char kCpu[] = "cpu";

struct Summary {
  double worst = 0;
  const ChoiceCell* worst_cell = nullptr;
  double share_within = 0;  // of the cells
};

template <typename Ratio>
Summary Summarize(const std::vector<ChoiceCell>& cells, Ratio ratio_of) {
  Summary summary;
  for (const ChoiceCell& cell : cells) {
    const double ratio = ratio_of(cell);
    if (ratio <= kMark) summary.share_within += 1.0 / static_cast<double>(cells.size());
    if (ratio <= summary.worst) continue;
    summary.worst = ratio;
    summary.worst_cell = &cell;
  }
  return summary;
}

// As timed; and the chosen path by the times of the forced paths, where only the choice counts and
// not the noise between two timings of the same path.
struct Summaries {
  explicit Summaries(const std::vector<ChoiceCell>& cells)
      : timed(Summarize(cells, [](const ChoiceCell& cell) { return cell.TimedRatio(); })),
        chosen(Summarize(cells, [](const auto& cell) { return cell.RatioOf(cell.choice); })),
        first(Summarize(cells, [](const auto& cell) { return cell.RatioOf(cell.first_choice); })) {}

  Summary timed, chosen, first;
};

void PrintSummary(const char* what, const Summary& summary) {
  std::printf("%-38s worst %.2f (%s), %.1f%% within %.1f\n", what, summary.worst,
              summary.worst_cell->Title().c_str(), 100 * summary.share_within, kMark);
}

Json ToJson(const Summary& summary) {
  return Json{{"worst", summary.worst},
              {"worst_cell", summary.worst_cell->Title()},
              {"share_within", summary.share_within}};
}

std::string Percent(double ratio) {
  return std::to_string(std::lround(100 * ratio)) + "%";
}

}  // namespace

unsigned long ChoiceCell::ResultSide() const {
  return std::max(1ul, static_cast<unsigned long>(std::lround(static_cast<double>(side) * ratio)));
}

std::string ChoiceCell::Title() const {
  const std::string size = std::to_string(side);
  return operation + " " + size + "x" + size + " " + Percent(ratio);
}

double ChoiceCell::better_ms() const {
  return std::max(std::min(off.Median(), require.Median()), 1e-6);
}

double ChoiceCell::TimedRatio() const {
  return automatic.Median() / better_ms();
}

double ChoiceCell::RatioOf(const std::string& who) const {
  return (who == kCpu ? off : require).Median() / better_ms();
}

void PrintChoiceReport(const std::vector<ChoiceCell>& cells) {
  Table table;
  for (const char* heading : {"operation", "source", "to", "first choice", "choice"}) {
    table.AddColumn(heading, Table::Align::kLeft);
  }
  for (const char* heading : {"cpu ms", "device ms", "auto ms", "auto / better"}) {
    table.AddColumn(heading, Table::Align::kRight);
  }
  for (const ChoiceCell& cell : cells) {
    const std::string size = std::to_string(cell.side);
    table.AddRow({cell.operation, size + "x" + size, Percent(cell.ratio), cell.first_choice,
                  cell.choice, FormatMilliseconds(cell.off.Median()),
                  FormatMilliseconds(cell.require.Median()),
                  FormatMilliseconds(cell.automatic.Median()), Format("%.2f", cell.TimedRatio())});
  }
  const Summaries summaries(cells);
  std::printf("%s\n%zu cells, auto compared with the better of CPU and device:\n",
              table.ToText().c_str(), cells.size());
  PrintSummary("as timed", summaries.timed);
  PrintSummary("by choice", summaries.chosen);
  PrintSummary("by first choice", summaries.first);
}

void PrintChoiceJson(const std::vector<ChoiceCell>& cells) {
  const Summaries summaries(cells);
  Json document{{"mark", kMark},
                {"timed", ToJson(summaries.timed)},
                {"chosen", ToJson(summaries.chosen)},
                {"first_chosen", ToJson(summaries.first)},
                {"cells", Json::array()}};
  for (const ChoiceCell& cell : cells) {
    document["cells"].push_back({{"operation", cell.operation},
                                 {"side", cell.side},
                                 {"ratio", cell.ratio},
                                 {"first_choice", cell.first_choice},
                                 {"choice", cell.choice},
                                 {"cpu_ms", cell.off.Median()},
                                 {"device_ms", cell.require.Median()},
                                 {"auto_ms", cell.automatic.Median()},
                                 {"auto_to_better", cell.TimedRatio()}});
  }
  std::printf("%s\n", document.dump(2).c_str());
}

}  // namespace lodestone::cli
