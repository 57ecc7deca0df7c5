// What is said while an item is made, for its record.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

// Passes everything on, and keeps the texts of the first few messages.
class WarningCollector : public MessageTarget {
 public:
  // `next` nullptr: they are printed. `texts`: of what was said before.
  explicit WarningCollector(MessageTarget* next, std::vector<std::string> texts = {})
      : next_(next), texts_(std::move(texts)) {}

  void Take(const CommandError& message) override;
  void TakeNoMemory() noexcept override;

  std::vector<std::string> TakeTexts() { return std::move(texts_); }

 private:
  MessageTarget* const next_;
  std::mutex mutex_;  // guards the texts
  std::vector<std::string> texts_;
};

}  // namespace lodestone::cli
