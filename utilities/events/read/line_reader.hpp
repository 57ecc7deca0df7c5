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
  // The file remains the caller's, and must not have been read from. Reads what is available
  // without waiting for more, so that lines of a pipe come out as soon as they are written.
  explicit LineReader(std::FILE* file);

  // False at the end, or when reading failed. A line longer than the limit is truncated. A last
  // line without a newline counts as a line.
  bool Next();

  // Without line feed and preceding carriage return; valid until the next call.
  std::string_view line() const { return line_; }
  bool too_long() const { return too_long_; }
  bool complete() const { return complete_; }         // it ended with a line feed
  std::uint64_t number() const { return number_; }    // 1, 2, 3 ...
  std::uint64_t bytes() const { return bytes_; }      // of all lines so far
  int error_number() const { return error_number_; }  // 0: no error

 private:
  static constexpr std::size_t kMaxLineLength = 64 * 1024;
  static constexpr std::size_t kBlock = 256 * 1024;

  bool Fill();
  void Keep(std::string_view piece);
  void Finish(std::string_view piece);

  int descriptor_;
  std::vector<char> block_;
  std::string_view rest_;  // unread part of the block
  std::string start_;      // of a line that began in an earlier block
  std::string_view line_;
  bool too_long_ = false, complete_ = false;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_ = 0;
  int error_number_ = 0;
};

}  // namespace lodestone::cli
