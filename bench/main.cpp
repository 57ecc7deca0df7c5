// bench/peers: Lodestone and other image libraries on the same pixels in one run.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "bench/arguments.hpp"
#include "bench/changes.hpp"
#include "bench/machine.hpp"
#include "bench/measure.hpp"
#include "bench/modules.hpp"
#include "bench/options.hpp"
#include "bench/raw_image.hpp"
#include "bench/processes.hpp"
#include "bench/rates.hpp"
#include "bench/roofline.hpp"

namespace lodestone::bench {
namespace {

// Of the grey image.
constexpr unsigned kGreySide = 4096;

constexpr const char* kBackgrounds = "/usr/share/backgrounds/mate/";

// A line that is overwritten on a terminal; elsewhere one line per step. "" clears it.
void Progress(const std::string& text) {
  if (isatty(STDERR_FILENO) != 0) {
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
  } else if (!text.empty()) {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  std::fflush(stderr);
}

// True if the name contains one of the parts, or if there are none.
bool Wanted(const std::string& name, const std::vector<std::string>& parts) {
  return parts.empty() || std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
           return name.find(part) != std::string::npos;
         });
}

RawImage ChooseImage(const Options& options, std::string& name) {
  const std::string installed = std::string(kBackgrounds) + "abstract/Elephants_5640x3172.jpg";
  std::string path = options.photo;
  if (path.empty() && options.synthetic_columns == 0 && std::filesystem::exists(installed)) {
    path = installed;
  }
  if (!path.empty()) {
    name = std::filesystem::path(path).filename().string();
    return ReadRawImage(path);
  }
  name = "synthetic";
  if (options.synthetic_columns != 0) {
    return SyntheticImage(options.synthetic_columns, options.synthetic_rows, QuantumDepth);
  }
  return SyntheticImage(kPublishedColumns, kPublishedRows, QuantumDepth);
}

void AddProcesses(const Options& options, Report& report) {
  std::string photo = options.process_photo;
  if (photo.empty()) photo = std::string(kBackgrounds) + "nature/Wood.jpg";
  if (options.program.empty() || !std::filesystem::exists(photo)) return;
  Progress("Whole processes");
  for (RowResult& result : MeasureProcesses(options.program, photo, options.rounds)) {
    result.depth = QuantumDepth;
    report.results.push_back(std::move(result));
  }
}

void AddRates(const Options& options, const RawImage& raw, Report& report) {
  for (const unsigned threads : options.threads) {
    Progress("Memory and arithmetic, threads: " + std::to_string(threads));
    report.rates.push_back(MeasureRates(threads, raw.ByteCount()));
    report.rates.back().depth = raw.depth;
  }
}

// All thread counts of a row are measured one after the other, so that they can be compared.
void AddRows(const Options& options, const RawImages& raw_images, const std::vector<Peer*>& peers,
             Report& report) {
  std::vector<const Row*> rows;
  for (const Row& row : Rows()) {
    if (Wanted(row.id, options.rows)) rows.push_back(&row);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const Rates& rates : report.rates) {
      Progress("Row " + std::to_string(i + 1) + " of " + std::to_string(rows.size()) + ": " +
               rows[i]->title + ", threads: " + std::to_string(rates.threads));
      RowResult result = MeasureRow(*rows[i], raw_images, peers, rates.threads, options.rounds);
      const RawImage& source = raw_images.For(*rows[i]);
      AddFloors(*rows[i], source.columns, source.rows, rates, result);
      report.results.push_back(result);
    }
  }
  Progress("");
}

Report Measure(const Options& options) {
  Report report;
  const OtherLoad watch;
  report.rounds = options.rounds;
  AddProcesses(options, report);
  report.machine = DescribeMachine();
  Peers peers = OpenPeers();
  report.peers = peers.infos;
  const Peer* own = peers.usable.front();
  std::erase_if(peers.usable, [&](const Peer* peer) {
    return peer != own && !Wanted(peer->Name(), options.peers);
  });
  RawImages raw_images;
  raw_images.opaque = ChooseImage(options, report.image);
  raw_images.alpha = WithAlpha(raw_images.opaque);
  const bool whole = options.synthetic_columns == 0;
  raw_images.grey =
      WithoutColor(SyntheticImage(whole ? kGreySide : options.synthetic_columns,
                                  whole ? kGreySide : options.synthetic_rows, QuantumDepth));
  report.columns = raw_images.opaque.columns;
  report.rows = raw_images.opaque.rows;
  AddRates(options, raw_images.opaque, report);
  AddRows(options, raw_images, peers.usable, report);
  report.others_share = watch.Share();
  return report;
}

Report Read(const std::vector<std::string>& files) {
  Report report = ReadJson(files.front());
  for (std::size_t i = 1; i < files.size(); ++i) Merge(ReadJson(files[i]), report);
  return report;
}

// Throws std::runtime_error if there are any beyond what noise explains.
void PrintChanges(const Report& before, const Report& now) {
  const std::vector<Change> changes = Changes(before, now);
  WriteText("\n" + MarkdownOfChanges(changes), "-");
  const auto real = std::count_if(changes.begin(), changes.end(),
                                  [](const Change& change) { return change.real; });
  if (real != 0) {
    throw std::runtime_error(std::to_string(real) + " of " + std::to_string(changes.size()) +
                             " rows changed by more than 10%");
  }
}

int Run(int count, char** arguments) {
  const Options options = ParseOptions(count, arguments);
  if (options.help) {
    std::fputs(Usage(), stdout);
    return 0;
  }
  const Report report = options.from.empty() ? Measure(options) : Read(options.from);
  if (!options.json.empty()) WriteJson(report, options.json);
  if (!options.svg.empty()) WriteText(Chart(report), options.svg);
  WriteText(Markdown(report), options.markdown.empty() ? "-" : options.markdown);
  for (const RowResult& result : report.results) {
    if (result.left_out.empty()) continue;
    throw std::runtime_error(std::string(result.id) + ": something else was done by " +
                             result.left_out.front());
  }
  if (!options.before.empty()) PrintChanges(ReadJson(options.before), report);
  return 0;
}

}  // namespace
}  // namespace lodestone::bench

int main(int count, char** arguments) {
  // OpenMP workers would otherwise keep spinning into the next competitor's time.
  setenv("OMP_WAIT_POLICY", "passive", 0);
  return lodestone::bench::RunProgram("peers", 1,
                                      [&] { return lodestone::bench::Run(count, arguments); });
}
