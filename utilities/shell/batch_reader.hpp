// Command lines in a file.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace lodestone::cli {

enum class BatchEscape {
  kUnix,    // backslashes, single and double quotes
  kWindows  // double quotes; two of them are one
};

// Reads words separated by blanks, up to the end of a line; # begins a comment. Quoted text may
// hold line ends.
class BatchReader {
 public:
  explicit BatchReader(std::FILE* file) : file_(file) {}

  // Where the command read last began: 1, 2, 3 ...
  unsigned long line() const { return begin_; }

  // The words of the next line, without an empty last one; nullopt at the end, or when the command
  // is interrupted. Throws CommandError for a quote without its end.
  std::optional<std::vector<std::string>> Read(BatchEscape escape);

 private:
  int Get();
  void Return(int byte);
  int SkipBlanks();
  void ReadQuoted(int quote, BatchEscape escape, std::string* word);
  bool EndsText(BatchEscape escape);

  std::FILE* file_;
  unsigned long ends_ = 0, begin_ = 0;  // ends of lines that were read
};

}  // namespace lodestone::cli
