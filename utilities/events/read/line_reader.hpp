// Reads a text file line by line with bounded memory, whatever the file holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace lodestone::cli {

class LineReader {
 public:
  // The file stays the caller's, and nothing may have been read from it. Reads what is there
  // without waiting for more, so that lines come out of a pipe as soon as they are written.
  explicit LineReader(std::FILE* file);

  // False at the end, or when reading failed. Of a line longer than the limit only its start is
  // kept. A last line without its end is a line.
  bool Next();

  // Without line feed and the carriage return before it; until the next call.
  std::string_view line() const { return line_; }
  bool too_long() const { return too_long_; }
  std::uint64_t number() const { return number_; }    // 1, 2, 3 ...
  std::uint64_t bytes() const { return bytes_; }      // of all lines so far
  int error_number() const { return error_number_; }  // 0: reading did not fail

 private:
  static constexpr std::size_t kMaximumLength = 64 * 1024;
  static constexpr std::size_t kBlock = 256 * 1024;

  bool Fill();
  void Keep(std::string_view piece);
  void Finish(std::string_view piece);

  int descriptor_;
  std::vector<char> block_;
  std::string_view rest_;  // of the block, not looked at
  std::string start_;      // of a line that began in an earlier block
  std::string_view line_;
  bool too_long_ = false;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_ = 0;
  int error_number_ = 0;
};

}  // namespace lodestone::cli
