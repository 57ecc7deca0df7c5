// What comes of comparing event logs, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "utilities/events/compare/compare_pairs.hpp"
#include "utilities/events/read/log_reader.hpp"

namespace lodestone::cli {

struct ComparedLog {
  std::string name;  // "A", "B" ...
  std::string file;
  LogSide side;
  LogDamage damage;
};

// Each of the comparisons is of the next log beside the first one.
void PrintComparisons(const std::vector<ComparedLog>& logs,
                      const std::vector<Comparison>& comparisons);
void PrintComparisonsJson(const std::vector<ComparedLog>& logs,
                          const std::vector<Comparison>& comparisons);

// "1.34", with as many decimals as count; "inf" is possible.
std::string RatioText(double ratio);

}  // namespace lodestone::cli
