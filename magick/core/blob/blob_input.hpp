// Bytes to read: the caller's memory, or a file or stream whose bytes are kept as they arrive, to
// allow peeking, seeking back, and access to all of it in one piece. Files may be compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>

#include "magick/core/blob/decompressor.hpp"
#include "magick/core/blob/input_memory.hpp"

namespace lodestone {

class BlobInput {
 public:
  // The memory stays the caller's and must outlive this object.
  static std::unique_ptr<BlobInput> FromMemory(const void* data, std::size_t length);
  // Null with errno set. Directories cannot be opened.
  static std::unique_ptr<BlobInput> OpenFile(const char* filename);
  // From the current position on; the stream stays open.
  static std::unique_ptr<BlobInput> FromStream(FILE* stream);

  // What `input` has been compressed from, if it begins like a compressed file; else `input`.
  static std::unique_ptr<BlobInput> Decompressed(std::unique_ptr<BlobInput> input);

  ~BlobInput();
  BlobInput(const BlobInput&) = delete;
  BlobInput& operator=(const BlobInput&) = delete;

  // Makes bytes up to `end` available; false if there are fewer, or on an error.
  bool Require(std::size_t end);
  void RequireAll();

  const std::uint8_t* data() const { return data_; }
  std::size_t available() const { return available_; }
  bool complete() const { return complete_; }
  // 0 if unknown.
  std::size_t size() const { return complete_ ? available_ : expected_; }
  // The same of the file itself, if that is compressed.
  std::size_t stored_size() const {
    return decompressor_ != nullptr ? decompressor_->compressed_size() : size();
  }
  // errno of the first failure, or 0.
  int error() const { return error_; }

  // Positions a seekable stream right after byte `position`.
  void LeaveStreamAt(std::size_t position);

 private:
  BlobInput() = default;
  bool Grow(std::size_t end);
  bool Claim(std::size_t bytes);
  std::size_t ReadSource(std::uint8_t* to, std::size_t length);
  std::size_t ReadDecompressed(std::uint8_t* to, std::size_t length);
  void Fail(int error);

  const std::uint8_t* data_ = nullptr;
  std::size_t available_ = 0;
  bool complete_ = false;
  int error_ = 0;

  InputMemory memory_;
  std::size_t capacity_ = 0;  // as far as may be read to now
  std::size_t claimed_ = 0;
  std::size_t expected_ = 0;
  std::unique_ptr<Decompressor> decompressor_;
  int file_ = -1;
  FILE* stream_ = nullptr;
  std::int64_t stream_start_ = -1;  // -1: not seekable
};

}  // namespace lodestone
