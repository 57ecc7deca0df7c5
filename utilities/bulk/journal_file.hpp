// Files of journals: what is opened as one, and who works with it.
#pragma once

#include <chrono>
#include <string>

namespace lodestone::cli {

enum class JournalAccess { kRead, kAppend };

// Opens a file; creates one to append to. Links are not followed, and devices and pipes not
// opened. Throws CommandError.
int OpenJournalFile(const std::string& name, JournalAccess access);

// Locks the file until it is closed. A process that was killed may hold it for a moment yet: waits
// so long, with a message, and then throws CommandError. Children that this process starts do not
// hold it; one file at a time may be locked.
void LockJournal(int file, const std::string& name, std::chrono::milliseconds patience);

// A folder beside a journal, for a process that does one input; with all in it gone at the end.
// Throws CommandError.
class FolderOfJournal {
 public:
  explicit FolderOfJournal(const std::string& journal);
  ~FolderOfJournal();
  FolderOfJournal(const FolderOfJournal&) = delete;
  FolderOfJournal& operator=(const FolderOfJournal&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Those that a process has left that was killed. Call with the journal locked.
void RemoveFoldersOf(const std::string& journal);

// Closes it, locked or not.
void CloseJournal(int file);

}  // namespace lodestone::cli
