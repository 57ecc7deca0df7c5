// Buffered reading of a blob, for formats that are parsed byte by byte.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "coders/coder.hpp"

namespace lodestone::coders {

class BlobReader {
 public:
  static constexpr int kEnd = -1;
  static constexpr std::size_t kBufferBytes = 65536;

  explicit BlobReader(Image* image) : image_(image), buffer_(kBufferBytes) {}

  int Peek() {
    if (position_ == filled_ && !Refill()) return kEnd;
    return buffer_[position_];
  }

  int Get() {
    const int c = Peek();
    if (c != kEnd) ++position_;
    return c;
  }

  // Reads up to `length` bytes; fewer only at the end of the data.
  std::size_t Read(std::uint8_t* out, std::size_t length) {
    const std::size_t held = std::min(length, filled_ - position_);
    std::memcpy(out, buffer_.data() + position_, held);
    position_ += held;
    std::size_t done = held;
    while (done < length) {
      const std::size_t got = ReadBlob(image_, length - done, out + done);
      if (got == 0) break;
      done += got;
    }
    return done;
  }

  std::size_t Skip(std::size_t length) {
    std::size_t done = 0;
    while (done < length && Peek() != kEnd) {
      const std::size_t step = std::min(length - done, filled_ - position_);
      position_ += step;
      done += step;
    }
    return done;
  }

  // As RemainingBytes, counting what is buffered here.
  std::int64_t Remaining() const {
    const std::int64_t unread = RemainingBytes(image_);
    return unread < 0 ? unread : unread + static_cast<std::int64_t>(filled_ - position_);
  }

 private:
  bool Refill() {
    position_ = 0;
    filled_ = ReadBlob(image_, buffer_.size(), buffer_.data());
    return filled_ != 0;
  }

  Image* image_;
  std::vector<std::uint8_t> buffer_;
  std::size_t position_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace lodestone::coders
