#include "utilities/events/summary/summary.hpp"

#include <algorithm>
#include <utility>

#include "utilities/events/read/work.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxNames = 32;

void CountReason(EventGroup* group, const std::string& reason, std::uint64_t count) {
  auto& reasons = group->reasons;
  reasons[KeyWithin(reasons, reason, kMaxNames, kOthers)] += count;
}

void AddKernels(EventGroup* group, const std::string& kernels) {
  if (!kernels.empty() && group->kernels.size() < kMaxNames) group->kernels.insert(kernels);
}

}  // namespace

CallTally EventGroup::All() const {
  CallTally all = first;
  all.Merge(later);
  return all;
}

void EventGroup::Merge(const EventGroup& other) {
  first.Merge(other.first);
  later.Merge(other.later);
  RefusalCounts::Merge(other);
  for (const auto& [reason, count] : other.reasons) CountReason(this, reason, count);
  for (const std::string& names : other.kernels) AddKernels(this, names);
}

EventGroup& EventSummary::GroupOf(const EventRecord& record, const std::string& accelerator,
                                  const std::string& device) {
  Key key{record.operation, ClassText(record.geometry), accelerator, device};
  const auto found = groups_.find(key);
  if (found != groups_.end()) return found->second;
  if (groups_.size() >= kMaxGroups) {
    key = {kOthers, "", kOthers, ""};
  } else {
    const double size = Megapixels(record.geometry);
    const auto known = sizes_.try_emplace(std::get<1>(key), size).first;
    known->second = std::min(known->second, size);
  }
  EventGroup& group = groups_[key];
  std::tie(group.operation, group.work, group.accelerator, group.device) = key;
  return group;
}

void EventSummary::AddCall(const EventRecord& record) {
  EventGroup& group = GroupOf(record, record.accelerator, record.device);
  if (record.outcome == EventOutcome::kDone) {
    (IsCold(record) ? group.first : group.later).Add(record);
  } else {
    group.CountRefusal(record.outcome);
  }
  AddKernels(&group, record.kernels);
}

void EventSummary::AddRefusal(const EventRecord& record) {
  EventGroup& group = GroupOf(record, record.refuser, record.refuser_device);
  group.CountRefusal(record.refusal);
  CountReason(&group, record.reason, 1);
}

void EventSummary::Add(const EventRecord& record) {
  ++records_;
  if (record.has_call()) AddCall(record);
  if (record.has_refusal()) AddRefusal(record);
}

std::vector<EventGroup> EventSummary::Groups() const {
  // Declined records may name the device alone.
  std::map<std::string, std::string> accelerators;
  for (const auto& [key, group] : groups_) {
    if (!group.accelerator.empty()) accelerators[group.device] = group.accelerator;
  }
  std::map<std::tuple<std::string, double, Key>, EventGroup> sorted;
  for (const auto& [key, group] : groups_) {
    EventGroup named = group;
    if (named.accelerator.empty()) named.accelerator = accelerators[named.device];
    const double size = group.work.empty() ? 0 : sizes_.at(group.work);
    const Key own{named.operation, named.work, named.accelerator, named.device};
    const auto [place, is_new] = sorted.try_emplace({named.operation, size, own}, named);
    if (!is_new) place->second.Merge(group);
  }
  std::vector<EventGroup> groups;
  for (auto& entry : sorted) groups.push_back(std::move(entry.second));
  return groups;
}

std::vector<EventGroup> TotalsOf(const std::vector<EventGroup>& groups) {
  std::map<std::tuple<std::string, std::string, std::string>, EventGroup> totals;
  for (const EventGroup& group : groups) {
    const auto [place, is_new] =
        totals.try_emplace({group.operation, group.accelerator, group.device}, group);
    place->second.work.clear();
    if (!is_new) place->second.Merge(group);
  }
  std::vector<EventGroup> result;
  for (auto& entry : totals) result.push_back(std::move(entry.second));
  return result;
}

}  // namespace lodestone::cli
