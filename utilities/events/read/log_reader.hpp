// Event logs from files, record by record, in memory independent of their size.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

struct DamagedLine {
  std::string file;
  std::uint64_t line;
};

// What could not be read.
struct LogDamage {
  static constexpr std::size_t kMaxLines = 20;

  std::uint64_t count = 0;
  std::vector<DamagedLine> lines;  // the first few

  void Add(const std::string& file, std::uint64_t line);
};

using RecordHandler = std::function<void(const EventRecord&)>;

// Turns the lines of one log, possibly of both layouts and of many processes, into records: kernels
// are joined to the call that used them, and the text layout's first calls are identified.
class LogAssembler {
 public:
  explicit LogAssembler(RecordHandler handler) : handler_(std::move(handler)) {}

  // False when the line is damaged. Blank lines are ignored.
  bool Add(std::string_view line);

  // Whether a line so far was that of a log.
  bool read_any() const { return read_any_; }

 private:
  // Bounds on memory, against hostile or endless logs.
  static constexpr std::size_t kMaxNameLength = 256;
  static constexpr std::size_t kMaxDetailLength = 512;
  static constexpr std::size_t kMaxProcesses = 5000;
  static constexpr std::size_t kMaxWorks = 100;

  // State that the text layout leaves implicit.
  struct Process {
    std::string kernels;                               // of the call that follows
    std::int64_t start_ns = 0;                         // Unix time, from its first line
    std::int64_t latest_start_ns = 0, elapsed_ns = 0;  // from its latest line
    std::vector<std::size_t> works;                    // hashes of those that had their first call
  };
  using Processes = std::map<std::uint64_t, Process>;

  void Complete(ParsedLine& line);
  void CompleteText(ParsedLine& line, Process& process);
  Process& ProcessOf(std::uint64_t number);
  static void SetTime(const ParsedLine& line, EventRecord* record, Process* process);
  static bool IsFirst(const EventRecord& record, Process* process);

  RecordHandler handler_;
  bool read_any_ = false;
  // Two generations: recently seen, and those before once there are too many.
  Processes processes_, older_processes_;
};

// Reads the logs one after the other ("-": standard input), with a progress bar on a terminal.
// Throws CommandError for a file that cannot be opened or read, or is no log; damaged lines are
// counted.
LogDamage ReadLogs(const std::vector<std::string>& names, const RecordHandler& handler);

// Throws CommandError for a file that has lines, but none of a log.
void RequireLog(const std::string& name, bool read_any, std::uint64_t damaged);

// Messages about what an output does not have; none if that is nothing.
void WarnOfDamage(const LogDamage& damage);
void WarnOfUnplaced(std::uint64_t records);

}  // namespace lodestone::cli
