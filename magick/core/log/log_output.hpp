// Writes finished events: to a stream in the user's layout, or to a file, or to a callback.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/give_up.hpp"
#include "magick/core/log/log_settings.hpp"

namespace lodestone {

struct LogRecord {
  ExceptionType type;
  std::string_view module;  // source file, without its directories
  std::string_view function;
  unsigned long line;
  std::string message;
};

// The record in a layout with % escapes (%t %r %u %p %m %f %l %d %s %e %%, \n, \r).
std::string FormatLogRecord(const std::string& format, const LogRecord& record);

// The record in the fixed one-line layout that log files and callbacks get, newline included.
std::string FormatFixedLine(const LogRecord& record);

// Log files, each with a bounded number of records, reused in turn.
class LogFile {
 public:
  // Appends the record in the text or XML layout. False if the file cannot be opened or written.
  bool Write(const LogSettings& settings, const LogRecord& record);

  // Closes the current file; the next record starts a new one.
  void Close();

 private:
  bool Open(const LogSettings& settings);

  std::FILE* stream_ = nullptr;
  bool is_xml_ = false;
  unsigned long records_ = 0;
  unsigned long generation_ = 0;
};

// Who ends waiting for the reader of a log file that is a pipe.
void SetLogGiveUp(GiveUp give_up);

// Completes the current log file. For DestroyMagick; a later event starts a new file.
void CloseLog();

}  // namespace lodestone
