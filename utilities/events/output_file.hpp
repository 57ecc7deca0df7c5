// Files that commands write: whole under their name, or not there at all.
#pragma once

#include <string>
#include <string_view>

#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

// Written the way in which images are written: beside the final file, which is replaced by Commit.
// Without it nothing appears, and a file of that name stays as it was. "-" is standard output;
// devices and pipes are written as it comes. Errors are CommandErrors that name the file.
class OutputFile {
 public:
  explicit OutputFile(const std::string& name);

  void Write(std::string_view text);
  // Once, at the end.
  void Commit();

  const std::string& name() const { return name_; }

 private:
  [[noreturn]] void Throw();

  std::string name_;
  ImageList image_;  // the public interface keeps open files in images
};

// A whole file at once.
void WriteFile(const std::string& name, std::string_view text);

}  // namespace lodestone::cli
