#include "bench/report.hpp"

#include <algorithm>
#include <vector>

#include "bench/rows.hpp"
#include "bench/text.hpp"
#include "bench/verdict.hpp"

namespace lodestone::bench {
namespace {

// The rows of one table: one depth, one number of threads.
struct Group {
  unsigned depth, threads;
  std::vector<const RowResult*> results;
};

std::vector<Group> Groups(const Report& report) {
  std::vector<Group> groups;
  for (const RowResult& result : report.results) {
    auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.depth == result.depth && group.threads == result.threads;
    });
    if (same == groups.end()) same = groups.insert(same, {result.depth, result.threads, {}});
    same->results.push_back(&result);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return std::pair(a.threads == 0, a.depth * 1000 + a.threads) <
           std::pair(b.threads == 0, b.depth * 1000 + b.threads);
  });
  return groups;
}

const Timing* Find(const RowResult& result, const std::string& name) {
  for (const Timing& timing : result.timings) {
    if (timing.name == name) return &timing;
  }
  return nullptr;
}

// The peers measured in any row of the group: Lodestone first, the others in the order of the
// peers.
std::vector<std::string> Names(const Group& group, const Report& report) {
  std::vector<std::string> names;
  for (const PeerInfo& peer : report.peers) {
    const bool measured =
        std::any_of(group.results.begin(), group.results.end(),
                    [&](const RowResult* result) { return Find(*result, peer.name) != nullptr; });
    if (measured) names.push_back(peer.name);
  }
  return names;
}

std::string PublishedCell(const RowResult& result) {
  if (Published(result) <= 0) return "-";
  return Milliseconds(result.published_ms) + " / " + Milliseconds(result.carried_over_ms);
}

std::string TimeTable(const Group& group, const Report& report) {
  const std::vector<std::string> names = Names(group, report);
  const bool published = std::any_of(group.results.begin(), group.results.end(),
                                     [](const RowResult* r) { return r->published_ms > 0; });
  Cells heading = {"milliseconds"};
  heading.insert(heading.end(), names.begin(), names.end());
  if (published) heading.push_back(std::string(kPublishedName) + " elsewhere / by memcpy");
  heading.insert(heading.end(), {"memcpy", "ratio to best", "goal", "met"});
  std::vector<Cells> lines = {heading};
  for (const RowResult* result : group.results) {
    const Verdict verdict = Judge(*result, report);
    Cells line = {result->title};
    for (const std::string& name : names) {
      const Timing* timing = Find(*result, name);
      line.push_back(timing == nullptr ? "-"
                                       : Milliseconds(timing->median_ms) +
                                             Format(" ±%.0f%%", 100 * timing->spread));
    }
    if (published) line.push_back(PublishedCell(*result));
    line.push_back(Milliseconds(result->copy_ms));
    line.push_back(verdict.ratio > 0 ? Format("%.2f", verdict.ratio) : "-");
    line.push_back(verdict.goal_ms > 0 ? verdict.goal + ": " + Milliseconds(verdict.goal_ms) : "-");
    line.push_back(verdict.goal_ms <= 0 ? "-" : verdict.met ? "yes" : "no");
    lines.push_back(line);
  }
  return MarkdownTable(lines);
}

std::string FloorTable(const Group& group, const Report& report) {
  std::vector<Cells> lines = {
      {"milliseconds", "memory floor", "arithmetic floor", "Lodestone", "limited by", "reached"}};
  for (const RowResult* result : group.results) {
    const Verdict verdict = Judge(*result, report);
    lines.push_back({result->title, Milliseconds(result->memory_floor_ms),
                     Milliseconds(result->arithmetic_floor_ms), Milliseconds(verdict.own_ms),
                     verdict.limit, Format("%.0f%%", 100 * verdict.closeness)});
  }
  return MarkdownTable(lines);
}

std::string DifferenceTable(const Group& group, const Report& report) {
  std::vector<std::string> names = Names(group, report);
  names.erase(names.begin());
  Cells heading = {"1/255"};
  heading.insert(heading.end(), names.begin(), names.end());
  std::vector<Cells> lines = {heading};
  for (const RowResult* result : group.results) {
    Cells line = {result->title};
    for (const std::string& name : names) {
      const Timing* timing = Find(*result, name);
      line.push_back(timing == nullptr ? "-" : Format("%.3f", timing->difference));
    }
    lines.push_back(line);
  }
  return MarkdownTable(lines);
}

std::string ProcessTable(const Group& group, const Report& report) {
  std::vector<Cells> lines = {
      {"whole process", "milliseconds", "peak MiB", "ratio to best", "goal", "met"}};
  for (const RowResult* result : group.results) {
    const Verdict verdict = Judge(*result, report);
    for (const Timing& timing : result->timings) {
      Cells line = {result->title + ": " + timing.name,
                    Milliseconds(timing.median_ms) + Format(" ±%.0f%%", 100 * timing.spread),
                    Format("%.1f", timing.peak_mib),
                    "",
                    "",
                    ""};
      if (&timing == &result->timings[0]) {
        line[3] = verdict.ratio > 0 ? Format("%.2f", verdict.ratio) : "-";
        line[4] = verdict.goal;
        line[5] = verdict.met ? "yes" : "no";
      }
      lines.push_back(line);
    }
  }
  return MarkdownTable(lines);
}

std::string MachineText(const Report& report) {
  const Machine& machine = report.machine;
  std::string text =
      Format("%s, %u processors, %.0f GiB, %s; %s; vectors %s; %s.\n\n", machine.processor.c_str(),
             machine.processors, machine.memory_gib, machine.system.c_str(),
             machine.compiler.c_str(), machine.vectors.c_str(), machine.date.c_str());
  text += Format("Image: %s, %u x %u, four channels. Median of %u rounds. ", report.image.c_str(),
                 report.columns, report.rows, report.rounds);
  text +=
      Format("Other processes took %.0f%% of the CPUs meanwhile.\n\n", 100 * report.others_share);
  for (const PeerInfo& peer : report.peers) {
    text +=
        "- " + peer.name + (peer.missing.empty() ? " " + peer.version : ": " + peer.missing) + "\n";
  }
  std::vector<Cells> lines = {{"bits, threads", "read GB/s", "write GB/s",
                               "float multiply-adds, 1e9/s",
                               "16-bit integer multiply-adds, 1e9/s"}};
  for (const Rates& rates : report.rates) {
    lines.push_back({Format("%u, %u", rates.depth, rates.threads), Format("%.1f", rates.read_gbs),
                     Format("%.1f", rates.write_gbs), Format("%.1f", rates.fma_g),
                     Format("%.1f", rates.integer_g)});
  }
  return text + "\n" + MarkdownTable(lines);
}

std::string Summary(const Report& report) {
  unsigned goals = 0, met = 0;
  for (const RowResult& result : report.results) {
    const Verdict verdict = Judge(result, report);
    goals += verdict.goal_ms > 0;
    met += verdict.met;
  }
  return Format("\nGoals met: %u of %u.\n", met, goals);
}

std::string LeftOutText(const Report& report) {
  std::string text;
  for (const RowResult& result : report.results) {
    for (const std::string& peer : result.left_out) {
      text += Format("- %s, %u bits, %u thread%s: ", result.title.c_str(), result.depth,
                     result.threads, result.threads == 1 ? "" : "s") +
              peer + "\n";
    }
  }
  return text.empty() ? "" : "\nNot timed, because the result is not Lodestone's:\n\n" + text;
}

}  // namespace

std::string Markdown(const Report& report) {
  std::string text = MachineText(report) + Summary(report) + LeftOutText(report);
  for (const Group& group : Groups(report)) {
    if (group.threads == 0) {
      text += Format("\n### Whole process, Lodestone of %u bits\n\n", group.depth) +
              ProcessTable(group, report);
      continue;
    }
    text += Format("\n### %u bits, %u thread%s\n\n", group.depth, group.threads,
                   group.threads == 1 ? "" : "s");
    text += TimeTable(group, report) + "\nRoofline:\n\n" + FloorTable(group, report);
    if (group.threads == 1) {
      text += "\nMean difference from Lodestone's result:\n\n" + DifferenceTable(group, report);
    }
  }
  return text;
}

}  // namespace lodestone::bench
