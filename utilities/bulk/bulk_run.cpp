#include "utilities/bulk/bulk_run.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include "accel/accelerate.h"
#include "utilities/bulk/bounded_queue.hpp"
#include "utilities/bulk/bulk_progress.hpp"
#include "utilities/bulk/byte_budget.hpp"
#include "utilities/bulk/isolated_item.hpp"
#include "utilities/bulk/item_devices.hpp"
#include "utilities/bulk/item_maker.hpp"
#include "utilities/bulk/journal.hpp"
#include "utilities/bulk/kept_files.hpp"
#include "utilities/bulk/staged_file.hpp"
#include "utilities/bulk/warning_collector.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "base/sha256.hpp"
#include "utilities/text/time_text.hpp"

namespace lodestone::cli {
namespace {

namespace tbb = oneapi::tbb;
using Clock = std::chrono::steady_clock;

// Items that may wait for the disk.
constexpr std::size_t kBatchItems = 32;
constexpr std::size_t kFailuresKept = 10;

// An input on its way through the pipeline. Its image stays with one thread from reading to
// writing, and so in that CPU's caches: what is parallel are the images.
struct Item {
  ItemRecord record;
  std::string refused;  // why nothing is tried; "" otherwise
  bool begun = false;   // says the journal, which is to say if it is left again
  bool was_fatal = false;
  std::vector<StagedFile> files;
  double pixels = 0;
  bool abandoned = false;  // the run is ending
  std::optional<CommandError> failure;
};
using ItemPointer = std::shared_ptr<Item>;

std::string Sha256Of(std::string_view bytes) {
  Sha256 digest;
  digest.Update(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return digest.Finish(8 * bytes.size());
}

bool Exists(const OutputRecord& output) {
  struct stat status;
  return stat(output.name.c_str(), &status) == 0 &&
         static_cast<std::uint64_t>(status.st_size) == output.bytes;
}

// Not the fault of the input: it would happen to all that follow too.
bool StopsTheRun(const std::exception& error) {
  if (dynamic_cast<const RunError*>(&error) != nullptr) return true;
  const auto* command_error = dynamic_cast<const CommandError*>(&error);
  if (command_error == nullptr) return false;
  const int number = command_error->error_number();
  return number == ENOSPC || number == EDQUOT;
}

std::uint64_t MemoryForImages() {
  // The rest is for what encoders and devices hold.
  constexpr magick_int64_t kShare = 2;
  return static_cast<std::uint64_t>(GetMagickResourceLimit(MemoryResource) / kShare);
}

class Run {
 public:
  explicit Run(const BulkOptions& options)
      : options_(options),
        settings_(options.Settings()),
        maker_(options),
        budget_(MemoryForImages()),
        kept_(options.kept),
        inputs_(options.inputs),
        progress_(options.inputs) {
    if (options.names_devices) devices_.emplace();
    if (options.isolated) PrepareForTheWorst(options.isolated_seconds);
    batch_.reserve(kBatchItems);
    if (!options.journal.empty()) journal_.emplace(options.journal, options.other_journals);
  }

  BulkSummary Work();

 private:
  ItemPointer Next();
  bool IsDone(const ItemRecord& record, const BulkInput& input) const;
  std::string Claim(const BulkInput& input, bool* repeated);
  ItemPointer Make(const ItemPointer& item);
  void Begin(Item* item);
  void MakeFiles(Item* item);
  void CommitAll();
  void Commit();
  void Publish(Item* item);
  void Count(const Item& item);
  void Fail(Item* item, const std::exception& error);
  void Stop(const std::string& reason);
  bool Stopping() const { return stop_ || InterruptRequested(); }

  const BulkOptions& options_;
  const std::string settings_;
  const ItemMaker maker_;
  ByteBudget budget_;
  const KeptFiles kept_;
  InputList inputs_;
  std::optional<Journal> journal_;
  BulkProgress progress_;
  std::unordered_map<std::uint64_t, std::uint64_t> claims_;  // digests: an output's, its input's
  BoundedQueue<ItemPointer, kBatchItems> made_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;  // guards the reason to stop
  MessageTarget* const messages_ = CurrentMessageTarget();
  std::optional<ItemDevices> devices_;
  std::atomic<std::uint64_t> earlier_{0};
  BulkSummary before_;  // of those done earlier
  // The committer's.
  BulkSummary summary_;
  std::vector<ItemPointer> batch_;
  std::exception_ptr failure_;  // of its own, such as no memory
};

void Run::Stop(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  if (summary_.stopped.empty()) summary_.stopped = reason;
  stop_ = true;
}

void Run::Fail(Item* item, const std::exception& error) {
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

bool Run::IsDone(const ItemRecord& record, const BulkInput& input) const {
  return record.done && record.settings == settings_ && record.input.SameFile(input) &&
         std::all_of(record.outputs.begin(), record.outputs.end(), Exists);
}

// Why an input cannot have its outputs: another has one of the same name.
std::string Run::Claim(const BulkInput& input, bool* repeated) {
  const std::uint64_t claimant = std::hash<std::string>()(input.name);
  for (const OutputSpec& output : options_.outputs) {
    const std::string name = output.name.For(input);
    const auto [claim, first] = claims_.emplace(std::hash<std::string>()(name), claimant);
    if (first) continue;
    *repeated = claim->second == claimant;
    return "Another input has an output of the same name (" + name + ")";
  }
  return "";
}

ItemPointer Run::Next() {
  while (!Stopping()) {
    const auto input = inputs_.Next();
    if (!input) break;
    bool repeated = false;
    const std::string refused = Claim(*input, &repeated);
    if (repeated) continue;
    const auto before = journal_ ? journal_->Find(input->name) : std::nullopt;
    if (refused.empty() && !options_.force && before && IsDone(*before, *input)) {
      ++earlier_;
      before_.CountDevices(before->devices);
      before_.CountWarnings(before->warnings);
      continue;
    }
    auto item = std::make_shared<Item>();
    item->record.input = *input;
    item->record.settings = settings_;
    item->refused = refused;
    if (before && !before->done && before->settings == settings_ &&
        before->input.SameFile(*input)) {
      item->record.attempts = before->attempts + 1;
    }
    Begin(item.get());
    return item;
  }
  return nullptr;
}

// So that, if this process dies, the next one knows what it may have died of.
void Run::Begin(Item* item) {
  if (!journal_ || options_.simulates || !item->refused.empty()) return;
  item->was_fatal = !options_.isolated && journal_->WasFatal(item->record.input.name);
  journal_->Begin(item->record.input.name);
  item->begun = !item->was_fatal;  // what may be fatal stays so
}

void Run::MakeFiles(Item* item) {
  if (!item->refused.empty()) throw CommandError(item->refused);
  item->record.done = true;
  if (options_.simulates) return;
  const BulkInput& input = item->record.input;
  if (item->was_fatal) {
    item->record = DoIsolated(options_, input);
    item->record.attempts = 2;
    return;
  }
  if (input.planned_bytes && *input.planned_bytes != input.bytes) {
    throw CommandError("The input has changed since the plan was made", input.name);
  }
  const ItemMaker::Plan plan = maker_.PlanFor(input);
  const ByteBudget::Share share(&budget_, ItemMaker::EstimateBytes(plan));
  const MadeItem made = maker_.Make(input, plan);
  for (const Encoded& output : made.outputs) {
    if (!options_.replaces_inputs && IsSameFile(output.name, input.name)) {
      throw CommandError("The output would replace its input", output.name);
    }
    if (kept_.Has(output.name)) {
      throw CommandError("The output would replace a journal, a list or a plan", output.name);
    }
    item->files.emplace_back(
        output.name, output.bytes(),
        options_.creates_directories ? Directories::kCreate : Directories::kMustExist);
    if (options_.preserves_times) item->files.back().SetTime(input.modified_ns);
    item->record.outputs.push_back({output.name, output.length, Sha256Of(output.bytes())});
  }
  item->pixels = made.pixels;
}

ItemPointer Run::Make(const ItemPointer& item) {
  WarningCollector warnings(messages_, options_.warnings);
  const MessageScope scope(&warnings);
  const auto began = Clock::now();
  item->record.started_ns = NowNanoseconds();
  MagickAccelerateSetItem(item->record.input.name.c_str());
  try {
    MakeFiles(item.get());
    item->record.warnings = warnings.TakeTexts();
  } catch (const std::exception& error) {
    Fail(item.get(), error);
  }
  MagickAccelerateSetItem(nullptr);
  if (auto devices = ItemDevices::Take(); !devices.empty()) {
    item->record.devices = std::move(devices);
  }
  item->record.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return item;
}

// While the disk works, the next batch gathers, so that a slow disk gets larger ones.
void Run::CommitAll() {
  const MessageScope scope(messages_);
  bool ended = false;
  while (!ended) {
    ItemPointer item = made_.Pop();
    ended = item == nullptr;
    while (item) {
      batch_.push_back(std::move(item));
      item = batch_.size() < kBatchItems ? made_.TryPop() : nullptr;
    }
    try {
      Commit();
    } catch (const std::exception&) {
      failure_ = std::current_exception();
      stop_ = true;
    }
    batch_.clear();
  }
}

void Run::Publish(Item* item) {
  try {
    for (StagedFile& file : item->files) file.Publish();
  } catch (const std::exception& error) {
    Fail(item, error);
  }
}

void Run::Count(const Item& item) {
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
void Run::Commit() {
  for (const ItemPointer& item : batch_) {
    try {
      for (StagedFile& file : item->files) file.Flush();
    } catch (const std::exception& error) {
      Fail(item.get(), error);
    }
  }
  std::string lines;
  for (const ItemPointer& item : batch_) {
    Publish(item.get());
    if (item->abandoned && item->begun) lines += JournalStopLine(item->record.input.name);
    if (item->abandoned) continue;
    lines += JournalLine(item->record);
    Count(*item);
  }
  try {
    if (journal_) journal_->Append(lines);
  } catch (const CommandError& error) {
    Stop(ErrorText(error));
  }
  summary_.earlier = earlier_;
  progress_.Show(summary_);
}

BulkSummary Run::Work() {
  const auto began = Clock::now();
  const auto threads = static_cast<int>(GetMagickResourceLimit(ThreadsResource));
  // More than threads, so that none has to wait for the next.
  const std::size_t most_items = 2 * static_cast<std::size_t>(threads);
  const auto next = [this](tbb::flow_control& control) {
    ItemPointer item;
    try {
      item = Next();
    } catch (const std::exception& error) {
      Stop(ErrorText(error));
    }
    if (!item) control.stop();
    return item;
  };
  // A thread of its own, since it waits for the disk.
  struct Committer {
    explicit Committer(Run* run) : run(run), thread([run] { run->CommitAll(); }) {}
    ~Committer() {
      run->made_.End();
      thread.join();
    }
    Run* const run;
    std::thread thread;
  };
  {
    const Committer committer(this);
    // More threads than CPUs are useful where they wait for devices or disks.
    const tbb::global_control workers(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
      tbb::parallel_pipeline(
          most_items, tbb::make_filter<void, ItemPointer>(tbb::filter_mode::serial_in_order, next) &
                          tbb::make_filter<ItemPointer, void>(
                              tbb::filter_mode::parallel,
                              [this](const ItemPointer& item) { made_.Push(Make(item)); }));
    });
  }
  if (failure_) std::rethrow_exception(failure_);
  summary_.AddEarlier(before_);
  if (InterruptRequested()) Stop(InterruptText());
  summary_.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return summary_;
}

}  // namespace

BulkSummary RunBulkJob(const BulkOptions& options) {
  AllowManyStagedFiles();
  return Run(options).Work();
}

}  // namespace lodestone::cli
