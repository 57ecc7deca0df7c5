// Output files of commands: complete under their name, or not there at all.
#pragma once

#include <string>
#include <string_view>

#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

// Written as images are: to a temporary file beside the final one, which Commit replaces. Without
// Commit nothing appears, and an existing file stays as it was. "-" is standard output; devices and
// pipes are written directly. Errors are CommandErrors that name the file.
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

// Writes a whole file at once.
void WriteFile(const std::string& name, std::string_view text);

}  // namespace lodestone::cli
