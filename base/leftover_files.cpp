#include "base/leftover_files.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <vector>

#include "base/file_descriptor.hpp"
#include "base/folder_names.hpp"
#include "base/staged_output.hpp"

namespace lodestone {

void RemoveLeftovers(const std::string& folder, pid_t process) {
  const std::string prefix = TemporaryPrefix(process);
  const FileDescriptor place(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const std::string& name : FolderNames(folder).value_or(std::vector<std::string>())) {
    if (!IsTemporaryName(name) || !name.starts_with(prefix)) continue;
    constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const FileDescriptor file(openat(place.get(), name.c_str(), kFlags));
    if (file.is_open() && flock(file.get(), LOCK_SH | LOCK_NB) == 0)
      unlinkat(place.get(), name.c_str(), 0);
  }
}

}  // namespace lodestone
