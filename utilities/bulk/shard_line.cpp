#include "utilities/bulk/shard_line.hpp"

#include <nlohmann/json.hpp>

#include "utilities/bulk/json_names.hpp"

namespace lodestone::cli {

std::string ShardLine(const BulkInput& input) {
  JsonText line;
  AddName(&line, "input", input.name);
  if (!input.root.empty()) AddName(&line, "root", input.root);
  line.AddNumber("bytes", static_cast<double>(input.bytes));
  return line.Object() + "\n";
}

BulkInput ParseShardLine(const std::string& line) {
  const nlohmann::json object = nlohmann::json::parse(line);
  BulkInput input;
  input.name = NameIn(object, "input");
  if (object.contains("root")) input.root = NameIn(object, "root");
  input.bytes = object.at("bytes").get<std::uint64_t>();
  input.planned_bytes = input.bytes;
  return input;
}

}  // namespace lodestone::cli
