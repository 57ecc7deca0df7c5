#include "utilities/bulk/shard_record.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "utilities/bulk/staged_file.hpp"
#include "utilities/shell/host_name.hpp"
#include "utilities/text/json_text.hpp"
#include "utilities/text/time_text.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::json;

using Counts = std::map<std::string, std::uint64_t>;

// The lists of {name: text, "count": number}.
Counts CountsIn(const Json& list, const char* name) {
  Counts counts;
  for (const Json& each : list) {
    counts[each.at(name).get<std::string>()] = each.at("count").get<std::uint64_t>();
  }
  return counts;
}

ShardRecord Parse(const Json& object) {
  ShardRecord record;
  record.done = object.at("done").get<std::uint64_t>();
  record.failed = object.at("failed").get<std::uint64_t>();
  record.reasons = CountsIn(object.at("reasons"), "reason");
  record.warned = object.value("warned", std::uint64_t{0});
  record.warnings = CountsIn(object.value("warnings", Json::array()), "warning");
  record.devices = CountsIn(object.at("devices"), "device");
  record.host = object.at("host").get<std::string>();
  record.pixels = object.at("pixels").get<double>();
  record.started_ns = ParseIsoTime(object.at("started").get<std::string>());
  record.finished_ns = ParseIsoTime(object.at("finished").get<std::string>());
  return record;
}

}  // namespace

ShardRecord RecordOf(const BulkSummary& summary) {
  ShardRecord record;
  record.done = summary.done + summary.earlier;
  record.failed = summary.failed;
  record.warned = summary.warned + summary.earlier_warned;
  record.reasons = summary.reasons;
  record.warnings = summary.warnings;
  record.devices = summary.devices;
  record.host = HostName();
  record.pixels = summary.pixels;
  record.finished_ns = NowNanoseconds();
  record.started_ns = record.finished_ns - static_cast<std::int64_t>(summary.seconds * 1e9);
  return record;
}

void WriteShardRecord(const Plan& plan, std::uint64_t shard, const ShardRecord& record) {
  JsonText text;
  text.AddText("type", "shard")
      .AddNumber("shard", static_cast<double>(shard))
      .AddNumber("done", static_cast<double>(record.done))
      .AddNumber("failed", static_cast<double>(record.failed))
      .AddNumber("warned", static_cast<double>(record.warned))
      .AddCounts("reasons", "reason", record.reasons)
      .AddCounts("warnings", "warning", record.warnings)
      .AddCounts("devices", "device", record.devices)
      .AddText("host", record.host)
      .AddNumber("pixels", record.pixels)
      .AddText("started", IsoTime(record.started_ns))
      .AddText("finished", IsoTime(record.finished_ns));
  StagedFile file(plan.RecordFile(shard), text.Object() + "\n");
  file.Flush();
  file.Publish();
}

std::optional<ShardRecord> ReadShardRecord(const Plan& plan, std::uint64_t shard) {
  std::ifstream file(plan.RecordFile(shard), std::ios::binary);
  if (!file) return std::nullopt;
  const Json object = Json::parse(file, nullptr, false);
  try {
    return Parse(object);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace lodestone::cli
