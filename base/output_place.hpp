// Where an output goes: the one place that follows its links, and opens what is there.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>

#include "base/file_descriptor.hpp"
#include "base/give_up.hpp"

namespace lodestone {

// Why an output cannot be had.
struct OutputError {
  int number = 0;      // the system's
  std::string reason;  // "" if the number says it all
};

// The folder and the name that a chain of symbolic links leads to, held by the folder's descriptor,
// so that nobody can lead it elsewhere afterwards. A file need not be there.
//
// A link is followed only if its owner is this process's user or the folder's owner, where others
// can write. The kernel has that rule (protected_symlinks) for folders with the sticky bit, but
// does not see links whose target is replaced under its name. Without the bit the kernel gives up,
// since whoever can write there can replace a file as well, but a file only there: a link leads to
// one elsewhere. Where only a group can write, links of root are the administrator's.
class OutputPlace {
 public:
  explicit OutputPlace(const std::string& name);

  bool valid() const { return error_.number == 0; }
  const OutputError& error() const { return error_; }
  // The path, as far as links were followed.
  const std::string& name() const { return name_; }
  // For messages: what was asked for, and where that led.
  std::string Describe() const { return name_ == given_ ? given_ : given_ + " -> " + name_; }

  // If valid():
  const std::optional<struct stat>& existing() const { return existing_; }
  // A device, a pipe or the like, or a descriptor's name in /proc: can only be written into.
  bool is_special() const { return through_kernel_ || (existing_ && !S_ISREG(existing_->st_mode)); }
  // True also if nothing is there. False with errno set.
  bool IsWritable() const;
  // Opens what is there, or a new file, with O_WRONLY or O_RDWR, O_APPEND and O_TRUNC if wanted. A
  // file loses the bits that make it run as its owner. Not open, with errno set, on failure: EINTR
  // when the reader of a pipe was waited for until it was given up. Such a pipe is for WriteOutput.
  FileDescriptor Open(int flags, GiveUp give_up = nullptr) const;

  int folder() const { return folder_.get(); }
  FileDescriptor TakeFolder() { return std::move(folder_); }
  const std::string& leaf() const { return leaf_; }

 private:
  void Follow();
  bool Enter(const std::string& path);
  bool Look();
  bool ReadLink(std::string* target);
  bool MayFollow(const struct stat& link);

  std::string given_;
  std::string name_;
  FileDescriptor folder_;
  std::string leaf_;
  std::optional<struct stat> existing_;
  bool through_kernel_ = false;
  OutputError error_;
};

}  // namespace lodestone
