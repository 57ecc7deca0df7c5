// The results of benchmark -choice, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "utilities/measure/duration_stats.hpp"

namespace lodestone::cli {

// One operation, a square image to another size, on every path.
struct ChoiceCell {
  std::string operation;
  unsigned long side = 0;  // of the source
  double ratio = 1;
  std::string first_choice = {};  // the accelerator before either path had been forced
  std::string choice = {};        // the accelerator in the end
  DurationStats off = {}, require = {}, automatic = {};  // milliseconds

  unsigned long ResultSide() const;
  std::string Title() const;  // "resize 512x512 37%"
  double better_ms() const;   // of the faster path
  double TimedRatio() const;  // of auto to the faster path
  double RatioOf(const std::string& who) const;
};

void PrintChoiceReport(const std::vector<ChoiceCell>& cells);
void PrintChoiceJson(const std::vector<ChoiceCell>& cells);

}  // namespace lodestone::cli
