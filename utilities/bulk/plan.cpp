#include "utilities/bulk/plan.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "magick/api.h"
#include "utilities/bulk/json_names.hpp"
#include "utilities/bulk/staged_file.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/text/json_text.hpp"
#include "utilities/text/time_text.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string PlanFile(const std::string& folder) {
  return folder + "/plan.json";
}

Plan PlanOf(const std::string& folder, const Json& object) {
  Plan plan;
  plan.folder = folder;
  plan.version = object.at("version").get<std::string>();
  plan.directory = NameIn(object, "directory");
  for (const Json& argument : object.at("arguments")) {
    plan.arguments.push_back(NameIn(argument, "text"));
  }
  plan.settings = object.at("settings").get<std::string>();
  plan.items = object.at("items").get<std::uint64_t>();
  plan.bytes = object.at("bytes").get<std::uint64_t>();
  plan.shards = object.at("shards").get<std::uint64_t>();
  return plan;
}

std::string TextOfPlan(const std::string& folder) {
  try {
    return ReadTextFile(PlanFile(folder));
  } catch (const CommandError& error) {
    std::error_code ignored;
    const std::string state = fs::is_directory(folder, ignored) ? "holds no plan"
                              : fs::exists(folder, ignored)     ? "is no folder"
                                                                : "does not exist";
    throw error.WithHint(folder + " " + state + ", a plan is a folder that `bulk plan` makes");
  }
}

}  // namespace

std::string Plan::ShardFile(std::uint64_t shard) const {
  return folder + "/shards/" + std::to_string(shard) + ".jsonl";
}

std::string Plan::JournalFolder(std::uint64_t shard) const {
  return folder + "/journals/" + std::to_string(shard);
}

std::string Plan::RecordFile(std::uint64_t shard) const {
  return folder + "/records/" + std::to_string(shard) + ".json";
}

std::vector<std::string> Plan::Journals(std::uint64_t shard) const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator each(JournalFolder(shard), error), end; !error && each != end;
       each.increment(error)) {
    if (each->path().extension() == ".jsonl") names.push_back(each->path().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> Plan::Files() const {
  return {PlanFile(folder), folder + "/shards", folder + "/journals", folder + "/records"};
}

BulkOptions Plan::Options() const {
  return ParseBulkOptions(arguments, Inputs::kElsewhere);
}

Plan ReadPlan(const std::string& folder) {
  const Json object = Json::parse(TextOfPlan(folder), nullptr, false);
  Plan plan;
  try {
    plan = PlanOf(folder, object);
  } catch (const std::exception& error) {
    throw CommandError("This is not a plan", PlanFile(folder));
  }
  if (plan.version != GetMagickVersion(nullptr)) {
    throw CommandError("The plan was made by another version, whose outputs could differ",
                       plan.version);
  }
  return plan;
}

void WritePlan(const Plan& plan) {
  JsonText text;
  text.AddText("type", "plan")
      .AddText("version", plan.version)
      .AddText("created", IsoTime(NowNanoseconds()));
  AddName(&text, "directory", plan.directory);
  std::vector<JsonText> arguments;
  for (const std::string& argument : plan.arguments) {
    AddName(&arguments.emplace_back(), "text", argument);
  }
  text.AddList("arguments", arguments)
      .AddText("settings", plan.settings)
      .AddNumber("items", static_cast<double>(plan.items))
      .AddNumber("bytes", static_cast<double>(plan.bytes))
      .AddNumber("shards", static_cast<double>(plan.shards));
  StagedFile file(PlanFile(plan.folder), text.Object() + "\n");
  file.Flush();
  file.Publish();
}

}  // namespace lodestone::cli
