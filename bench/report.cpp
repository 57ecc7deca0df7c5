#include "bench/report.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "utilities/measure/statistics.hpp"

namespace lodestone::bench {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Timing, name, median_ms, minimum_ms, spread, difference,
                                   peak_mib, rounds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RowResult, id, title, depth, threads, timings,
                                                left_out, copy_ms, published_ms, carried_over_ms,
                                                memory_floor_ms, arithmetic_floor_ms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Rates, depth, threads, read_gbs, write_gbs, fma_g, integer_g)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Machine, processor, system, compiler, vectors, date, processors,
                                   memory_gib)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PeerInfo, name, version, missing)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report, machine, image, columns, rows, rounds, others_share,
                                   peers, rates, results)

Timing Summarize(const std::string& name, const std::vector<double>& times_ms) {
  Timing timing;
  timing.name = name;
  timing.median_ms = measure::Median(times_ms);
  timing.minimum_ms = *std::min_element(times_ms.begin(), times_ms.end());
  timing.spread = measure::Spread(times_ms);
  timing.rounds = static_cast<unsigned>(times_ms.size());
  return timing;
}

void WriteText(const std::string& text, const std::string& path) {
  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "w");
  bool good = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr) good = (file == stdout ? std::fflush(file) : std::fclose(file)) == 0 && good;
  if (!good) throw std::runtime_error("cannot write " + path);
}

void WriteJson(const Report& report, const std::string& path) {
  WriteText(nlohmann::json(report).dump(1) + "\n", path);
}

Report ReadJson(const std::string& path) {
  std::ifstream file(path);
  try {
    return nlohmann::json::parse(file).get<Report>();
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

namespace {

bool SameRow(const RowResult& a, const RowResult& b) {
  return a.id == b.id && a.depth == b.depth && a.threads == b.threads;
}

void MergePeer(const PeerInfo& peer, std::vector<PeerInfo>& peers) {
  const auto same = std::find_if(peers.begin(), peers.end(),
                                 [&](const PeerInfo& known) { return known.name == peer.name; });
  if (same == peers.end()) {
    peers.push_back(peer);
  } else if (!same->missing.empty()) {
    *same = peer;
  }
}

}  // namespace

void Merge(const Report& other, Report& report) {
  report.others_share = std::max(report.others_share, other.others_share);
  for (const PeerInfo& peer : other.peers) MergePeer(peer, report.peers);
  for (const Rates& rates : other.rates) {
    std::erase_if(report.rates, [&](const Rates& known) {
      return known.depth == rates.depth && known.threads == rates.threads;
    });
    report.rates.push_back(rates);
  }
  for (const RowResult& result : other.results) {
    std::erase_if(report.results, [&](const RowResult& known) { return SameRow(known, result); });
    report.results.push_back(result);
  }
}

}  // namespace lodestone::bench
