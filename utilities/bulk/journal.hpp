// The journal of a bulk run: JSON Lines beside the outputs, which say what became of each input. It
// is only ever appended to; the last line about an input counts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "utilities/bulk/bulk_input.hpp"

namespace lodestone::cli {

struct OutputRecord {
  std::string name;
  std::uint64_t bytes = 0;
  std::string sha256;
};

struct ItemRecord {
  BulkInput input;
  std::string settings;  // a digest of options, outputs and version
  bool done = false;
  std::string reason;  // why it failed
  unsigned attempts = 1;
  std::vector<OutputRecord> outputs;
  std::int64_t started_ns = 0;  // since 1970
  double seconds = 0;
  std::string host;  // of the process that wrote it
};

// One line, its end included; the host is this one.
std::string JournalLine(const ItemRecord& record);

// Nothing if the line is no record of an item, whole and well-formed.
std::optional<ItemRecord> ParseJournalLine(const std::string& line);

// Calls `each` with every record of an open file and its position, in order. Returns the end of the
// last whole line. Throws CommandError, which names the file.
std::int64_t ForEachRecord(
    int file, const std::string& name,
    const std::function<void(const ItemRecord& record, std::int64_t position)>& each);

// The same for a file by name.
void ForEachRecord(const std::string& name,
                   const std::function<void(const ItemRecord& record)>& each);

// Holds an index of its files only: about 50 bytes an item. Use from one thread at a time.
class Journal {
 public:
  // Opens or creates the file and the directories above it, and locks it for as long as it is open.
  // A last line that was cut is dropped. Throws CommandError, also when another process has it.
  // `others`: journals that count too, and are only read.
  explicit Journal(const std::string& name, const std::vector<std::string>& others = {});
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // The latest record of an input, one that says it was done before others.
  std::optional<ItemRecord> Find(const std::string& input) const;
  // Appends lines in one step; throws CommandError and leaves the file without them when they do
  // not fit.
  void Append(const std::string& lines);
  const std::string& name() const { return name_; }

 private:
  struct Position {
    std::size_t file;
    std::int64_t offset;
    bool done;
  };

  void Open(const std::string& name);
  void Load(const std::string& name, int flags);
  void CloseAll();

  const std::string name_;
  std::vector<int> files_;  // its own is the last
  std::int64_t end_ = 0;    // of the last whole line of its own
  // From a digest of the input's name.
  std::unordered_map<std::uint64_t, Position> positions_;
};

}  // namespace lodestone::cli
