// A file that is whole before it gets its name: the one place that decides whose it is, who may do
// what with it, and how it gets the name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/output_place.hpp"

namespace lodestone {

enum class Staging {
  kNamed,     // under a temporary name in the folder
  kNameless,  // without one, if the system can: gone however the process ends
};

// Errors are in errno.
class StagedOutput {
 public:
  // To be in the place, in which there is a regular file or none.
  StagedOutput(OutputPlace place, Staging staging);
  // The program's own, in a folder of its own: in place of whatever has the name.
  StagedOutput(const std::string& path, mode_t permissions);
  ~StagedOutput();
  StagedOutput(StagedOutput&& other) noexcept;
  StagedOutput& operator=(StagedOutput&&) = delete;

  bool is_open() const { return file_.is_open(); }
  int file() const { return file_.get(); }  // for reading and writing

  // All of it. False also if the file is not open.
  bool Write(const void* data, std::size_t length);
  // Once it is written: gives it the owner, the group and the mode of the file that it replaces, as
  // far as this process may. Until then it belongs to this process alone.
  void TakeOver();
  // Gives it its name, in place of what has that name now.
  bool Publish();
  // What a file system has to say at the very end.
  bool Close() { return close(file_.Release()) == 0; }

 private:
  void Create(mode_t permissions, Staging staging);
  bool Link(const std::string& name) const;
  bool LinkUnderTemporaryName();
  std::string AccessList() const;
  void SetPermissions(mode_t permissions, const std::string& access_list) const;
  mode_t PermissionsForAnotherOwner(bool group_kept) const;
  mode_t PlainPermissions() const;

  std::string leaf_;
  std::optional<struct stat> existing_;
  FileDescriptor folder_;
  FileDescriptor file_;
  std::string temporary_;  // "" while it has no name
};

// Whether a file is called like those that have not got their names yet; what such names of a
// process begin with.
bool IsTemporaryName(std::string_view name);
std::string TemporaryPrefix(pid_t process);

}  // namespace lodestone
