#include "utilities/events/report/report_data.hpp"

#include <algorithm>
#include <utility>

#include "utilities/events/read/work.hpp"

namespace lodestone::cli {
namespace {

constexpr const char* kWarmUp = "warm-up";

// The entry of `key`, created by `make` while there is room, otherwise null.
template <typename Map, typename Make>
typename Map::mapped_type* EntryOf(Map& map, const typename Map::key_type& key, std::size_t most,
                                   Make make) {
  const auto found = map.find(key);
  if (found != map.end()) return &found->second;
  if (map.size() >= most) return nullptr;
  return &map.emplace(key, make()).first->second;
}

bool Longer(const TimelineCall& a, const TimelineCall& b) {
  return a.record.actual_ns > b.record.actual_ns;
}

template <typename Map, typename Total>
auto LongestFirst(const Map& map, Total total) {
  std::vector<const typename Map::mapped_type*> entries;
  for (const auto& [key, entry] : map) entries.push_back(&entry);
  std::stable_sort(entries.begin(), entries.end(),
                   [&](auto* a, auto* b) { return total(*a) > total(*b); });
  return entries;
}

// Long details that matter only for diagnosis are not kept with a call.
EventRecord WithoutWords(EventRecord record) {
  record.detail.clear();
  record.kernels.clear();
  record.detail.shrink_to_fit();
  record.kernels.shrink_to_fit();
  return record;
}

}  // namespace

void ReportPhase::Add(const EventRecord& record) {
  CallTimes::Add(record);
  sample.Add(record.milliseconds());
  const CallParts split = SplitCall(record);
  for (std::size_t i = 0; i < kCallParts; ++i) parts[i] += split[i];
}

std::string ChannelsText(const EventRecord& record) {
  if (record.samples == 1) return "grey";
  return record.alpha ? "alpha" : "";
}

std::size_t ReportData::PathOf(const EventRecord& record) {
  const auto same = [&](const ReportPath& path) {
    return path.accelerator == record.accelerator && path.device == record.device;
  };
  const auto found = std::find_if(paths_.begin(), paths_.end(), same);
  if (found != paths_.end()) return static_cast<std::size_t>(found - paths_.begin());
  if (paths_.size() + 1 < kMaxPaths) {
    paths_.push_back({record.accelerator, record.device, IsCpu(record)});
  } else if (paths_.size() < kMaxPaths) {
    paths_.push_back({kOthers, kOthers, false});
  }
  return paths_.size() - 1;
}

void ReportData::AddTime(const EventRecord& record, std::size_t log, std::size_t path) {
  if (record.end_ns == 0) return;
  ++timed_calls_;
  timed_ms_ += record.milliseconds();
  const auto start = record.end_ns - static_cast<std::int64_t>(record.actual_ns);
  first_ns_ = first_ns_ == 0 ? start : std::min(first_ns_, start);
  last_ns_ = std::max(last_ns_, record.end_ns);
  if (timeline_.size() >= kTimelineCalls) {
    if (record.actual_ns <= timeline_.front().record.actual_ns) return;
    std::pop_heap(timeline_.begin(), timeline_.end(), Longer);
    timeline_.pop_back();
  }
  timeline_.push_back({WithoutWords(record), log, path});
  std::push_heap(timeline_.begin(), timeline_.end(), Longer);
}

void ReportData::AddToHost(const EventRecord& record, std::size_t path) {
  if (record.host.empty()) return;
  CallsOnPath& calls = hosts_[KeyWithin(hosts_, record.host, kMaxHosts - 1, kOthers)][path];
  ++calls.calls;
  calls.total_ms += record.milliseconds();
}

void ReportData::AddToGroup(const EventRecord& record, std::size_t path) {
  const std::string size_class = ClassText(record.geometry);
  ReportGroup* group = EntryOf(groups_, {record.operation, size_class, path}, kMaxGroups, [&] {
    return ReportGroup{record.operation, size_class, path, {}, {}};
  });
  if (group == nullptr) {
    ++left_out_;
    return;
  }
  const bool cold = IsCold(record);
  (cold ? group->cold : group->warm).Add(record);
  if (cold || record.predicted_ns <= 0 || record.actual_ns <= 0) return;
  group->actual_to_predicted.Add(record.actual_ns / record.predicted_ns);
  Reservoir<PredictedCall>* sample = EntryOf(predictions_, path, kMaxPredictedPaths, [] {
    return Reservoir<PredictedCall>(kPredictedCalls);
  });
  if (sample != nullptr) sample->Add({record.predicted_ns / 1e6, record.milliseconds()});
}

void ReportData::AddToSpeed(const EventRecord& record, std::size_t path) {
  if (!record.geometry.known() || IsCold(record)) return;
  const std::string shape = ShapeText(record.geometry), channels = ChannelsText(record);
  ReportSpeed* speed = EntryOf(speeds_, {record.operation, shape, channels}, kMaxSpeeds, [&] {
    return ReportSpeed{record.operation, shape, channels, {}};
  });
  if (speed == nullptr) return;
  Reservoir<double>* times = EntryOf(speed->paths[path], Megapixels(record.geometry), kMaxSizes,
                                     [] { return Reservoir<double>(kSizeSamples); });
  if (times == nullptr) return;
  times->Add(record.milliseconds());
  speed->total_ms += record.milliseconds();
}

void ReportData::AddForComparison(const EventRecord& record) {
  if (!record.done() || record.operation == kWarmUp) return;
  const std::size_t path = PathOf(record);
  const std::string size = SizeText(record.geometry), channels = ChannelsText(record);
  ReportWork* work = EntryOf(works_, {record.operation, size, channels}, kMaxWorks, [&] {
    return ReportWork{record.operation, size, channels, {}};
  });
  if (work != nullptr) {
    WorkOnPath& on_path = work->paths[path];
    const bool cold = IsCold(record);
    (cold ? on_path.cold : on_path.warm).Add(record.milliseconds());
    (cold ? on_path.cold_ms : on_path.warm_ms) += record.milliseconds();
  }
  AddToSpeed(record, path);
}

void ReportData::AddFallback(const EventRecord& record) {
  ReportFallback& fallback = fallbacks_[KeyWithin(fallbacks_, record.reason, kMaxReasons, kOthers)];
  fallback.CountRefusal(record.refusal);
  ++fallback.operations[KeyWithin(fallback.operations, record.operation, kMaxNames, kOthers)];
  const std::string& who = record.refuser_device.empty() ? record.refuser : record.refuser_device;
  if (fallback.refusers.size() < kMaxNames) fallback.refusers.insert(who);
  const std::string detail = record.detail.substr(0, kDetailLength);
  std::vector<std::string>& details = fallback.details;
  if (detail.empty() || details.size() >= kMaxDetails ||
      std::find(details.begin(), details.end(), detail) != details.end()) {
    return;
  }
  details.push_back(detail);
}

void ReportData::Add(const EventRecord& record, std::size_t log) {
  ++records_;
  if (record.has_refusal()) AddFallback(record);
  if (!record.has_call()) return;
  if (!record.done()) {
    ++undone_;
    return;
  }
  if (record.operation == kWarmUp) {
    warm_ups_.Add(record);
    return;
  }
  ++calls_;
  const std::size_t path = PathOf(record);
  ++paths_[path].calls;
  paths_[path].total_ms += record.milliseconds();
  AddToHost(record, path);
  AddTime(record, log, path);
  AddToGroup(record, path);
}

std::vector<const ReportGroup*> ReportData::Groups() const {
  return LongestFirst(groups_, [](const ReportGroup& group) { return group.total_ms(); });
}

std::vector<const ReportWork*> ReportData::Works() const {
  return LongestFirst(works_, [](const ReportWork& work) {
    double total_ms = 0;
    for (const auto& [path, times] : work.paths) total_ms += times.total_ms();
    return total_ms;
  });
}

std::vector<const ReportSpeed*> ReportData::Speeds() const {
  return LongestFirst(speeds_, [](const ReportSpeed& speed) { return speed.total_ms; });
}

std::vector<TimelineCall> ReportData::Timeline() const {
  std::vector<TimelineCall> calls = timeline_;
  std::stable_sort(calls.begin(), calls.end(), [](const TimelineCall& a, const TimelineCall& b) {
    return std::pair(a.start_ns(), a.record.end_ns) < std::pair(b.start_ns(), b.record.end_ns);
  });
  return calls;
}

}  // namespace lodestone::cli
