#include "bench/gpu_table.hpp"

#include <algorithm>
#include <vector>

#include "bench/gpu_rows.hpp"
#include "bench/text.hpp"
#include "utilities/measure/statistics.hpp"

namespace lodestone::bench {
namespace {

using Json = nlohmann::json;

std::vector<double> Values(const Json& object, const char* field) {
  const auto found = object.find(field);
  return found == object.end() ? std::vector<double>() : found->get<std::vector<double>>();
}

double MedianOf(const Json& object, const char* field) {
  return measure::Median(Values(object, field));
}

double Number(const Json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

// Three significant digits, also of microseconds.
std::string Time(double milliseconds) {
  if (milliseconds <= 0) return "-";
  return milliseconds < 0.995 ? Format("%.3f", milliseconds) : Milliseconds(milliseconds);
}

std::string MedianAndMinimum(const std::vector<double>& values) {
  if (values.empty()) return "-";
  return Time(measure::Median(values)) + " (" +
         Time(*std::min_element(values.begin(), values.end())) + ")";
}

std::string Ratio(double ratio) {
  return ratio <= 0 ? "-" : Format("%.2f", ratio);
}

double Quotient(double a, double b) {
  return a > 0 && b > 0 ? a / b : 0;
}

std::string Aligned(const std::vector<Cells>& lines) {
  return TableOf(lines).ToText(cli::Table::Style::kIndented);
}

// The best median rate of all rows: small transfers do not saturate the link.
double BestRate(const Json& rows, const char* memory, const char* direction) {
  double best = 0;
  for (const Json& row : rows) {
    const auto rates = row.find(memory);
    if (rates != row.end()) best = std::max(best, MedianOf(*rates, direction));
  }
  return best;
}

std::string Warm(const Json& document) {
  std::vector<Cells> lines{{"warm, ms: median (min)", "pageable", "pinned", "link floor",
                            "pageable/floor", "pinned/floor", "CPU"}};
  for (const Json& row : document["rows"])
    lines.push_back({row["name"], MedianAndMinimum(Values(row, "pageable")),
                     MedianAndMinimum(Values(row, "pinned")), Time(Number(row, "link_floor")),
                     Ratio(Number(row, "pageable_to_floor")), Ratio(Number(row, "pinned_to_floor")),
                     MedianAndMinimum(Values(row, "native"))});
  lines.push_back({"mark", "", "", "", Ratio(kPageableMark), Ratio(kPinnedMark), ""});
  return Aligned(lines);
}

// Of the other library, 0 if it has no such row.
double PeerTime(const Json& document, const Json& row) {
  const auto peer = document.find("peer");
  return peer == document.end() ? 0
                                : Number(peer->at("rows"), row["row"].get<std::string>().c_str());
}

std::string Resident(const Json& document) {
  std::vector<Cells> lines{{"resident, ms: median (min)", "kernel", "whole call", "memory floor",
                            "kernel/floor", "mark", "kernel/mark"}};
  const bool has_peer = document.contains("peer");
  if (has_peer) {
    const std::string name = document["peer"]["name"];
    lines[0].insert(lines[0].end(), {name, "kernel/" + name});
  }
  for (const Json& row : document["rows"]) {
    lines.push_back({row["name"], MedianAndMinimum(Values(row, "kernel")),
                     MedianAndMinimum(Values(row, "resident")), Time(Number(row, "memory_floor")),
                     Ratio(Number(row, "kernel_to_floor")), Time(Number(row, "resident_mark")),
                     Ratio(Number(row, "kernel_to_mark"))});
    if (!has_peer) continue;
    const double peer = PeerTime(document, row);
    lines.back().insert(lines.back().end(),
                        {Time(peer), Ratio(Quotient(MedianOf(row, "kernel"), peer))});
  }
  return Aligned(lines);
}

// From the process with the median total.
const Json* MedianProcess(const Json& processes) {
  if (processes.empty()) return nullptr;
  std::vector<const Json*> sorted;
  for (const Json& process : processes) sorted.push_back(&process);
  std::sort(sorted.begin(), sorted.end(),
            [](const Json* a, const Json* b) { return Number(*a, "total") < Number(*b, "total"); });
  return sorted[sorted.size() / 2];
}

std::string FirstCalls(const Json& document) {
  const std::vector<const char*> parts{"open",      "context", "load",   "compile",
                                       "self-test", "upload",  "kernel", "download"};
  std::vector<Cells> lines{{"first call, ms", "total"}};
  lines[0].insert(lines[0].end(), parts.begin(), parts.end());
  lines[0].push_back("rest");
  const auto add = [&](const std::string& name, const Json& process) {
    Cells line{name, Time(Number(process, "total"))};
    double rest = Number(process, "total");
    for (const char* part : parts) {
      line.push_back(Time(Number(process["parts"], part)));
      rest -= Number(process["parts"], part);
    }
    line.push_back(Time(rest));
    lines.push_back(line);
  };
  for (const Json& row : document["rows"]) {
    if (row.contains("first_ever")) add(std::string(row["name"]) + ", ever", row["first_ever"]);
    const Json* process = row.contains("first_calls") ? MedianProcess(row["first_calls"]) : nullptr;
    if (process) add(std::string(row["name"]) + ", of a process", *process);
  }
  return Aligned(lines);
}

// One call for each of several sizes, and one for all.
std::string Sizes(const Json& document) {
  const auto found = document.find("sizes");
  if (found == document.end()) return "";
  std::string text = "Lanczos to";
  for (const Json& size : found->at("sizes")) text += " " + size.get<std::string>();
  text += ", ms:\n";
  for (const char* where : {"device", "cpu"}) {
    const double separate = MedianOf(found->at(where), "separate");
    const double together = MedianOf(found->at(where), "together");
    text += Format("%-7s a call for each %s, one for all %s (%.2f)\n", where,
                   Time(separate).c_str(), Time(together).c_str(), Quotient(together, separate));
  }
  return text;
}

std::string Throughput(const Json& document) {
  std::string text;
  for (const Json& part : document.value("throughput", Json::array())) {
    text +=
        Format("%s, %d threads, %s: %.1f images a second;", part["row"].get<std::string>().c_str(),
               part["threads"].get<int>(), part["devices"].get<std::string>().c_str(),
               part["images_per_second"].get<double>());
    for (const auto& [device, calls] : part["by_device"].items())
      text += Format(" %d by %s", calls.get<int>(), device.c_str());
    text += "\n";
  }
  return text;
}

std::string Rates(const Json& document) {
  const Json& link = document["link"];
  const auto rate = [&](const char* name) {
    return Number(link, name) > 0 ? Format("%.1f", Number(link, name)) : std::string("-");
  };
  return "link, GB/s: pinned " + rate("pinned_up") + " up, " + rate("pinned_down") +
         " down; pageable " + rate("pageable_up") + " up, " + rate("pageable_down") + " down" +
         "\ndevice memory, GB/s read and written: " +
         (Number(document, "memory_bandwidth") > 0
              ? Format("%.0f", Number(document, "memory_bandwidth"))
              : std::string("-")) +
         " (" + document.value("memory_bandwidth_from", "not measured") + ")\n";
}

// As many bytes are written as are read, and bytes per nanosecond are gigabytes per second.
void AddMemoryRate(Json& document) {
  const auto copy = document.find("memory_copy");
  if (copy == document.end()) return;
  const double bytes = Number(*copy, "bytes");
  document["memory_bandwidth"] = Quotient(2 * bytes, MedianOf(*copy, "ns"));
  document["memory_bandwidth_from"] = Format("copies of %.0f MiB on the device", bytes / (1 << 20));
}

bool IsSame(const Json& object) {
  return object.value("same", true);
}

}  // namespace

void AddFloors(Json& document) {
  AddMemoryRate(document);
  Json& link = document["link"];
  const Json& measured = document["rows"];
  const struct {
    const char *name, *memory, *direction;
  } rates[] = {{"pinned_up", "pinned_rates", "up"},
               {"pinned_down", "pinned_rates", "down"},
               {"pageable_up", "pageable_rates", "up"},
               {"pageable_down", "pageable_rates", "down"}};
  for (const auto& rate : rates)
    if (!link.contains(rate.name))
      link[rate.name] = BestRate(measured, rate.memory, rate.direction);
  const double up = Number(link, "pinned_up"), down = Number(link, "pinned_down");
  const double memory = Number(document, "memory_bandwidth");
  const int depth = document["quantum_depth"];
  for (Json& row : document["rows"]) {
    // Bytes divided by gigabytes per second give nanoseconds.
    const double moved =
        Quotient(Number(row, "bytes_up"), up) + Quotient(Number(row, "bytes_down"), down);
    row["link_floor"] = Number(row, "bytes_up") < Number(row, "source_bytes") ? 0 : 1e-6 * moved;
    row["memory_floor"] =
        1e-6 * Quotient(Number(row, "source_bytes") + Number(row, "result_bytes"), memory);
    row["resident_mark"] = Number(row, "source_bytes") == kMarkedPixels * 4.0 * depth / 8
                               ? FindGpuRow(row["row"]).resident_mark_ms[depth == 16 ? 1 : 0]
                               : 0;
    row["pinned_to_floor"] = Quotient(MedianOf(row, "pinned"), row["link_floor"]);
    row["pageable_to_floor"] = Quotient(MedianOf(row, "pageable"), row["link_floor"]);
    row["kernel_to_floor"] = Quotient(MedianOf(row, "kernel"), row["memory_floor"]);
    row["kernel_to_mark"] = Quotient(MedianOf(row, "kernel"), row["resident_mark"]);
  }
}

std::string GpuTable(const Json& document) {
  std::string text =
      Format("%s, driver %s\n%d bits a sample, %s, medians of %d\n",
             document["device"].get<std::string>().c_str(),
             document["driver"].get<std::string>().c_str(), document["quantum_depth"].get<int>(),
             document["image"].get<std::string>().c_str(), document["iterations"].get<int>());
  text += Rates(document);
  for (const std::string& part : {Warm(document), Resident(document), FirstCalls(document),
                                  Sizes(document), Throughput(document)})
    if (!part.empty()) text += "\n" + part;
  text += AllSame(document) ? "\nall results equal those of the CPU, sample by sample\n"
                            : "\nRESULTS DIFFER from the CPU\n";
  return text;
}

bool AllSame(const Json& document) {
  if (!IsSame(document.value("sizes", Json::object()))) return false;
  for (const Json& row : document["rows"]) {
    if (!IsSame(row) || !IsSame(row.value("first_ever", Json::object()))) return false;
    for (const Json& process : row.value("first_calls", Json::array()))
      if (!IsSame(process)) return false;
  }
  for (const Json& part : document.value("throughput", Json::array()))
    if (!IsSame(part)) return false;
  return true;
}

}  // namespace lodestone::bench
