// Where written bytes are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "magick/core/system/memory.hpp"
#include "magick/error.h"

namespace lodestone {

class BlobOutput {
 public:
  virtual ~BlobOutput() = default;
  // Number of bytes written; fewer than `length` with errno set.
  virtual std::size_t Write(const void* data, std::size_t length) = 0;
  // False with errno set.
  virtual bool Seek(std::int64_t position) = 0;
  virtual std::int64_t position() const = 0;  // -1 if unknown
  // What was written can be read.
  virtual bool CanRead() const = 0;
  // Number of bytes read from the position on; fewer at the end, or with errno set.
  virtual std::size_t Read(void* data, std::size_t length) = 0;
  virtual std::int64_t size() const = 0;  // 0 if unknown
  virtual FILE* stream() const { return nullptr; }
  virtual bool Reserve(std::size_t) { return true; }
  // Publishes the result under its final name. False with errno set. If it is never called, nothing
  // appears wherever that can be avoided.
  virtual bool Commit() = 0;
};

// Growing memory.
class MemoryOutput : public BlobOutput {
 public:
  std::size_t Write(const void* data, std::size_t length) override;
  bool Seek(std::int64_t position) override;
  std::int64_t position() const override { return static_cast<std::int64_t>(position_); }
  bool CanRead() const override { return true; }
  std::size_t Read(void* data, std::size_t length) override;
  std::int64_t size() const override { return static_cast<std::int64_t>(length_); }
  bool Reserve(std::size_t capacity) override;
  bool Commit() override { return true; }

  const std::uint8_t* data() const { return buffer_.get(); }
  // Transfers ownership of the bytes, to be freed with MagickFree.
  void* Take(std::size_t* length);

 private:
  MagickPtr<std::uint8_t> buffer_;
  std::size_t capacity_ = 0;
  std::size_t length_ = 0;
  std::size_t position_ = 0;
};

// The caller's stream, or standard output; stays open.
std::unique_ptr<BlobOutput> OutputToStream(FILE* stream);

// A file by name: written beside the final one and renamed by Commit. Devices and pipes are written
// directly. Null after an exception.
std::unique_ptr<BlobOutput> OutputToFile(const char* filename, ExceptionInfo* exception);

}  // namespace lodestone
