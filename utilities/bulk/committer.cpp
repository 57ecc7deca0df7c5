#include "utilities/bulk/committer.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include "utilities/bulk/isolated_item.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kFailuresKept = 10;

// Not the fault of the input: it would happen to all that follow too.
bool StopsTheRun(const std::exception& error) {
  if (dynamic_cast<const RunError*>(&error) != nullptr) return true;
  const auto* command_error = dynamic_cast<const CommandError*>(&error);
  if (command_error == nullptr) return false;
  const int number = command_error->error_number();
  return number == ENOSPC || number == EDQUOT;
}

}  // namespace

Committer::Committer(const BulkOptions& options, Journal* journal)
    : options_(options), journal_(journal), progress_(options.inputs) {
  batch_.reserve(kBatchItems);
  try {
    thread_ = std::thread([this] { CommitAll(); });
    writers_.reserve(kWriters);
    writers_.emplace_back([this] { WriteAll(); });
  } catch (...) {
    Join();
    throw;
  }
}

void Committer::Join() {
  made_.End();
  for (std::thread& writer : writers_)
    if (writer.joinable()) writer.join();
  written_.End();
  if (thread_.joinable()) thread_.join();
}

void Committer::Push(BulkItemPointer item) {
  const std::size_t unwritten = ++unwritten_;
  made_.Push(std::move(item));
  const std::lock_guard lock(mutex_);
  if (unwritten <= writers_.size() || writers_.size() == most_writers_) return;
  try {
    writers_.emplace_back([this] { WriteAll(); });
  } catch (const std::system_error&) {
    most_writers_ = writers_.size();  // the system has no more threads
  }
}

BulkSummary Committer::End() {
  Join();
  if (failure_) std::rethrow_exception(failure_);
  if (InterruptRequested()) Stop(InterruptText());
  summary_.stopped = stopped_;
  return summary_;
}

bool Committer::Stopping() const {
  return stop_ || InterruptRequested();
}

void Committer::Stop(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  if (stopped_.empty()) stopped_ = reason;
  stop_ = true;
}

void Committer::Break(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  failure_ = std::move(failure);
  stop_ = true;
}

void Committer::Fail(BulkItem* item, const std::exception& error) {
  item->outputs.clear();
  item->files.clear();
  item->record.outputs.clear();
  item->record.done = false;
  item->record.reason = ErrorText(error);
  item->failure = AsCommandError(error);
  item->abandoned = Stopping();
  if (StopsTheRun(error)) {
    item->abandoned = true;
    Stop(item->record.reason);
  }
}

void Committer::WriteAll() {
  while (BulkItemPointer item = made_.Pop()) {
    try {
      Write(item.get());
    } catch (const std::exception&) {
      Break(std::current_exception());
    }
    --unwritten_;
    written_.Push(std::move(item));
  }
}

void Committer::Write(BulkItem* item) {
  try {
    for (const Encoded& output : item->outputs) {
      item->files.emplace_back(
          output.name, output.bytes(),
          options_.creates_directories ? Directories::kCreate : Directories::kMustExist);
      if (options_.preserves_times) item->files.back().SetTime(item->record.input.modified_ns);
    }
    for (StagedFile& file : item->files) file.Flush();
  } catch (const std::exception& error) {
    Fail(item, error);
  }
  item->outputs.clear();
  item->share.reset();
}

// While the disk works, the next batch gathers, so that a slow disk gets larger ones.
void Committer::CommitAll() {
  const MessageScope scope(messages_);
  bool ended = false;
  while (!ended) {
    BulkItemPointer item = written_.Pop();
    ended = item == nullptr;
    while (item) {
      batch_.push_back(std::move(item));
      item = batch_.size() < kBatchItems ? written_.TryPop() : nullptr;
    }
    try {
      Commit();
    } catch (const std::exception&) {
      Break(std::current_exception());
    }
    batch_.clear();
  }
}

void Committer::Publish(BulkItem* item) {
  try {
    for (StagedFile& file : item->files) file.Publish();
  } catch (const std::exception& error) {
    Fail(item, error);
  }
}

void Committer::Count(const BulkItem& item) {
  const ItemRecord& record = item.record;
  if (!record.done) {
    ++summary_.failed;
    summary_.CountReason(record.reason);
    if (options_.prints_failures && item.failure) PrintMessage(*item.failure);
    if (summary_.failures.size() < kFailuresKept) {
      summary_.failures.push_back({record.input.name, record.reason});
    }
    if (options_.max_errors && summary_.failed > *options_.max_errors) Stop("Too many errors");
    return;
  }
  ++summary_.done;
  summary_.CountWarnings(record.warnings);
  summary_.CountDevices(record.devices);
  summary_.pixels += item.pixels;
  summary_.bytes_read += record.input.bytes;
  summary_.outputs += record.outputs.size();
  for (const OutputRecord& output : record.outputs) summary_.bytes_written += output.bytes;
}

// Outputs are on the disk before they get their names, and have their names before the journal says
// so.
void Committer::Commit() {
  std::string lines;
  for (const BulkItemPointer& item : batch_) {
    Publish(item.get());
    if (item->abandoned && item->begun) lines += JournalStopLine(item->record.input.name);
    if (item->abandoned) continue;
    lines += JournalLine(item->record);
    Count(*item);
  }
  try {
    if (journal_ != nullptr) journal_->Append(lines);
  } catch (const CommandError& error) {
    Stop(ErrorText(error));
  }
  summary_.earlier = earlier_;
  progress_.Show(summary_);
}

}  // namespace lodestone::cli
