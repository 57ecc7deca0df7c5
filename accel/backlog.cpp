#include "accel/backlog.hpp"

#include <algorithm>

namespace lodestone::accel {
namespace {

// From then on, what is older counts half.
constexpr std::int64_t kWindow = 1'000'000'000;

}  // namespace

void Backlog::Begin(std::uint64_t predicted, std::int64_t now) {
  sum_ += predicted;
  if (calls_.fetch_add(1) == 0) since_ = now;
}

// A long time that nothing predicted, as for compiling, says little of what comes.
void Backlog::End(std::uint64_t predicted, std::int64_t now, bool is_done) {
  sum_ -= predicted;
  --calls_;
  if (!is_done) return;
  busy_ += std::max<std::int64_t>(0, now - since_.exchange(now));
  predicted_ += static_cast<std::int64_t>(predicted);
  if (predicted_ <= kWindow) return;
  busy_ = std::min<std::int64_t>(busy_, predicted_) / 2;
  predicted_ = predicted_ / 2;
}

std::uint64_t Backlog::left() const {
  const std::int64_t busy = busy_, predicted = predicted_;
  const std::uint64_t sum = sum_;
  if (busy >= predicted) return sum;
  return static_cast<std::uint64_t>(double(sum) * double(busy) / double(predicted));
}

}  // namespace lodestone::accel
