#include "utilities/bulk/bulk_run.hpp"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "accel/accelerate.h"
#include "utilities/bulk/byte_budget.hpp"
#include "utilities/bulk/committer.hpp"
#include "utilities/bulk/crew.hpp"
#include "utilities/bulk/isolated_item.hpp"
#include "utilities/bulk/item_devices.hpp"
#include "utilities/bulk/item_maker.hpp"
#include "utilities/bulk/kept_files.hpp"
#include "utilities/bulk/warning_collector.hpp"
#include "base/leftover_files.hpp"
#include "base/limited_arena.hpp"
#include "base/sha256.hpp"
#include "base/thread_pool.hpp"
#include "utilities/text/time_text.hpp"

namespace lodestone::cli {
namespace {

// Enough to keep a fast device busy.
constexpr unsigned kThreadsPerCpu = 4;

using Clock = std::chrono::steady_clock;

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

std::uint64_t MemoryForImages() {
  // The rest is for what encoders and devices hold.
  constexpr std::uint64_t kShare = 2;
  auto memory = static_cast<std::uint64_t>(GetMagickResourceLimit(MemoryResource));
  rlimit addresses;
  if (getrlimit(RLIMIT_AS, &addresses) == 0)
    memory = std::min<std::uint64_t>(memory, addresses.rlim_cur);
  return memory / kShare;
}

bool IsOutOfMemory(const std::exception& error) {
  return std::string_view(AsCommandError(error).what()) == kOutOfMemory;
}

class Run {
 public:
  explicit Run(const BulkOptions& options)
      : options_(options),
        settings_(options.Settings()),
        maker_(options),
        memory_(MemoryForImages()),
        budget_(memory_),
        unwritten_(memory_ / 4),
        kept_(options.kept),
        inputs_(options.inputs) {
    if (options.names_devices) devices_.emplace();
    if (options.isolated) PrepareForTheWorst(options.isolated_seconds);
    if (!options.journal.empty()) journal_.emplace(options.journal, options.other_journals);
    committer_.emplace(options, journal_ ? &*journal_ : nullptr);
  }

  BulkSummary Work();

 private:
  void MakeAll();
  BulkItemPointer NextOne();
  BulkItemPointer Next();
  bool IsDone(const ItemRecord& record, const BulkInput& input) const;
  std::string Claim(const BulkInput& input, bool* repeated);
  BulkItemPointer Make(const BulkItemPointer& item);
  void Begin(BulkItem* item);
  void RemoveLeftoversBeside(const BulkInput& input);
  MadeItem MadeFrom(const BulkInput& input);
  void MakeOutputs(BulkItem* item);

  const BulkOptions& options_;
  const std::string settings_;
  const ItemMaker maker_;
  const std::uint64_t memory_;
  ByteBudget budget_, unwritten_;
  const KeptFiles kept_;
  InputList inputs_;
  std::optional<Journal> journal_;
  std::unordered_map<std::uint64_t, std::uint64_t> claims_;  // digests: an output's, its input's
  std::unordered_set<std::string> cleared_;                  // folders, of leftovers
  MessageTarget* const messages_ = CurrentMessageTarget();
  std::optional<ItemDevices> devices_;
  BulkSummary before_;  // of those done earlier
  std::optional<Committer> committer_;
  std::mutex mutex_;  // of those who ask for the next input
  std::atomic<std::size_t> busy_{0};
  Crew crew_{ThreadsThatFit(kThreadsPerCpu * accel::ThreadLimit()) - 1, Stack::kUsual,
             [this] { MakeAll(); }};
};

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
    if (claim->second != claimant)
      return "Another input has an output of the same name (" + name + ")";
    // If it is that of an earlier output, the input is refused later.
    *repeated = &output == &options_.outputs.front();
    if (*repeated) break;
  }
  return "";
}

BulkItemPointer Run::Next() {
  while (!committer_->Stopping()) {
    const auto input = inputs_.Next();
    if (!input) break;
    bool repeated = false;
    const std::string refused = Claim(*input, &repeated);
    if (repeated) continue;
    const auto before = journal_ ? journal_->Find(input->name) : std::nullopt;
    if (refused.empty() && !options_.force && before && IsDone(*before, *input)) {
      committer_->CountEarlier();
      before_.CountDevices(before->devices);
      before_.CountWarnings(before->warnings);
      continue;
    }
    auto item = std::make_shared<BulkItem>();
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
void Run::Begin(BulkItem* item) {
  if (!journal_ || options_.simulates || !item->refused.empty()) return;
  item->was_fatal = !options_.isolated && journal_->WasFatal(item->record.input.name);
  journal_->Begin(item->record.input.name);
  item->begun = !item->was_fatal;  // what may be fatal stays so
  if (item->was_fatal) RemoveLeftoversBeside(item->record.input);
}

// Of processes that died, where files cannot be nameless.
void Run::RemoveLeftoversBeside(const BulkInput& input) {
  for (const std::string& name : options_.NamesFor(input)) {
    const std::string folder = (std::filesystem::path(name).parent_path() / ".").string();
    if (!cleared_.insert(folder).second) continue;
    for (const std::int64_t process : journal_->ended_processes())
      RemoveLeftovers(folder, static_cast<pid_t>(process));
  }
}

MadeItem Run::MadeFrom(const BulkInput& input) {
  try {
    const ItemMaker::Plan plan = maker_.PlanFor(input);
    const ByteBudget::Share share(&budget_, ItemMaker::EstimateBytes(plan));
    return maker_.Make(input, plan);
  } catch (const std::exception& error) {
    if (!IsOutOfMemory(error)) throw;
  }
  // The others that are under way may have it, or what is kept of those before.
  const ByteBudget::Share all(&budget_, memory_);
  MagickTrimMemory();
  return maker_.Make(input, maker_.PlanFor(input));
}

void Run::MakeOutputs(BulkItem* item) {
  if (!item->refused.empty()) throw CommandError(item->refused);
  const BulkInput& input = item->record.input;
  RequireDistinct(options_.NamesFor(input));
  item->record.done = true;
  if (options_.simulates) return;
  if (item->was_fatal) {
    item->record = DoIsolated(options_, input);
    item->record.attempts = 2;
    return;
  }
  if (input.planned_bytes && *input.planned_bytes != input.bytes) {
    throw CommandError("The input has changed since the plan was made", input.name);
  }
  MadeItem made = MadeFrom(input);
  std::uint64_t bytes = 0;
  for (const Encoded& output : made.outputs) {
    if (!options_.replaces_inputs && IsSameFile(output.name, input.name)) {
      throw CommandError("The output would replace its input", output.name);
    }
    if (kept_.Has(output.name)) {
      throw CommandError("The output would replace a journal, a list or a plan", output.name);
    }
    item->record.outputs.push_back({output.name, output.length, Sha256Of(output.bytes())});
    bytes += output.length;
  }
  item->pixels = made.pixels;
  item->outputs = std::move(made.outputs);
  item->share = std::make_unique<ByteBudget::Share>(&unwritten_, bytes);
}

BulkItemPointer Run::Make(const BulkItemPointer& item) {
  WarningCollector warnings(messages_, options_.warnings);
  const MessageScope scope(&warnings);
  const auto began = Clock::now();
  item->record.started_ns = NowNanoseconds();
  MagickAccelerateSetItem(item->record.input.name.c_str());
  try {
    MakeOutputs(item.get());
    item->record.warnings = warnings.TakeTexts();
  } catch (const std::exception& error) {
    committer_->Fail(item.get(), error);
  }
  MagickAccelerateSetItem(nullptr);
  if (auto devices = ItemDevices::Take(); !devices.empty()) {
    item->record.devices = std::move(devices);
  }
  item->record.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return item;
}

BulkItemPointer Run::NextOne() {
  const std::lock_guard lock(mutex_);
  try {
    return Next();
  } catch (const std::exception& error) {
    committer_->Stop(ErrorText(error));
    return nullptr;
  }
}

// Of one thread. While it waits for a device, another has its share of the CPUs; so there is one
// thread more than those that have an input.
void Run::MakeAll() {
  accel::ThreadShare share(accel::ThreadShare::When::kWhenFree);
  while (const BulkItemPointer item = NextOne()) {
    crew_.Need(++busy_);
    committer_->Push(Make(item));
    --busy_;
    share.MakeWay();
  }
}

BulkSummary Run::Work() {
  const auto began = Clock::now();
  MakeAll();
  crew_.Join();
  BulkSummary summary = committer_->End();
  summary.AddEarlier(before_);
  summary.lost_journal = journal_ && !journal_->IsThere();
  summary.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return summary;
}

}  // namespace

BulkSummary RunBulkJob(const BulkOptions& options) {
  AllowManyStagedFiles();
  return Run(options).Work();
}

}  // namespace lodestone::cli
