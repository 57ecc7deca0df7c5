#include "utilities/events/read/compare_fetches.hpp"

#include <algorithm>

namespace lodestone::cli {
namespace {

constexpr const char* kFetch = "download";

bool IsResultOf(const EventRecord& call, const EventRecord& fetch) {
  return call.process == fetch.process && call.host == fetch.host && call.device == fetch.device &&
         call.geometry.columns == fetch.geometry.columns &&
         call.geometry.rows == fetch.geometry.rows;
}

}  // namespace

bool FetchJoiner::Join(const EventRecord& fetch) {
  const auto newest = std::find_if(held_.rbegin(), held_.rend(), [&](const EventRecord& call) {
    return IsResultOf(call, fetch);
  });
  if (newest == held_.rend()) return false;
  newest->actual_ns += fetch.actual_ns;
  handler_(*newest);
  held_.erase(std::next(newest).base());
  return true;
}

void FetchJoiner::Add(const EventRecord& record) {
  const bool on_device = record.done() && !record.device.empty() && record.geometry.known();
  if (!on_device) return handler_(record);
  if (record.operation == kFetch) {
    if (!Join(record)) handler_(record);
    return;
  }
  held_.push_back(record);
  if (held_.size() <= kMaxHeld) return;
  handler_(held_.front());
  held_.pop_front();
}

void FetchJoiner::Finish() {
  for (const EventRecord& call : held_) handler_(call);
  held_.clear();
}

}  // namespace lodestone::cli
