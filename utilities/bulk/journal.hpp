// An index of journals, and one of them to append to.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "utilities/bulk/journal_lines.hpp"

namespace lodestone::cli {

// Holds an index of its files only: about 50 bytes an item.
// Thread-safety: Find, Begin and Append may be called at the same time.
class Journal {
 public:
  // Opens or creates the file and the directories above it, and locks it for as long as it is open.
  // A last line that was cut is dropped. Throws CommandError, also when the file is no journal, or
  // another process has it for longer than `patience`. `others`: journals that count too, and are
  // only read.
  explicit Journal(const std::string& name, const std::vector<std::string>& others = {},
                   std::chrono::milliseconds patience = std::chrono::seconds(5));
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // The latest record of an input, one that says it was done before others.
  std::optional<ItemRecord> Find(const std::string& input) const;
  // Whether a process died after it had begun this item, before it had finished it.
  bool WasFatal(const std::string& input) const;
  // Processes that have written to these files and ended, of those that are known.
  const std::unordered_set<std::int64_t>& ended_processes() const { return ended_processes_; }
  void Begin(const std::string& input) { Append(JournalStartLine(input)); }
  // Appends lines in one step; throws CommandError and leaves the file without them when they do
  // not fit.
  void Append(const std::string& lines);
  // Whether its name is still that of the file.
  bool IsThere() const;

 private:
  struct Position {
    std::size_t file;
    std::int64_t offset;
    bool done;
  };

  enum class Writer { kAlive, kEnded };

  void Open(const std::string& name, std::chrono::milliseconds patience);
  void LoadOther(const std::string& name);
  // The last of the files.
  void Load(const std::string& name, Writer writer);
  void CloseAll();

  const std::string name_;
  std::vector<int> files_;  // its own is the last
  std::mutex mutex_;        // guards the end of its own
  std::int64_t end_ = 0;    // of the last whole line
  // From a digest of the input's name.
  std::unordered_map<std::uint64_t, Position> positions_;
  std::unordered_set<std::uint64_t> begun_;  // and not finished
  std::unordered_set<std::int64_t> ended_processes_;
};

}  // namespace lodestone::cli
