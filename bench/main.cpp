// bench/peers: Lodestone and other image libraries on the same pixels in one run.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "bench/machine.hpp"
#include "bench/measure.hpp"
#include "bench/modules.hpp"
#include "bench/options.hpp"
#include "bench/picture.hpp"
#include "bench/processes.hpp"
#include "bench/rates.hpp"
#include "bench/roofline.hpp"
#include "bench/table.hpp"

namespace lodestone::bench {
namespace {

constexpr const char* kBackgrounds = "/usr/share/backgrounds/mate/";

// A line that is overwritten on a terminal, and one line a step elsewhere.
void Progress(const std::string& text) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  std::fprintf(stderr, terminal ? "\r\033[K%s" : "%s\n", text.c_str());
  std::fflush(stderr);
}

bool Wanted(const Row& row, const Options& options) {
  if (options.rows.empty()) return true;
  return std::any_of(options.rows.begin(), options.rows.end(), [&](const std::string& part) {
    return std::string(row.id).find(part) != std::string::npos;
  });
}

Picture ChoosePicture(const Options& options, std::string& name) {
  const std::string installed = std::string(kBackgrounds) + "abstract/Elephants_5640x3172.jpg";
  std::string path = options.photo;
  if (path.empty() && options.synthetic_columns == 0 && std::filesystem::exists(installed)) {
    path = installed;
  }
  if (!path.empty()) {
    name = std::filesystem::path(path).filename().string();
    return ReadPicture(path);
  }
  name = "synthetic";
  if (options.synthetic_columns != 0) {
    return SyntheticPicture(options.synthetic_columns, options.synthetic_rows, QuantumDepth);
  }
  return SyntheticPicture(kPublishedColumns, kPublishedRows, QuantumDepth);
}

void AddProcesses(const Options& options, Report& report) {
  std::string photo = options.process_photo;
  if (photo.empty()) photo = std::string(kBackgrounds) + "nature/Wood.jpg";
  if (options.program.empty() || !std::filesystem::exists(photo)) return;
  Progress("Whole processes");
  RowResult result = MeasureProcesses(options.program, photo, options.rounds);
  result.depth = QuantumDepth;
  report.results.push_back(result);
}

void AddRows(const Options& options, const Pictures& pictures, const std::vector<Peer*>& peers,
             Report& report) {
  std::vector<const Row*> rows;
  for (const Row& row : Rows()) {
    if (Wanted(row, options)) rows.push_back(&row);
  }
  std::size_t done = 0;
  for (const unsigned threads : options.threads) {
    Progress("Memory and arithmetic, threads: " + std::to_string(threads));
    report.rates.push_back(MeasureRates(threads, pictures.opaque.ByteCount()));
    for (const Row* row : rows) {
      Progress("Row " + std::to_string(++done) + " of " +
               std::to_string(rows.size() * options.threads.size()) + ": " + row->title +
               ", threads: " + std::to_string(threads));
      RowResult result = MeasureRow(*row, pictures, peers, threads, options.rounds);
      AddFloors(*row, report.columns, report.rows, report.rates.back(), result);
      report.results.push_back(result);
    }
  }
  Progress("");
}

Report Measure(const Options& options) {
  Report report;
  report.rounds = options.rounds;
  AddProcesses(options, report);
  report.machine = DescribeMachine();
  const Peers peers = OpenPeers();
  report.peers = peers.infos;
  Pictures pictures;
  pictures.opaque = ChoosePicture(options, report.picture);
  pictures.alpha = WithAlpha(pictures.opaque);
  report.columns = pictures.opaque.columns;
  report.rows = pictures.opaque.rows;
  AddRows(options, pictures, peers.usable, report);
  return report;
}

Report Read(const std::vector<std::string>& files) {
  Report report = ReadJson(files.front());
  for (std::size_t i = 1; i < files.size(); ++i) Merge(ReadJson(files[i]), report);
  return report;
}

int Run(int count, char** arguments) {
  const Options options = ParseOptions(count, arguments);
  if (options.help) {
    std::fputs(Usage(), stdout);
    return 0;
  }
  const Report report = options.from.empty() ? Measure(options) : Read(options.from);
  if (!options.json.empty()) WriteJson(report, options.json);
  WriteText(Markdown(report), options.markdown.empty() ? "-" : options.markdown);
  return 0;
}

}  // namespace
}  // namespace lodestone::bench

int main(int count, char** arguments) {
  // Worker threads of OpenMP would go on spinning into the next competitor's time.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  try {
    return lodestone::bench::Run(count, arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peers: %s\n", error.what());
    return 1;
  }
}
