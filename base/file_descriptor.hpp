// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace lodestone {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() { Close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this == &other) return *this;
    Close();
    number_ = other.Release();
    return *this;
  }

  bool is_open() const { return number_ >= 0; }
  int get() const { return number_; }
  int Release() { return std::exchange(number_, -1); }

 private:
  void Close() {
    if (!is_open()) return;
    const int error = errno;  // why it is given up
    close(Release());
    errno = error;
  }

  int number_ = -1;
};

}  // namespace lodestone
