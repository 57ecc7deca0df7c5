#include "utilities/event_summary.hpp"

#include <algorithm>
#include <utility>

namespace lodestone::cli {
namespace {

constexpr const char* kTooManyNames = "(others)";

}  // namespace

void EventSummary::StartFile() {
  seen_.clear();
  pending_kernels_.clear();
}

void EventSummary::AddDamagedLine(const std::string& file, std::uint64_t number) {
  ++damaged_;
  if (damaged_lines_.size() < kMaximumDamagedLines) damaged_lines_.push_back({file, number});
}

void EventSummary::AddLine(const std::string& file, std::uint64_t number, const std::string& line) {
  if (line.find_first_not_of(" \t") == std::string::npos) return;
  EventRecord record;
  const LineKind kind =
      LooksLikeJson(line) ? ParseJsonEvent(line, &record) : ParseTextEvent(line, &record);
  switch (kind) {
    case LineKind::kRecord:
      AddRecord(std::move(record));
      break;
    case LineKind::kKernel: {
      if (pending_kernels_.size() >= kMaximumProcesses) pending_kernels_.clear();
      std::string& kernels = pending_kernels_[record.process];
      if (kernels.size() < kMaximumNameLength) {
        kernels += (kernels.empty() ? "" : ",") + record.kernels;
      }
      break;
    }
    case LineKind::kOther:
      break;
    case LineKind::kDamaged:
      AddDamagedLine(file, number);
      break;
  }
}

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

bool EventSummary::IsFirst(const EventGroup& group, const EventRecord& record) {
  if (record.states_first) return record.first;
  if (seen_.size() >= kMaximumProcesses) return false;
  return seen_.emplace(&group, record.process).second;
}

void EventSummary::AddCall(const EventRecord& record) {
  EventGroup& group = GroupOf(record.operation, record.accelerator, record.device);
  if (record.outcome == EventOutcome::kDone) {
    group.all.Add(record.milliseconds);
    if (IsFirst(group, record)) group.first.Add(record.milliseconds);
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

void EventSummary::AddRecord(EventRecord record) {
  ++records_;
  for (std::string* name : {&record.operation, &record.accelerator, &record.device, &record.refuser,
                            &record.refuser_device, &record.reason}) {
    if (name->size() > kMaximumNameLength) name->resize(kMaximumNameLength);
  }
  const auto pending = pending_kernels_.find(record.process);
  if (pending != pending_kernels_.end() && record.accelerator == "accelerated") {
    record.kernels = std::move(pending->second);
    pending_kernels_.erase(pending);
  }
  if (!record.accelerator.empty()) AddCall(record);
  if (record.refusal != EventOutcome::kDone) AddRefusal(record);
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
