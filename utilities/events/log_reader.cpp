#include "utilities/events/log_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>

#include "utilities/command_error.hpp"
#include "utilities/events/line_reader.hpp"
#include "utilities/progress_line.hpp"

namespace lodestone::cli {
namespace {

constexpr std::uint64_t kLinesBetweenUpdates = 200000;
constexpr double kNanoseconds = 1e9;

struct FileCloser {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

void ReadLog(const std::string& name, const RecordHandler& handler, LogDamage* damage) {
  std::unique_ptr<std::FILE, FileCloser> file(name == "-" ? stdin : std::fopen(name.c_str(), "r"));
  if (file == nullptr) throw CommandError("Unable to open file", name, errno);
  // Processes of one log have nothing to do with those of the next.
  LogAssembler assembler(handler);
  ProgressLine progress;
  LineReader reader(file.get());
  while (reader.Next()) {
    if (reader.too_long() || !assembler.Add(reader.line())) damage->Add(name, reader.number());
    if (reader.number() % kLinesBetweenUpdates == 0) {
      progress.Show(name + ": " + std::to_string(reader.number()) + " lines");
    }
  }
  if (std::ferror(file.get())) throw CommandError("Unable to read file", name);
}

}  // namespace

void LogDamage::Add(const std::string& file, std::uint64_t line) {
  ++count;
  if (lines.size() < kMaximumLines) lines.push_back({file, line});
}

bool LogAssembler::Add(std::string_view text) {
  if (text.find_first_not_of(" \t") == std::string_view::npos) return true;
  LogLine line = LooksLikeJson(text) ? ParseJsonLine(text) : ParseTextLine(text);
  if (line.kind == LogLine::Kind::kKernel || line.kind == LogLine::Kind::kRecord) Complete(line);
  return line.kind != LogLine::Kind::kDamaged;
}

void LogAssembler::Complete(LogLine& line) {
  EventRecord& record = line.record;
  for (std::string* name : {&record.operation, &record.accelerator, &record.device, &record.refuser,
                            &record.refuser_device, &record.reason}) {
    if (name->size() > kMaximumNameLength) name->resize(kMaximumNameLength);
  }
  if (line.states_first) return handler_(record);
  if (processes_.size() >= kMaximumProcesses && !processes_.contains(record.process)) {
    processes_.clear();
  }
  CompleteText(line, processes_[record.process]);
}

void LogAssembler::CompleteText(LogLine& line, Process& process) {
  EventRecord& record = line.record;
  if (line.elapsed_s) {
    const auto elapsed_ns = static_cast<std::int64_t>(*line.elapsed_s * kNanoseconds);
    if (process.start_ns == 0) process.start_ns = record.end_ns - elapsed_ns;
    record.end_ns = process.start_ns + elapsed_ns;
  }
  if (line.kind == LogLine::Kind::kKernel) {
    if (process.kernels.size() < kMaximumNameLength) {
      process.kernels += (process.kernels.empty() ? "" : ",") + record.kernels;
    }
    return;
  }
  if (record.accelerator == kAccelerated) record.kernels = std::exchange(process.kernels, {});
  if (record.done()) {
    const std::string work = record.operation + ", " + record.accelerator;
    const bool seen =
        std::find(process.seen.begin(), process.seen.end(), work) != process.seen.end();
    record.first = !seen && process.seen.size() < kMaximumWorks;
    if (record.first) process.seen.push_back(work);
  }
  handler_(record);
}

LogDamage ReadLogs(const std::vector<std::string>& names, const RecordHandler& handler) {
  LogDamage damage;
  for (const std::string& name : names) ReadLog(name, handler, &damage);
  return damage;
}

}  // namespace lodestone::cli
