// The journal of a bulk run: JSON Lines beside the outputs, which say what became of each input. It
// is only ever appended to; the last line about an input counts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
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
  std::string settings;      // a digest of options, outputs and version
  bool begun = false;        // says only that its input was begun,
  bool left = false;         // or left again, as the run was stopped
  std::int64_t process = 0;  // that began it; 0: unknown
  bool done = false;
  std::string reason;                 // why it failed
  std::vector<std::string> warnings;  // that it was done with
  unsigned attempts = 1;
  std::vector<OutputRecord> outputs;
  std::int64_t started_ns = 0;  // since 1970
  double seconds = 0;
  std::string host;                  // of the process that wrote it
  std::vector<std::string> devices;  // that operations ran on, "cpu" among them
};

// One line, its end included; the host is this one.
std::string JournalLine(const ItemRecord& record);

// The line that says that an item is begun.
std::string JournalStartLine(const std::string& input);
// That it was left as it was, since the run was stopped: nothing died of it.
std::string JournalStopLine(const std::string& input);

// Nothing if the line is no record of an item, whole and well-formed.
std::optional<ItemRecord> ParseJournalLine(const std::string& line);

// Throws CommandError unless the file is empty or begins as a journal does, so that no other file
// is appended to.
void RequireJournal(int file, const std::string& name);

// Calls `each` with every record of an open file and its position, in order. Returns the end of the
// last whole line. Throws CommandError, which names the file.
std::int64_t ForEachRecord(
    int file, const std::string& name,
    const std::function<void(const ItemRecord& record, std::int64_t position)>& each);

// Calls `each` with every record of a file, in order. Throws CommandError.
void ForEachRecord(const std::string& name,
                   const std::function<void(const ItemRecord& record)>& each);

}  // namespace lodestone::cli
