#include "accel/accelerator.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace lodestone::accel {
namespace {

std::int64_t NowNs() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Accelerator::Queued::Queued(Accelerator& at, std::uint64_t predicted_ns)
    : at_(at), predicted_ns_(predicted_ns) {
  at_.backlog_.Begin(predicted_ns_, NowNs());
}

Accelerator::Queued::~Queued() {
  at_.backlog_.End(predicted_ns_, NowNs(), is_done_);
}

void CopyText(char* field, std::size_t size, const std::string& text) {
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(field, text.data(), length);
  field[length] = '\0';
  if (length < text.size()) std::memcpy(field + size - 4, "...", 3);
}

Attempt Ended(MagickAccelerateOutcome outcome, MagickAccelerateReason reason,
              const std::string& detail) {
  Attempt attempt;
  attempt.outcome = outcome;
  attempt.parts.reason = reason;
  CopyText(attempt.parts.detail, sizeof attempt.parts.detail, detail);
  return attempt;
}

void AddPreparation(MagickAccelerateParts& sum, const MagickAccelerateParts& parts) {
  sum.context_ns += parts.context_ns;
  sum.load_ns += parts.load_ns;
  sum.compile_ns += parts.compile_ns;
  sum.test_ns += parts.test_ns;
}

std::uint64_t PreparationNs(const MagickAccelerateParts& parts) {
  return parts.context_ns + parts.load_ns + parts.compile_ns + parts.test_ns;
}

}  // namespace lodestone::accel
