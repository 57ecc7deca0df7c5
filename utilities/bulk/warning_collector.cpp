#include "utilities/bulk/warning_collector.hpp"

#include <new>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMostKept = 10;

}  // namespace

void WarningCollector::Take(const CommandError& message) {
  {
    const std::lock_guard lock(mutex_);
    if (texts_.size() < kMostKept) texts_.push_back(ErrorText(message));
  }
  const MessageScope scope(next_);
  PrintMessage(message);
}

void WarningCollector::TakeNoMemory() noexcept {
  const MessageScope scope(next_);
  RunGuarded([]() -> int { throw std::bad_alloc(); });
}

}  // namespace lodestone::cli
