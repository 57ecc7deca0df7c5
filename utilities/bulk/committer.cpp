#include "utilities/bulk/committer.hpp"

#include <cerrno>
#include <new>
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
  committing_.Start(Stack::kSmall, [this] { CommitAll(); });
}

void Committer::Join() {
  made_.End();
  writers_.Join();
  written_.End();
  committing_.Join();
}

void Committer::Push(BulkItemPointer item) {
  if (!writers_.Need(++unwritten_)) return Finish(std::move(item));
  made_.Push(std::move(item));
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
  item->abandoned = true;  // unless there is memory for the reason
  try {
    item->record.reason = ErrorText(error);
    item->failure = AsCommandError(error);
    if (StopsTheRun(error)) return Stop(item->record.reason);
    item->abandoned = Stopping();
  } catch (const std::bad_alloc&) {
    Break(std::current_exception());
  }
}

void Committer::WriteAll() {
  while (BulkItemPointer item = made_.Pop()) Finish(std::move(item));
}

void Committer::Finish(BulkItemPointer item) {
  Write(item.get());
  --unwritten_;
  if (committing_.started()) return written_.Push(std::move(item));
  const std::lock_guard lock(commit_mutex_);
  batch_.push_back(std::move(item));
  CommitBatch();
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
  const std::lock_guard lock(commit_mutex_);
  bool ended = false;
  while (!ended) {
    BulkItemPointer item = written_.Pop();
    ended = item == nullptr;
    while (item) {
      batch_.push_back(std::move(item));
      item = batch_.size() < kBatchItems ? written_.TryPop() : nullptr;
    }
    CommitBatch();
  }
}

void Committer::CommitBatch() {
  const MessageScope scope(messages_);
  try {
    Commit();
  } catch (const std::exception&) {
    Break(std::current_exception());
  }
  batch_.clear();
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
std::string Committer::LinesOf(BulkItem* item) {
  Publish(item);
  if (item->abandoned) return item->begun ? JournalStopLine(item->record.input.name) : "";
  std::string line = JournalLine(item->record);
  Count(*item);
  return line;
}

void Committer::Commit() {
  std::string lines;
  for (const BulkItemPointer& item : batch_) {
    try {
      lines += LinesOf(item.get());
    } catch (const std::bad_alloc&) {
      Break(std::current_exception());  // the next run does this one again
    }
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
