// Event logs from files, record by record, in memory that does not grow with them.
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
  static constexpr std::size_t kMaximumLines = 20;

  std::uint64_t count = 0;
  std::vector<DamagedLine> lines;  // the first few

  void Add(const std::string& file, std::uint64_t line);
};

using RecordHandler = std::function<void(const EventRecord&)>;

// The lines of one log, which may be of both layouts and of many processes, made into records:
// kernels join the call that they were used in, and the text layout's first calls are found.
class LogAssembler {
 public:
  explicit LogAssembler(RecordHandler handler) : handler_(std::move(handler)) {}

  // False when the line is damaged. Blank lines are nothing.
  bool Add(std::string_view line);

 private:
  // Bounds on what a hostile or endless log can make us keep.
  static constexpr std::size_t kMaximumNameLength = 256;
  static constexpr std::size_t kMaximumDetailLength = 512;
  static constexpr std::size_t kMaximumProcesses = 5000;
  static constexpr std::size_t kMaximumWorks = 100;

  // What the text layout does not say by itself.
  struct Process {
    std::string kernels;                               // of the call that follows
    std::int64_t start_ns = 0;                         // Unix time, as its first line has it
    std::int64_t latest_start_ns = 0, elapsed_ns = 0;  // as its latest line has them
    std::vector<std::size_t> works;                    // hashes of those that had their first call
  };
  using Processes = std::map<std::uint64_t, Process>;

  void Complete(LogLine& line);
  void CompleteText(LogLine& line, Process& process);
  Process& ProcessOf(std::uint64_t number);
  static void SetTime(const LogLine& line, EventRecord* record, Process* process);
  static bool IsFirst(const EventRecord& record, Process* process);

  RecordHandler handler_;
  // Those seen lately and, when they have become too many, those seen before them.
  Processes processes_, older_processes_;
};

// Reads the logs one after the other ("-": standard input), with a progress bar on a terminal.
// Throws CommandError for a file that cannot be opened or read; damaged lines are counted.
LogDamage ReadLogs(const std::vector<std::string>& names, const RecordHandler& handler);

}  // namespace lodestone::cli
