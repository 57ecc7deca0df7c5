// Output files of commands: complete under their name, or not there at all.
#pragma once

#include <string>
#include <string_view>

#include "utilities/shell/command.hpp"
#include "utilities/shell/handles.hpp"
#include "utilities/text/svg.hpp"

namespace lodestone::cli {

// How a file that a command wrote earlier is told from a user's.
struct ReportKind {
  const char* name;            // with an article
  std::string_view beginning;  // of each file of the kind
};

inline constexpr ReportKind kChart{"a chart of lodestone", kSvgBeginning};

// Throws a CommandError unless an output may go there: in the place of no file, of an empty one or
// of one of the same kind, but of none of the inputs; or into a device or a pipe. Other problems of
// the name are left to OutputFile.
void RequireReplaceable(const std::string& name, const ReportKind& kind, const Arguments& inputs);

// Only what RequireReplaceable allows. Written as images are: to a temporary file beside the final
// one, which Commit replaces. Without Commit nothing appears, and an existing file stays as it was.
// "-" is standard output; devices and pipes are written directly. Errors are CommandErrors that
// name the file.
class OutputFile {
 public:
  OutputFile(const std::string& name, const ReportKind& kind, const Arguments& inputs = {});

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
void WriteFile(const std::string& name, const ReportKind& kind, std::string_view text,
               const Arguments& inputs = {});

}  // namespace lodestone::cli
