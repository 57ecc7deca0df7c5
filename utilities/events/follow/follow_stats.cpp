#include "utilities/events/follow/follow_stats.hpp"

namespace lodestone::cli {

FollowRow& FollowStats::RowOf(const std::string& operation, const std::string& accelerator,
                              const std::string& device) {
  const auto key = KeyWithin(rows_, {operation, device.empty() ? accelerator : device},
                             kMaxRowCount, {kOthers, kOthers});
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
    for (FollowCounts* counts : {&row.total, &row.interval}) {
      if (counts == &row.interval && !live) continue;
      record.done() ? counts->Add(record) : counts->CountRefusal(record.outcome);
    }
  }
  if (record.has_refusal()) {
    FollowRow& row = RowOf(record.operation, record.refuser, record.refuser_device);
    row.total.CountRefusal(record.refusal);
    if (live) row.interval.CountRefusal(record.refusal);
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
