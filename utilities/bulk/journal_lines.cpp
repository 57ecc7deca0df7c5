#include "utilities/bulk/journal_lines.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "utilities/bulk/journal_file.hpp"
#include "utilities/bulk/json_names.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/host_name.hpp"
#include "utilities/text/json_text.hpp"
#include "utilities/text/time_text.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kReadBytes = 1 << 16;

ItemRecord RecordOf(const Json& line) {
  ItemRecord record;
  record.input.name = NameIn(line, "input");
  record.input.bytes = line.at("bytes").get<std::uint64_t>();
  record.input.modified_ns = ParseIsoTime(line.at("modified").get<std::string>());
  record.settings = line.at("settings").get<std::string>();
  record.done = line.at("status").get<std::string>() == "done";
  record.reason = line.value("reason", "");
  record.warnings = line.value("warnings", std::vector<std::string>());
  record.attempts = line.at("attempts").get<unsigned>();
  record.started_ns = ParseIsoTime(line.at("started").get<std::string>());
  record.seconds = line.at("seconds").get<double>();
  record.host = line.at("host").get<std::string>();
  record.devices = line.value("devices", std::vector<std::string>());
  for (const Json& output : line.at("outputs")) {
    record.outputs.push_back({NameIn(output, "name"), output.at("bytes").get<std::uint64_t>(),
                              output.at("sha256").get<std::string>()});
  }
  return record;
}

// Whether a text, whole or cut anywhere, may be a line of a journal.
bool BeginsJournalLine(std::string_view text) {
  constexpr std::string_view kBeginnings[] = {R"({"type":"item","input":)",
                                              R"({"type":"start","input":)"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [&](std::string_view each) {
    return text.substr(0, each.size()) == each.substr(0, text.size());
  });
}

// The first line without its end, or what there is of it, as long as it may be one of a journal.
std::string FirstLine(int file, const std::string& name, bool* whole) {
  std::string line;
  std::array<char, 4096> buffer;
  *whole = false;
  while (!*whole && BeginsJournalLine(line)) {
    const auto position = static_cast<off_t>(line.size());
    const ssize_t got = pread(file, buffer.data(), buffer.size(), position);
    if (got < 0) throw CommandError("Unable to read journal", name, errno);
    if (got == 0) break;
    const std::string_view piece(buffer.data(), static_cast<std::size_t>(got));
    const std::size_t end = piece.find('\n');
    *whole = end != std::string_view::npos;
    line += piece.substr(0, end);
  }
  return line;
}

JsonText LineOfType(const char* type, const std::string& input) {
  JsonText line;
  line.AddText("type", type);
  AddName(&line, "input", input);
  return line;
}

std::string Whole(const JsonText& line) {
  return line.Object() + "\n";
}

[[noreturn]] void Refuse(const std::string& name) {
  throw CommandError("This file is not a journal of bulk", name)
      .WithHint("it stays as it is; name another one with -journal");
}

}  // namespace

std::string JournalStartLine(const std::string& input) {
  return Whole(LineOfType("start", input).AddNumber("process", static_cast<double>(getpid())));
}

std::string JournalStopLine(const std::string& input) {
  return Whole(LineOfType("stop", input));
}

std::string JournalLine(const ItemRecord& record) {
  JsonText line = LineOfType("item", record.input.name);
  line.AddNumber("bytes", static_cast<double>(record.input.bytes))
      .AddText("modified", IsoTime(record.input.modified_ns))
      .AddText("settings", record.settings)
      .AddText("status", record.done ? "done" : "failed");
  if (!record.done) line.AddText("reason", record.reason);
  if (!record.warnings.empty()) line.AddTexts("warnings", record.warnings);
  line.AddNumber("attempts", record.attempts);
  std::vector<JsonText> outputs;
  for (const OutputRecord& output : record.outputs) {
    JsonText& object = outputs.emplace_back();
    AddName(&object, "name", output.name);
    object.AddNumber("bytes", static_cast<double>(output.bytes)).AddText("sha256", output.sha256);
  }
  line.AddList("outputs", outputs)
      .AddText("started", IsoTime(record.started_ns))
      .AddNumber("seconds", record.seconds)
      .AddText("host", HostName())
      .AddNumber("process", static_cast<double>(getpid()));
  if (!record.devices.empty()) line.AddTexts("devices", record.devices);
  return Whole(line);
}

std::optional<ItemRecord> ParseJournalLine(const std::string& line) {
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  try {
    const Json& type = object.at("type");
    if (type == "item") return RecordOf(object);
    if (type != "start" && type != "stop") return std::nullopt;
    ItemRecord record;
    record.input.name = NameIn(object, "input");
    record.begun = true;
    record.left = type == "stop";
    record.process = object.value("process", record.process);
    return record;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void RequireJournal(int file, const std::string& name) {
  bool whole = false;
  const std::string line = FirstLine(file, name, &whole);
  if (!BeginsJournalLine(line) || (whole && !ParseJournalLine(line))) Refuse(name);
}

std::int64_t ForEachRecord(
    int file, const std::string& name,
    const std::function<void(const ItemRecord& record, std::int64_t position)>& each) {
  std::int64_t whole = 0;  // the beginning of `text` in the file
  std::string text;
  std::vector<char> buffer(kReadBytes);
  while (true) {
    const auto position = whole + static_cast<std::int64_t>(text.size());
    const ssize_t length = pread(file, buffer.data(), buffer.size(), position);
    if (length < 0) throw CommandError("Unable to read journal", name, errno);
    if (length == 0) return whole;
    text.append(buffer.data(), static_cast<std::size_t>(length));
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const auto record = ParseJournalLine(text.substr(begin, end - begin));
      if (record) each(*record, whole + static_cast<std::int64_t>(begin));
    }
    whole += static_cast<std::int64_t>(begin);
    text.erase(0, begin);
  }
}

void ForEachRecord(const std::string& name,
                   const std::function<void(const ItemRecord& record)>& each) {
  const int file = OpenJournalFile(name, JournalAccess::kRead);
  try {
    ForEachRecord(file, name, [&](const ItemRecord& record, std::int64_t) { each(record); });
  } catch (...) {
    CloseJournal(file);
    throw;
  }
  CloseJournal(file);
}

}  // namespace lodestone::cli
