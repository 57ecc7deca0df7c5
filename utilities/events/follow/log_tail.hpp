// A log that may still be written: it need not exist yet, and may grow, be truncated or be
// replaced.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utilities/events/read/log_reader.hpp"

namespace lodestone::cli {

// Splits text that arrives in pieces into lines, in bounded memory.
class LineSplitter {
 public:
  using Handler = std::function<void(std::string_view line, bool too_long)>;

  // Without line feeds and the carriage returns before them.
  void Add(std::string_view piece, const Handler& handler);
  // The rest of a line that will never be completed.
  void Finish(const Handler& handler);

 private:
  static constexpr std::size_t kMaxLineLength = 64 * 1024;

  void Keep(std::string_view piece);
  void Emit(std::string_view line, const Handler& handler);

  std::string start_;  // of the incomplete line
  bool too_long_ = false;
};

class LogTail {
 public:
  // live: written after following began.
  using Handler = std::function<void(const EventRecord& record, bool live)>;

  // "-": standard input.
  LogTail(std::string name, Handler handler);
  ~LogTail();
  LogTail(const LogTail&) = delete;
  LogTail& operator=(const LogTail&) = delete;

  // Passes on what has arrived since, or part of it: true when more is available at once. Does not
  // wait. Throws CommandError for a file that cannot be read.
  bool Poll();
  // Passes on the last line even if incomplete.
  void Finish();

  bool found() const { return found_; }  // the file has existed at some time
  bool ended() const { return ended_; }  // end of a pipe: no more data
  bool reading_past() const { return position_ < past_; }
  double past_share() const;  // share of the initial contents that is read
  // Throws CommandError if there are lines, but none of a log.
  void RequireLog() const { cli::RequireLog(name_, read_any_, damaged_); }
  std::uint64_t damaged() const { return damaged_; }
  std::uint64_t restarts() const { return restarts_; }  // how often it was truncated or replaced

 private:
  static constexpr std::size_t kBlock = 256 * 1024;
  static constexpr int kBlocksAtOnce = 64;

  void NewAssembler();
  bool Open();
  bool ReadBlock();
  // At the end of the data: whether the log continues in another file.
  bool WasCut();
  bool WasReplaced();
  void Restart();
  void Close();
  void TakeLine(std::string_view line, bool too_long);

  const std::string name_;
  const Handler handler_;
  int file_ = -1;
  bool first_look_ = true, found_ = false, ended_ = false, read_any_ = false;
  off_t position_ = 0;  // read so far
  off_t past_ = 0;      // size when following began
  std::vector<char> block_;
  LineSplitter lines_;
  std::optional<LogAssembler> assembler_;
  std::uint64_t damaged_ = 0, restarts_ = 0;
};

}  // namespace lodestone::cli
