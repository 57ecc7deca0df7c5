// The end of a bulk run's pipeline: what was made gets to the disk, gets its name, and is told to
// the journal.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "utilities/bulk/bounded_queue.hpp"
#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/bulk_progress.hpp"
#include "utilities/bulk/bulk_summary.hpp"
#include "utilities/bulk/byte_budget.hpp"
#include "utilities/bulk/crew.hpp"
#include "utilities/bulk/item_maker.hpp"
#include "utilities/bulk/journal.hpp"
#include "utilities/bulk/plain_thread.hpp"
#include "utilities/bulk/staged_file.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

// An input on its way through the pipeline. Its image stays with one thread from reading to
// writing, and so in that CPU's caches: what is parallel are the images.
struct BulkItem {
  ItemRecord record;
  std::string refused;  // why nothing is tried; "" otherwise
  bool begun = false;   // says the journal, which is to say if it is left again
  bool was_fatal = false;
  std::vector<Encoded> outputs;              // until they are written
  std::unique_ptr<ByteBudget::Share> share;  // of the memory that they take
  std::vector<StagedFile> files;
  double pixels = 0;
  bool abandoned = false;  // the run is ending
  std::optional<CommandError> failure;
};
using BulkItemPointer = std::shared_ptr<BulkItem>;

// Thread-safety: any, but for End. Its threads wait for the disk, and so need no CPU of their own;
// where none can be started, those who push do their work.
class Committer {
 public:
  // journal: null for none.
  Committer(const BulkOptions& options, Journal* journal);
  ~Committer() { Join(); }
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  // Waits while too many wait for the disk.
  void Push(BulkItemPointer item);
  // Of an input that an earlier run has done.
  void CountEarlier() { ++earlier_; }

  // The item is not done, and if that is no fault of its own, the run ends.
  void Fail(BulkItem* item, const std::exception& error);
  // What is on its way is finished; the first reason counts.
  void Stop(const std::string& reason);
  bool Stopping() const;

  // Returns when all is committed; throws what the threads could not go on for.
  BulkSummary End();

 private:
  // Items that may wait for the disk, and threads that write: disks do several things at a time,
  // and the more threads make files in a folder, the more wait for one another.
  static constexpr std::size_t kBatchItems = 32, kWriters = 8;

  void Join();
  void Break(std::exception_ptr failure);
  void WriteAll();
  void Finish(BulkItemPointer item);
  void Write(BulkItem* item);
  void CommitAll();
  void CommitBatch();
  void Commit();
  void Publish(BulkItem* item);
  std::string LinesOf(BulkItem* item);
  void Count(const BulkItem& item);

  const BulkOptions& options_;
  Journal* const journal_;
  BulkProgress progress_;
  MessageTarget* const messages_ = CurrentMessageTarget();
  std::atomic<std::uint64_t> earlier_{0};
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> unwritten_{0};
  std::mutex mutex_;  // guards the next two
  std::string stopped_;
  std::exception_ptr failure_;
  BoundedQueue<BulkItemPointer, kBatchItems> made_, written_;
  std::mutex commit_mutex_;  // guards the next two; the committing thread's, if there is one
  BulkSummary summary_;
  std::vector<BulkItemPointer> batch_;
  PlainThread committing_;
  // Begun when they are wanted: where threads are few, those that make images come first.
  Crew writers_{kWriters, Stack::kSmall, [this] { WriteAll(); }};
};

}  // namespace lodestone::cli
