// Generates event logs for tests: random records, and their lines.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "utilities/events/read/record.hpp"

namespace lodestone::test {

// All fields of a record in one line, for comparing records.
std::string Describe(const cli::EventRecord& record);

class LogGenerator {
 public:
  explicit LogGenerator(std::uint64_t seed) : random_(seed) {}

  // A record as in JSON Lines: a call, an accelerator's refusal of it or both, with sizes and times
  // of all magnitudes and names of all kinds.
  cli::EventRecord JsonRecord();
  // Its line without the newline: fields in any order, characters escaped or not, and with unknown
  // fields in between.
  std::string JsonLine(const cli::EventRecord& record);

  // A record as in the text layout: a call or a refusal. `end_ns` is in whole microseconds after
  // `start_ns`.
  cli::EventRecord TextRecord(std::uint64_t process, std::int64_t start_ns);
  // Its lines, each with a newline.
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
