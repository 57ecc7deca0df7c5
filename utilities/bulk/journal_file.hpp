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

// Closes it, locked or not.
void CloseJournal(int file);

}  // namespace lodestone::cli
