#include "utilities/bulk/plan_maker.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "magick/api.h"
#include "utilities/bulk/input_list.hpp"
#include "utilities/bulk/name_claims.hpp"
#include "utilities/bulk/shard_line.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/ordinary_output.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;

// A shard's lines are kept until there are this many bytes of them, since there may be more shards
// than files can be open.
constexpr std::size_t kBufferBytes = 4096;

void MakeFolder(const std::string& name) {
  std::error_code error;
  fs::create_directories(name, error);
  if (error) throw CommandError("Unable to make directory", name, error.value());
}

// A folder that was not there before; with all that is in it gone, unless it is kept.
class NewFolder {
 public:
  explicit NewFolder(const std::string& name) : name_(name) {
    std::error_code error;
    made_ = fs::create_directory(name, error);
    if (error) throw CommandError("Unable to make directory", name, error.value());
  }
  ~NewFolder() {
    std::error_code ignored;
    if (made_ && !kept_) fs::remove_all(name_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  bool made() const { return made_; }
  const std::string& name() const { return name_; }
  void Keep() { kept_ = true; }

 private:
  const std::string name_;
  bool made_ = false, kept_ = false;
};

class ShardWriter {
 public:
  explicit ShardWriter(const Plan& plan) : plan_(plan), buffers_(plan.shards) {
    for (std::uint64_t shard = 0; shard < plan.shards; ++shard) lightest_.push({0, shard});
  }

  void Add(const BulkInput& input) {
    auto [bytes, shard] = lightest_.top();
    lightest_.pop();
    // An item costs something however small it is.
    constexpr std::uint64_t kBytesOfAnItem = 10'000;
    lightest_.push({bytes + input.bytes + kBytesOfAnItem, shard});
    buffers_[shard] += ShardLine(input);
    if (buffers_[shard].size() >= kBufferBytes) Flush(shard);
  }

  void Finish() {
    for (std::uint64_t shard = 0; shard < plan_.shards; ++shard) Flush(shard);
  }

 private:
  using Weight = std::pair<std::uint64_t, std::uint64_t>;  // bytes, number of the shard

  void Flush(std::uint64_t shard) {
    const std::string name = plan_.ShardFile(shard);
    std::ofstream file(name, std::ios::binary | std::ios::app);
    file << std::exchange(buffers_[shard], "");
    file.close();
    if (!file) throw CommandError("Unable to write file", name, errno);
  }

  const Plan& plan_;
  std::vector<std::string> buffers_;
  std::priority_queue<Weight, std::vector<Weight>, std::greater<>> lightest_;
};

void CollectInputs(const BulkOptions& options, InputSpool* spool, NameClaims* claims, Plan* plan) {
  InputList inputs(options.inputs);
  ProgressLine line;
  while (const auto input = inputs.Next()) {
    const std::vector<std::string> names = options.NamesFor(*input);
    RequireDistinct(names);
    for (const std::string& name : names) claims->Add(name);
    spool->Add(*input);
    ++plan->items;
    plan->bytes += input->bytes;
    line.Show({-1, static_cast<double>(plan->items), "inputs", "collecting"});
  }
}

// Names the inputs that the first of these outputs would have.
[[noreturn]] void RefuseClash(const BulkOptions& options, const InputSources& inputs,
                              const NameClaims& claims) {
  InputList list(inputs, InputDetails::kNameOnly);
  std::string first, name;
  while (const auto input = list.Next()) {
    for (const OutputSpec& output : options.outputs) {
      const std::string candidate = output.name.For(*input);
      if (!claims.Clashes(candidate)) continue;
      if (first.empty()) {
        first = input->name;
        name = candidate;
      } else if (candidate == name) {
        throw CommandError("Inputs have an output of the same name",
                           first + " and " + input->name + ": " + name);
      }
    }
  }
  throw CommandError("Inputs have outputs of the same name");
}

void WriteShards(const Plan& plan, const InputSources& inputs) {
  InputList list(inputs, InputDetails::kNameOnly);
  ShardWriter writer(plan);
  ProgressLine line;
  double written = 0;
  while (const auto input = list.Next()) {
    writer.Add(*input);
    written += 1;
    line.Show({written / static_cast<double>(plan.items), written, "inputs", "writing shards"});
  }
  writer.Finish();
}

std::uint64_t NumberOfShards(const ShardCount& count, std::uint64_t items) {
  const std::uint64_t wanted =
      count.shards ? *count.shards : (items + *count.items_per_shard - 1) / *count.items_per_shard;
  return std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(items, 1));
}

}  // namespace

Plan MakePlan(const std::string& folder, const BulkOptions& options, const ShardCount& count) {
  MakeFolder(folder);
  // Temporary files, too, are in there, so that none takes the place of a file of the user's.
  NewFolder shards(folder + "/shards");
  if (!shards.made() || fs::exists(folder + "/plan.json")) {
    throw CommandError("There is a plan already", folder);
  }
  Plan plan;
  plan.folder = folder;
  plan.version = GetMagickVersion(nullptr);
  plan.directory = fs::current_path().string();
  plan.arguments = options.arguments;
  plan.settings = options.Settings();
  // For the second pass: how many inputs there are decides the number of shards, and some lists can
  // be read only once.
  InputSpool spool(shards.name() + "/inputs");
  NameClaims claims(shards.name() + "/outputs.tmp");
  CollectInputs(options, &spool, &claims, &plan);
  if (plan.items == 0) throw CommandError("There are no inputs to plan for");
  InputSources spooled;
  spooled.shard = spool.Finish();
  if (claims.FindClashes()) RefuseClash(options, spooled, claims);
  plan.shards = NumberOfShards(count, plan.items);
  MakeFolder(folder + "/journals");
  MakeFolder(folder + "/records");
  WriteShards(plan, spooled);
  WritePlan(plan);
  shards.Keep();
  return plan;
}

}  // namespace lodestone::cli
