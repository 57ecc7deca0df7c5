#include "utilities/bulk/shard_line.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "utilities/bulk/json_names.hpp"
#include "utilities/shell/command_error.hpp"

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

InputSpool::InputSpool(const std::string& beginning) : name_(beginning + "-XXXXXX") {
  const int file = mkstemp(name_.data());
  if (file < 0) throw CommandError("Unable to write file", name_, errno);
  close(file);
  file_.open(name_, std::ios::binary);
}

InputSpool::~InputSpool() {
  std::remove(name_.c_str());
}

const std::string& InputSpool::Finish() {
  file_.close();
  if (!file_) throw CommandError("Unable to write file", name_, errno);
  return name_;
}

}  // namespace lodestone::cli
