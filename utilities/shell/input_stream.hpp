// Texts that are read until the command is interrupted.
#pragma once

#include <cstdio>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

namespace lodestone::cli {

struct FileCloser {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

// "-" is standard input. A pipe with a name is not waited for. Null with errno set.
FileHandle OpenInputFile(const std::string& name);

// Ends where the text does, and when the command is interrupted. Throws CommandError when there is
// no such file; "-" is standard input.
class InputStream : public std::istream {
 public:
  explicit InputStream(const std::string& name);

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(FileHandle file) : file_(std::move(file)), bytes_(1 << 16) {}

   protected:
    int_type underflow() override;

   private:
    FileHandle file_;
    std::vector<char> bytes_;
  };

  Buffer buffer_;
};

}  // namespace lodestone::cli
