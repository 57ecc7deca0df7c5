#include "utilities/events/compare/compare_side.hpp"

#include "utilities/events/read/work.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMaxNames = 32;
constexpr unsigned kDefaultSamples = 4;  // for builds that do not state them

WorkKey KeyOf(const EventRecord& call, bool by_accelerator) {
  WorkKey key;
  key.operation = call.operation;
  if (by_accelerator) key.accelerator = call.accelerator;
  if (!call.geometry.known()) return key;
  key.geometry = call.geometry;
  key.samples = call.samples == 0 ? kDefaultSamples : call.samples;
  key.alpha = call.alpha;
  return key;
}

}  // namespace

WorkKey WorkKey::WithoutSizes() const {
  WorkKey key;
  key.operation = operation;
  key.accelerator = accelerator;
  return key;
}

std::string WorkKey::Shape() const {
  std::string text = SizeText(geometry);
  if (samples == 1) text += ", grey";
  if (alpha) text += ", alpha";
  return text;
}

std::string WorkKey::Title() const {
  std::string text = operation;
  if (!accelerator.empty()) text += " by " + accelerator;
  const std::string shape = Shape();
  return shape.empty() ? text : text + ", " + shape;
}

std::tuple<const std::string&, const std::string&, std::uint64_t, std::uint64_t, std::uint64_t,
           std::uint64_t, unsigned, bool>
WorkKey::Order() const {
  return {operation,
          accelerator,
          geometry.source_columns,
          geometry.source_rows,
          geometry.columns,
          geometry.rows,
          samples,
          alpha};
}

void WorkTimes::Add(const EventRecord& call) {
  (IsCold(call) ? cold : warm).Add(call.actual_ns);
  const std::pair who(call.accelerator, call.device);
  if (done_by.size() < kMaxNames || done_by.contains(who)) ++done_by[who];
}

void LogSide::Add(const EventRecord& record) {
  if (!record.done()) return;
  const bool cold = IsCold(record);
  ++(cold ? cold_calls_ : warm_calls_);
  (cold ? cold_ns_ : warm_ns_) += record.actual_ns;
  const WorkKey key = KeyOf(record, by_accelerator_);
  const WorkKey pooled = key.WithoutSizes();
  const bool full = (works_.size() >= kMaxWorks && !works_.contains(key)) ||
                    (pooled_.size() >= kMaxWorks && !pooled_.contains(pooled));
  if (full) {
    ++left_out_;
    return;
  }
  works_[key].Add(record);
  pooled_[pooled].Add(record);
}

}  // namespace lodestone::cli
