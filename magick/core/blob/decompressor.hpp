// Compressed bytes, decompressed as they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "magick/core/blob/compressed_format.hpp"

namespace lodestone {

// What EBADMSG means of a file.
inline constexpr char kDamagedCompression[] = "The compressed file is damaged";

// Where the compressed bytes come from.
class CompressedBytes {
 public:
  virtual ~CompressedBytes() = default;
  // Those from a position on: at least so many, unless there are fewer. Valid until the next call.
  virtual std::span<const std::uint8_t> From(std::size_t position, std::size_t wanted) = 0;
  // errno of the first failure, or 0.
  virtual int error() const = 0;
  virtual std::size_t size() const = 0;
};

class Decompressor {
 public:
  Decompressor(std::unique_ptr<CompressedBytes> compressed, const CompressedFormat& format);

  // Up to `length` bytes; 0 at the end, where error() tells an error. A file that is cut off only
  // ends earlier, as others do.
  std::size_t Read(std::uint8_t* to, std::size_t length);
  int error() const { return error_; }
  std::size_t compressed_size() const { return compressed_->size(); }

 private:
  void Step(StreamCodec::Buffers& buffers);
  void GoOnBehind();
  void EndWith(int error);

  std::unique_ptr<CompressedBytes> compressed_;
  const CompressedFormat& format_;
  std::unique_ptr<StreamCodec> codec_;  // null at the end
  std::size_t position_ = 0;
  int error_ = 0;
};

}  // namespace lodestone
