// The results of a run. Plain data that converts to JSON and back, so that the runs of both depths
// can be combined in one table.
#pragma once

#include <string>
#include <vector>

namespace lodestone::bench {

struct Timing {
  std::string name;
  double median_ms = 0, minimum_ms = 0;
  double spread = 0;      // half the interquartile range, as a share of the median
  double difference = 0;  // of the result from Lodestone's, in steps of 1/255
  double peak_mib = 0;    // whole processes only: peak memory
  unsigned rounds = 0;
};

// Of one or more times.
Timing Summarize(const std::string& name, const std::vector<double>& times_ms);

struct RowResult {
  std::string id, title;
  unsigned depth = 0, threads = 0;
  std::vector<Timing> timings;  // Lodestone's first
  // Competitors that computed something else and were not timed, and by how much they differed.
  std::vector<std::string> left_out;
  double copy_ms = 0;  // copying the source, measured in between; 0: not measured
  // fast_image_resize on another machine, and that scaled by the ratio of copying times here and
  // there; 0: none.
  double published_ms = 0, carried_over_ms = 0;
  double memory_floor_ms = 0, arithmetic_floor_ms = 0;
};

// The peak rates of the machine with this many threads on images of this depth.
struct Rates {
  unsigned depth = 0, threads = 0;
  double read_gbs = 0, write_gbs = 0;  // 1e9 bytes a second
  double fma_g = 0;                    // 1e9 float multiply-adds a second
  double integer_g = 0;                // 1e9 multiply-adds of 16-bit integers into 32 bits
};

struct Machine {
  std::string processor, system, compiler, vectors, date;
  unsigned processors = 0;  // cores that this process may use
  double memory_gib = 0;
};

struct PeerInfo {
  std::string name, version;
  std::string missing;  // why it was not measured, "" when it was
};

struct Report {
  Machine machine;
  std::string image;
  unsigned columns = 0, rows = 0, rounds = 0;
  double others_share = 0;  // of the CPU, taken by other processes meanwhile: 0 to 1
  std::vector<PeerInfo> peers;
  std::vector<Rates> rates;
  std::vector<RowResult> results;
};

// Throws std::runtime_error naming the file.
void WriteJson(const Report& report, const std::string& path);
Report ReadJson(const std::string& path);

// Merges the results of `other` into `report`; existing rows are replaced.
void Merge(const Report& other, Report& report);

// As Markdown tables that are also readable as plain text; as a bar chart, SVG.
std::string Markdown(const Report& report);
std::string Chart(const Report& report);

// Writes `text` to the file, or standard output for "-". Throws as above.
void WriteText(const std::string& text, const std::string& path);

}  // namespace lodestone::bench
