// Buffered reading of a blob, for formats that are parsed byte by byte.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "coders/common/coder.hpp"

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

  // The next `length` bytes: in place if the input allows that, else copied to `storage`. Null if
  // there are fewer. Valid until the next call.
  const std::uint8_t* View(std::size_t length, std::vector<std::uint8_t>& storage) {
    if (storage.size() < length) storage.resize(length);
    if (!Unread()) return Read(storage.data(), length) == length ? storage.data() : nullptr;
    void* bytes = storage.data();
    if (ReadBlobZC(image_, length, &bytes) != length) return nullptr;
    return static_cast<const std::uint8_t*>(bytes);
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

  // As RemainingBytes, including what is buffered here.
  std::int64_t Remaining() const {
    const std::int64_t unread = RemainingBytes(image_);
    return unread < 0 ? unread : unread + static_cast<std::int64_t>(filled_ - position_);
  }

 private:
  // Leaves the blob at the position of this reader. False if it cannot seek back.
  bool Unread() {
    if (position_ == filled_) return true;
    const magick_off_t surplus = static_cast<magick_off_t>(filled_ - position_);
    if (BlobIsSeekable(image_) == MagickFalse || SeekBlob(image_, -surplus, SEEK_CUR) < 0) {
      return false;
    }
    position_ = filled_ = 0;
    return true;
  }

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
