// The entries of a folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lodestone {

// Without "." and "..", sorted; none with errno set if the folder cannot be read. Throws
// std::bad_alloc, at which std::filesystem::directory_iterator ends the process.
std::optional<std::vector<std::string>> FolderNames(const std::string& folder);

}  // namespace lodestone
