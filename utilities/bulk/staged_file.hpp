// A file that is complete before it gets its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/staged_output.hpp"

namespace lodestone::cli {

// Without a name while the file system allows that, else under a temporary one beside the final
// one; gone if it is not published, however the process ends in the first case. Errors are
// CommandErrors with the system's error number.
enum class Directories { kCreate, kMustExist };

class StagedFile {
 public:
  // Writes all of `bytes`. Only regular files are replaced.
  StagedFile(const std::string& name, std::string_view bytes,
             Directories directories = Directories::kCreate);
  // Its modification time, in nanoseconds since 1970.
  void SetTime(std::int64_t modified_ns);
  // Waits until the disk has it.
  void Flush();
  // Gives it its name, in place of what has that name now.
  void Publish();

 private:
  void Write(std::string_view bytes);
  [[noreturn]] void Throw(const char* reason) const;

  std::string name_;
  StagedOutput staged_;
};

// As many at a time as the system allows: each holds a file and a folder open.
void AllowManyStagedFiles();

}  // namespace lodestone::cli
