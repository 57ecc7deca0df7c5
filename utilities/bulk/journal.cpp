#include "utilities/bulk/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "utilities/bulk/json_names.hpp"
#include "utilities/shell/host_name.hpp"
#include "utilities/shell/command_error.hpp"
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
  record.attempts = line.at("attempts").get<unsigned>();
  record.started_ns = ParseIsoTime(line.at("started").get<std::string>());
  record.seconds = line.at("seconds").get<double>();
  record.host = line.at("host").get<std::string>();
  for (const Json& output : line.at("outputs")) {
    record.outputs.push_back({NameIn(output, "name"), output.at("bytes").get<std::uint64_t>(),
                              output.at("sha256").get<std::string>()});
  }
  return record;
}

std::uint64_t KeyOf(const std::string& input) {
  return std::hash<std::string>()(input);
}

}  // namespace

std::string JournalLine(const ItemRecord& record) {
  JsonText line;
  line.AddText("type", "item");
  AddName(&line, "input", record.input.name);
  line.AddNumber("bytes", static_cast<double>(record.input.bytes))
      .AddText("modified", IsoTime(record.input.modified_ns))
      .AddText("settings", record.settings)
      .AddText("status", record.done ? "done" : "failed");
  if (!record.done) line.AddText("reason", record.reason);
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
  return line.Object() + "\n";
}

std::optional<ItemRecord> ParseJournalLine(const std::string& line) {
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  try {
    if (object.at("type") != "item") return std::nullopt;
    return RecordOf(object);
  } catch (const std::exception&) {
    return std::nullopt;
  }
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
  const int file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw CommandError("Unable to open journal", name, errno);
  try {
    ForEachRecord(file, name, [&](const ItemRecord& record, std::int64_t) { each(record); });
  } catch (...) {
    close(file);
    throw;
  }
  close(file);
}

Journal::Journal(const std::string& name, const std::vector<std::string>& others) : name_(name) {
  try {
    for (const std::string& other : others) Load(other, O_RDONLY);
    Open(name);
  } catch (...) {
    CloseAll();
    throw;
  }
}

Journal::~Journal() {
  CloseAll();
}

void Journal::CloseAll() {
  for (const int file : files_) close(file);
}

void Journal::Open(const std::string& name) {
  std::error_code error;
  const auto folder = std::filesystem::path(name).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  Load(name, O_RDWR | O_CREAT);
  if (lseek(files_.back(), 0, SEEK_END) != end_ && ftruncate(files_.back(), end_) != 0) {
    throw CommandError("Unable to write journal", name, errno);
  }
}

void Journal::Load(const std::string& name, int flags) {
  const int file = open(name.c_str(), flags | O_CLOEXEC, 0666);
  if (file < 0) throw CommandError("Unable to open journal", name, errno);
  files_.push_back(file);
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw CommandError("The journal is not a regular file", name);
  }
  if (flags != O_RDONLY && flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) throw CommandError("Unable to lock journal", name, errno);
    throw CommandError("Another process works with this journal", name);
  }
  end_ = ForEachRecord(file, name, [&](const ItemRecord& record, std::int64_t offset) {
    const auto [position, first] = positions_.try_emplace(
        KeyOf(record.input.name), Position{files_.size() - 1, offset, record.done});
    if (!first && (record.done || !position->second.done)) {
      position->second = {files_.size() - 1, offset, record.done};
    }
  });
}

std::optional<ItemRecord> Journal::Find(const std::string& input) const {
  const auto found = positions_.find(KeyOf(input));
  if (found == positions_.end()) return std::nullopt;
  const auto& [file, offset, done] = found->second;
  std::string line;
  std::vector<char> buffer(kReadBytes);
  while (line.find('\n') == std::string::npos) {
    const auto from = offset + static_cast<std::int64_t>(line.size());
    const ssize_t length = pread(files_[file], buffer.data(), buffer.size(), from);
    if (length <= 0) throw CommandError("Unable to read journal", name_, errno);
    line.append(buffer.data(), static_cast<std::size_t>(length));
  }
  auto record = ParseJournalLine(line.substr(0, line.find('\n')));
  // Another input's, if the digests of their names are equal.
  if (!record || record->input.name != input) return std::nullopt;
  return record;
}

void Journal::Append(const std::string& lines) {
  std::size_t written = 0;
  while (written < lines.size()) {
    const ssize_t length = pwrite(files_.back(), lines.data() + written, lines.size() - written,
                                  end_ + static_cast<std::int64_t>(written));
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) {
      const int error = errno;
      // Should this fail too, the next run drops what was cut.
      [[maybe_unused]] const int ignored = ftruncate(files_.back(), end_);
      throw CommandError("Unable to write journal", name_, error);
    }
    written += static_cast<std::size_t>(length);
  }
  end_ += static_cast<std::int64_t>(lines.size());
}

}  // namespace lodestone::cli
