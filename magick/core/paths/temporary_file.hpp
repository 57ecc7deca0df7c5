// Temporary files.
#pragma once

#include <string>

namespace lodestone {

// A file that disappears when the descriptor is closed, or -1 with errno set.
int OpenUnlinkedTemporaryFile();

// Makes an empty file that exists until RemoveTemporaryFiles, and gives its name; "" on failure.
std::string MakeTemporaryFile();
void RemoveTemporaryFiles();
// Removes the files, but frees no memory.
void RemoveTemporaryFilesInSignal();

}  // namespace lodestone
