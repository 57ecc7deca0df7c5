// Event logs made up for tests: random records, and the lines that say them.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "utilities/events/read/record.hpp"

namespace lodestone::test {

// All that a record holds, in one line, to compare records by.
std::string Describe(const cli::EventRecord& record);

class LogGenerator {
 public:
  explicit LogGenerator(std::uint64_t seed) : random_(seed) {}

  // A record as JSON Lines has them: a call, somebody's refusal of it or both, of sizes and times
  // of all magnitudes, with names of all kinds.
  cli::EventRecord JsonRecord();
  // Its line without the end: names in any order, characters escaped or not, and fields that nobody
  // knows between them.
  std::string JsonLine(const cli::EventRecord& record);

  // A record as the text layout has them: a call or a refusal. `end_ns` is in whole microseconds
  // after `start_ns`.
  cli::EventRecord TextRecord(std::uint64_t process, std::int64_t start_ns);
  // Its lines, each ended.
  std::string TextLines(const cli::EventRecord& record, std::int64_t start_ns);

  std::uint64_t Below(std::uint64_t limit) { return random_() % limit; }
  bool Perhaps() { return Below(2) == 0; }

 private:
  std::string Name();
  double Number();
  std::string Quoted(const std::string& text);

  std::mt19937_64 random_;
};

}  // namespace lodestone::test
