#include "utilities/events/summary.hpp"

#include <algorithm>
#include <utility>

namespace lodestone::cli {
namespace {

constexpr const char* kTooManyNames = "(others)";

}  // namespace

EventGroup& EventSummary::GroupOf(const std::string& operation, const std::string& accelerator,
                                  const std::string& device) {
  Key key{operation, accelerator, device};
  const auto found = groups_.find(key);
  if (found != groups_.end()) return found->second;
  if (groups_.size() >= kMaximumGroups) key = {kTooManyNames, kTooManyNames, ""};
  EventGroup& group = groups_[key];
  std::tie(group.operation, group.accelerator, group.device) = key;
  return group;
}

void EventSummary::AddCall(const EventRecord& record) {
  EventGroup& group = GroupOf(record.operation, record.accelerator, record.device);
  if (record.outcome == EventOutcome::kDone) {
    group.all.Add(record.milliseconds());
    if (record.first) group.first.Add(record.milliseconds());
  } else {
    ++(record.outcome == EventOutcome::kDeclined ? group.declined : group.failed);
  }
  if (!record.kernels.empty() && group.kernels.size() < kMaximumNames) {
    group.kernels.insert(record.kernels);
  }
}

void EventSummary::AddRefusal(const EventRecord& record) {
  EventGroup& group = GroupOf(record.operation, record.refuser, record.refuser_device);
  ++(record.refusal == EventOutcome::kDeclined ? group.declined : group.failed);
  const bool room = group.reasons.size() < kMaximumNames || group.reasons.count(record.reason) != 0;
  ++group.reasons[room ? record.reason : kTooManyNames];
}

void EventSummary::Add(const EventRecord& record) {
  ++records_;
  if (record.has_call()) AddCall(record);
  if (record.has_refusal()) AddRefusal(record);
}

std::vector<EventGroup> EventSummary::Groups() const {
  std::vector<EventGroup> groups;
  for (const auto& [key, group] : groups_) {
    if (!group.accelerator.empty()) groups.push_back(group);
  }
  for (const auto& [key, group] : groups_) {
    if (!group.accelerator.empty()) continue;
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const EventGroup& other) {
      return other.operation == group.operation && other.device == group.device;
    });
    if (same == groups.end()) {
      groups.push_back(group);
      continue;
    }
    same->declined += group.declined;
    same->failed += group.failed;
    for (const auto& [reason, count] : group.reasons) same->reasons[reason] += count;
  }
  return groups;
}

}  // namespace lodestone::cli
