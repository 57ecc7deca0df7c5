#include "utilities/events/follow/follow_stats.hpp"

#include "utilities/events/read/work.hpp"

namespace lodestone::cli {
namespace {

constexpr const char* kOthers = "(others)";

void Count(EventOutcome outcome, FollowCounts* counts) {
  ++(outcome == EventOutcome::kDeclined ? counts->declined : counts->failed);
}

}  // namespace

FollowRow& FollowStats::RowOf(const std::string& operation, const std::string& accelerator,
                              const std::string& device) {
  auto key = std::make_pair(operation, device.empty() ? accelerator : device);
  if (rows_.size() >= kMaxRowCount && !rows_.contains(key)) key = {kOthers, kOthers};
  FollowRow& row = rows_[key];
  if (row.operation.empty()) row.operation = key.first;
  if (row.accelerator.empty() && key.second != kOthers) row.accelerator = accelerator;
  if (key.second != kOthers) row.device = device;
  return row;
}

void FollowStats::Add(const EventRecord& record, bool live) {
  ++records_;
  ++(live ? interval_records_ : past_records_);
  if (record.has_call()) {
    FollowRow& row = RowOf(record.operation, record.accelerator, record.device);
    const double megapixels = Megapixels(record.geometry);
    for (FollowCounts* counts : {&row.total, &row.interval}) {
      if (counts == &row.interval && !live) continue;
      if (!record.done()) {
        Count(record.outcome, counts);
        continue;
      }
      counts->times.Add(record.milliseconds());
      counts->megapixels += megapixels;
    }
  }
  if (record.has_refusal()) {
    FollowRow& row = RowOf(record.operation, record.refuser, record.refuser_device);
    Count(record.refusal, &row.total);
    if (live) Count(record.refusal, &row.interval);
  }
}

void FollowStats::EndInterval() {
  interval_records_ = 0;
  for (auto& [key, row] : rows_) {
    row.live_calls += static_cast<double>(row.interval.times.count());
    row.live_megapixels += row.interval.megapixels;
    row.interval = {};
  }
}

std::vector<const FollowRow*> FollowStats::Rows() const {
  std::vector<const FollowRow*> rows;
  for (const auto& [key, row] : rows_) rows.push_back(&row);
  return rows;
}

}  // namespace lodestone::cli
