// A log that others may be writing: it need not exist yet, and may grow, be cut or be replaced.
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

// Text that comes in pieces, made into lines in bounded memory.
class LineSplitter {
 public:
  using Handler = std::function<void(std::string_view line, bool too_long)>;

  // Without line feeds and the carriage returns before them.
  void Add(std::string_view piece, const Handler& handler);
  // What is there of a line that will not be completed any more.
  void Finish(const Handler& handler);

 private:
  static constexpr std::size_t kMaximumLength = 64 * 1024;

  void Keep(std::string_view piece);
  void Emit(std::string_view line, const Handler& handler);

  std::string start_;  // of the line that has not ended
  bool too_long_ = false;
};

class LogTail {
 public:
  // live: not there yet when following began.
  using Handler = std::function<void(const EventRecord& record, bool live)>;

  // "-": standard input.
  LogTail(std::string name, Handler handler);
  ~LogTail();
  LogTail(const LogTail&) = delete;
  LogTail& operator=(const LogTail&) = delete;

  // Hands over what has come since, or a part of it: true when there is more at once. Does not
  // wait. Throws CommandError for a file that cannot be read.
  bool Poll();
  // Hands over the last line although it has not ended.
  void Finish();

  bool found() const { return found_; }  // there was a file at some time
  bool ended() const { return ended_; }  // of a pipe: nothing will come any more
  bool reading_past() const { return position_ < past_; }
  double past_share() const;  // how much of what was there already is read
  std::uint64_t damaged() const { return damaged_; }
  std::uint64_t restarts() const { return restarts_; }  // how often it was cut or replaced

 private:
  static constexpr std::size_t kBlock = 256 * 1024;
  static constexpr int kBlocksAtOnce = 64;

  void NewAssembler();
  bool Open();
  bool ReadBlock();
  // At the end of what is there: whether it goes on elsewhere.
  bool WasCut();
  bool WasReplaced();
  void Restart();
  void Close();
  void TakeLine(std::string_view line, bool too_long);

  const std::string name_;
  const Handler handler_;
  int file_ = -1;
  bool first_look_ = true, found_ = false, ended_ = false;
  off_t position_ = 0;  // read so far
  off_t past_ = 0;      // size when following began
  std::vector<char> block_;
  LineSplitter lines_;
  std::optional<LogAssembler> assembler_;
  std::uint64_t damaged_ = 0, restarts_ = 0;
};

}  // namespace lodestone::cli
