// A file that is complete before it gets its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lodestone::cli {

// Without a name while the file system allows that, else under a temporary one beside the final
// one; gone if it is not published, however the process ends in the first case. Errors are
// CommandErrors with the system's error number.
enum class Directories { kCreate, kMustExist };

class StagedFile {
 public:
  // Writes all of `bytes`. A symbolic link is followed, and a file
  // that will be replaced hands on its permissions.
  StagedFile(const std::string& name, std::string_view bytes,
             Directories directories = Directories::kCreate);
  ~StagedFile();
  StagedFile(StagedFile&& other) noexcept;
  StagedFile& operator=(StagedFile&&) = delete;

  // Its modification time, in nanoseconds since 1970.
  void SetTime(std::int64_t modified_ns);
  // Waits until the disk has it.
  void Flush();
  // Gives it its name, in place of what has that name now.
  void Publish();

 private:
  void Create(Directories directories);
  void Write(std::string_view bytes);
  void Discard();
  void Link(const std::string& name);
  [[noreturn]] void Throw(const char* reason) const;

  std::string name_;
  std::string temporary_;  // "" while it has no name
  int file_ = -1;
};

}  // namespace lodestone::cli
