#include "utilities/events/trace/trace_tracks.hpp"

namespace lodestone::cli {
namespace {

constexpr unsigned kRowsBetween = 100;  // leaves room for the lanes of a row below it
constexpr std::uint64_t kDevicesFrom = 1'000'000;

}  // namespace

TraceTracks::Group& TraceTracks::GroupOf(const TraceRow& row) {
  Group& group = groups_[row.group];
  if (group.pid != 0) return group;
  group.pid = row.pid != 0 ? row.pid : next_pid_++;
  const std::uint64_t order = row.device ? kDevicesFrom + ++devices_ : ++processes_;
  file_->AddName("process", group.pid, 0, row.group, order);
  return group;
}

TraceTracks::Track& TraceTracks::TrackOf(const TraceRow& row) {
  const auto key = std::make_pair(row.group, row.name);
  const auto found = tracks_.find(key);
  if (found != tracks_.end()) return found->second;
  if (tracks_.size() >= kMaxTracks) {
    tracks_.clear();
    groups_.clear();
  }
  Group& group = GroupOf(row);
  if (row.thread) ++threads_;
  Track& track = tracks_[key];
  track.pid = group.pid;
  track.order = kRowsBetween * (row.order != 0 ? row.order : ++group.rows);
  return track;
}

std::uint64_t TraceTracks::TidOf(const TraceRow& row, Track* track, std::size_t lane) {
  std::uint64_t& tid = track->tids[lane];
  if (tid != 0) return tid;
  tid = lane == 0 && row.tid != 0 ? row.tid : next_tid_++;
  const std::string name = lane == 0 ? row.name : row.name + " (" + std::to_string(lane + 1) + ")";
  file_->AddName("thread", track->pid, tid, name, track->order + lane);
  return tid;
}

TracePosition TraceTracks::Place(const TraceRow& row, const TraceSpan& span,
                                 std::int64_t tolerance_ns) {
  Track& track = TrackOf(row);
  const TraceTrack::Place place = track.lanes.Add(span, tolerance_ns);
  return {track.pid, TidOf(row, &track, place.lane), place.span, place.holds_others};
}

TracePosition TraceTracks::Mark(const TraceRow& row, const TraceSpan& span) {
  Track& track = TrackOf(row);
  return {track.pid, TidOf(row, &track, 0), span};
}

}  // namespace lodestone::cli
