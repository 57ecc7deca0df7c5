// Reads a text file line by line with bounded memory, whatever the file holds.
#pragma once

#include <cstdio>
#include <string>

namespace lodestone::cli {

class LineReader {
 public:
  // The file stays the caller's.
  explicit LineReader(std::FILE* file) : file_(file) {}

  // False at the end. Of a line longer than the limit only its start is kept.
  bool Next();

  const std::string& line() const { return line_; }
  bool too_long() const { return too_long_; }
  unsigned long long number() const { return number_; }  // 1, 2, 3 ...

 private:
  static constexpr std::size_t kMaximumLength = 64 * 1024;

  std::FILE* file_;
  std::string line_;
  bool too_long_ = false;
  unsigned long long number_ = 0;
};

}  // namespace lodestone::cli
