#include "utilities/events/read/log_reader.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>

#include "utilities/shell/command_error.hpp"
#include "utilities/events/read/line_reader.hpp"
#include "utilities/shell/input_stream.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::uint64_t kLinesBetweenUpdates = 1000;
constexpr double kNanoseconds = 1e9;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kEllipsis = "...";

// Timestamps of text lines are whole seconds; threads may write a little out of order.
constexpr std::int64_t kSameStart_ns = 2'000'000'000;
constexpr std::int64_t kOutOfOrder_ns = 1'000'000;

// Log contents are shown on terminals: they must not control them, nor be endless.
void Sanitize(std::string* text, std::size_t length) {
  const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7f; };
  std::replace_if(text->begin(), text->end(), is_control, ' ');
  if (text->size() <= length) return;
  std::size_t end = length - kEllipsis.size();
  const auto continues = [&](std::size_t i) { return ((*text)[i] & 0xC0) == 0x80; };
  for (int i = 0; i < 3 && continues(end); ++i) --end;  // keep characters whole
  text->resize(end);
  *text += kEllipsis;
}

// The share of all logs that has been read; interrupts are checked here too.
class ReadingProgress {
 public:
  explicit ReadingProgress(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      struct stat status {};
      const bool known = name != "-" && stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode);
      if (!known) endless_ = true;
      if (known) all_bytes_ += static_cast<double>(status.st_size);
    }
  }

  void Update(const std::string& name, std::uint64_t bytes) {
    if (InterruptRequested()) throw Interrupted();
    const double done = done_bytes_ + static_cast<double>(bytes);
    const bool known = !endless_ && all_bytes_ > 0;
    line_.Show({known ? done / all_bytes_ : -1, done, "bytes", name});
  }
  void EndFile(std::uint64_t bytes) { done_bytes_ += static_cast<double>(bytes); }

 private:
  double done_bytes_ = 0, all_bytes_ = 0;
  bool endless_ = false;
  ProgressLine line_;
};

// Whether a line may be the beginning of one that a process could not complete.
bool MayBeCut(std::string_view line) {
  constexpr std::size_t kDateDigits = 14;
  if (LooksLikeJson(line)) return !line.ends_with('}');
  return line.substr(0, kDateDigits).find_first_not_of("0123456789") == std::string_view::npos;
}

void ReadLog(const std::string& name, const RecordHandler& handler, LogDamage* damage,
             ReadingProgress* progress) {
  const FileHandle file = OpenInputFile(name);
  if (file == nullptr) throw CommandError("Unable to open file", name, errno);
  // Processes of one log are unrelated to those of the next.
  LogAssembler assembler(handler);
  LineReader reader(file.get());
  const std::uint64_t damaged_before = damage->count;
  bool only_begun = false;
  while (reader.Next()) {
    if (reader.too_long() || !assembler.Add(reader.line())) damage->Add(name, reader.number());
    only_begun = reader.number() == 1 && !reader.complete() && MayBeCut(reader.line());
    if (reader.number() % kLinesBetweenUpdates == 0) {
      progress->Update(name, reader.bytes());
    }
  }
  progress->EndFile(reader.bytes());
  if (reader.error_number() != 0) {
    throw CommandError("Unable to read file", name, reader.error_number());
  }
  if (!only_begun) RequireLog(name, assembler.read_any(), damage->count - damaged_before);
}

}  // namespace

void LogDamage::Add(const std::string& file, std::uint64_t line) {
  ++count;
  if (lines.size() < kMaxLines) lines.push_back({file, line});
}

bool LogAssembler::Add(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.find_first_not_of(" \t") == std::string_view::npos) return true;
  ParsedLine line = LooksLikeJson(text) ? ParseJsonLine(text) : ParseTextLine(text);
  if (line.kind == ParsedLine::Kind::kKernel || line.kind == ParsedLine::Kind::kRecord)
    Complete(line);
  if (line.kind == ParsedLine::Kind::kDamaged) return false;
  read_any_ = true;
  return true;
}

void LogAssembler::Complete(ParsedLine& line) {
  EventRecord& record = line.record;
  for (std::string* name : {&record.operation, &record.accelerator, &record.device, &record.kernels,
                            &record.refuser, &record.refuser_device, &record.reason}) {
    Sanitize(name, kMaxNameLength);
  }
  Sanitize(&record.detail, kMaxDetailLength);
  if (line.states_first) return handler_(record);
  CompleteText(line, ProcessOf(record.process));
}

LogAssembler::Process& LogAssembler::ProcessOf(std::uint64_t number) {
  if (const auto found = processes_.find(number); found != processes_.end()) return found->second;
  if (processes_.size() >= kMaxProcesses) {
    older_processes_ = std::exchange(processes_, {});
  }
  auto node = older_processes_.extract(number);
  if (!node.empty()) return processes_.insert(std::move(node)).position->second;
  return processes_[number];
}

// Process ids are reused, especially in containers: then the elapsed time restarts, or the start
// time differs.
void LogAssembler::SetTime(const ParsedLine& line, EventRecord* record, Process* process) {
  const auto elapsed_ns = static_cast<std::int64_t>(*line.elapsed_s * kNanoseconds);
  const std::int64_t start_ns = record->end_ns - elapsed_ns;
  const bool goes_on = elapsed_ns >= process->elapsed_ns - kOutOfOrder_ns &&
                       std::abs(start_ns - process->latest_start_ns) < kSameStart_ns;
  if (!goes_on) {
    *process = {};
    process->start_ns = start_ns;
  }
  process->latest_start_ns = start_ns;
  process->elapsed_ns = elapsed_ns;
  record->end_ns = process->start_ns + elapsed_ns;
}

bool LogAssembler::IsFirst(const EventRecord& record, Process* process) {
  const std::size_t work =
      std::hash<std::string>()(record.operation + '\n' + record.accelerator + '\n' + record.device);
  std::vector<std::size_t>& works = process->works;
  if (std::find(works.begin(), works.end(), work) != works.end()) return false;
  if (works.size() >= kMaxWorks) return false;
  works.push_back(work);
  return true;
}

void LogAssembler::CompleteText(ParsedLine& line, Process& process) {
  EventRecord& record = line.record;
  if (line.elapsed_s) SetTime(line, &record, &process);
  if (line.kind == ParsedLine::Kind::kKernel) {
    if (process.kernels.size() + record.kernels.size() < kMaxNameLength) {
      process.kernels += (process.kernels.empty() ? "" : ",") + record.kernels;
    }
    return;
  }
  // Kernels of a declined call do not belong to the next.
  if (record.has_refusal()) process.kernels.clear();
  if (record.accelerator == kAccelerated) record.kernels = std::exchange(process.kernels, {});
  if (record.done()) record.first = IsFirst(record, &process);
  handler_(record);
}

LogDamage ReadLogs(const std::vector<std::string>& names, const RecordHandler& handler) {
  LogDamage damage;
  ReadingProgress progress(names);
  for (const std::string& name : names) ReadLog(name, handler, &damage, &progress);
  return damage;
}

void RequireLog(const std::string& name, bool read_any, std::uint64_t damaged) {
  if (read_any || damaged == 0) return;
  throw CommandError("This is not an event log: none of its lines is a record", name);
}

void WarnOfDamage(const LogDamage& damage) {
  if (damage.count == 0) return;
  const DamagedLine& first = damage.lines.front();
  PrintMessage(
      CommandError(Counted(damage.count, "damaged line", "damaged lines") + " skipped, the first",
                   first.file + ":" + std::to_string(first.line)));
}

void WarnOfUnplaced(std::uint64_t records) {
  if (records == 0) return;
  PrintMessage(CommandError(Counted(records, "record says", "records say") + " no usable time"));
}

}  // namespace lodestone::cli
