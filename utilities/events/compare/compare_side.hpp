// One side of a comparison: the calls of one log by operation and size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "utilities/events/read/record.hpp"
#include "utilities/events/tally/reservoir.hpp"

namespace lodestone::cli {

// Calls with the same key did the same operation, on any machine and in any build. The quantum
// depth is not part of it: two builds may differ in that.
struct WorkKey {
  std::string operation;
  std::string accelerator;  // empty unless accelerators are compared one by one
  EventGeometry geometry;   // unknown in the text layout
  unsigned samples = 0;     // 0 where the sizes are unknown
  bool alpha = false;

  bool sized() const { return geometry.known(); }
  WorkKey WithoutSizes() const;
  // "scale, 640x480 to 320x240, grey"
  std::string Title() const;
  // The same without the operation; "" when the log does not state it.
  std::string Shape() const;

  friend bool operator<(const WorkKey& a, const WorkKey& b) { return a.Order() < b.Order(); }
  friend bool operator==(const WorkKey& a, const WorkKey& b) { return a.Order() == b.Order(); }

 private:
  std::tuple<const std::string&, const std::string&, std::uint64_t, std::uint64_t, std::uint64_t,
             std::uint64_t, unsigned, bool>
  Order() const;
};

inline constexpr std::size_t kMaxKept = 2048;

// Accelerator and device by number of calls.
using DoneBy = std::map<std::pair<std::string, std::string>, std::uint64_t>;

struct WorkTimes {
  Reservoir<double> cold{kMaxKept}, warm{kMaxKept};  // nanoseconds, for resampling
  DoneBy done_by;

  void Add(const EventRecord& call);
};

class LogSide {
 public:
  using Works = std::map<WorkKey, WorkTimes>;

  // by_accelerator: calls of the same operation on different accelerators have different keys.
  explicit LogSide(bool by_accelerator) : by_accelerator_(by_accelerator) {}

  // Only calls that were done have times.
  void Add(const EventRecord& record);

  const Works& works() const { return works_; }
  // All sizes of an operation together; keys without sizes.
  const Works& pooled() const { return pooled_; }

  std::uint64_t cold_calls() const { return cold_calls_; }
  std::uint64_t warm_calls() const { return warm_calls_; }
  double cold_ns() const { return cold_ns_; }
  double warm_ns() const { return warm_ns_; }
  // Calls beyond the bound on keys, included only in the sums.
  std::uint64_t left_out() const { return left_out_; }

 private:
  // Bounds on memory, against hostile or endless logs.
  static constexpr std::size_t kMaxWorks = 1000;

  bool by_accelerator_;
  Works works_, pooled_;
  std::uint64_t cold_calls_ = 0, warm_calls_ = 0, left_out_ = 0;
  double cold_ns_ = 0, warm_ns_ = 0;
};

}  // namespace lodestone::cli
