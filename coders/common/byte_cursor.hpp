// For formats parsed here: the content of a blob in one piece, a cursor that cannot pass its end,
// and a buffer for output.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

using ByteSpan = std::span<const std::uint8_t>;

// All bytes of the open blob. They stay valid until it is closed.
ByteSpan WholeBlob(Image* image);

// Unpacks the run lengths of Macintoshes (PackBits); false unless they fill `out`.
bool UnpackRuns(ByteSpan packed, std::size_t length, std::uint8_t* out);

inline ByteSpan AsBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

[[noreturn]] inline void FailTruncated(
    std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Unexpected end-of-file", where);
}

// Reads numbers and runs of bytes in order. Fails at the end of the data.
class ByteCursor {
 public:
  explicit ByteCursor(ByteSpan bytes) : bytes_(bytes) {}

  std::size_t Position() const { return position_; }
  std::size_t Remaining() const { return bytes_.size() - position_; }
  bool AtEnd() const { return Remaining() == 0; }

  void Seek(std::size_t position) {
    if (position > bytes_.size()) FailTruncated();
    position_ = position;
  }
  ByteSpan Take(std::size_t length) {
    if (length > Remaining()) FailTruncated();
    const ByteSpan taken = bytes_.subspan(position_, length);
    position_ += length;
    return taken;
  }
  void Skip(std::size_t length) { Take(length); }
  // True and passed by, if these bytes come next.
  bool TakeIf(std::string_view text) {
    if (Remaining() < text.size() ||
        !std::ranges::equal(bytes_.subspan(position_, text.size()), AsBytes(text))) {
      return false;
    }
    position_ += text.size();
    return true;
  }

  std::uint8_t U8() { return Take(1)[0]; }
  std::uint16_t U16Le() { return static_cast<std::uint16_t>(Little(2)); }
  std::uint32_t U32Le() { return Little(4); }
  std::uint16_t U16Be() { return static_cast<std::uint16_t>(Big(2)); }
  std::uint32_t U32Be() { return Big(4); }
  std::int32_t I32Le() { return static_cast<std::int32_t>(Little(4)); }

 private:
  std::uint32_t Little(std::size_t length) {
    const ByteSpan bytes = Take(length);
    std::uint32_t value = 0;
    for (std::size_t i = length; i-- > 0;) value = value << 8 | bytes[i];
    return value;
  }
  std::uint32_t Big(std::size_t length) {
    std::uint32_t value = 0;
    for (const std::uint8_t byte : Take(length)) value = value << 8 | byte;
    return value;
  }

  ByteSpan bytes_;
  std::size_t position_ = 0;
};

// Collects bytes of a file.
class ByteSink {
 public:
  void U8(unsigned value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void U16Le(unsigned value) {
    U8(value);
    U8(value >> 8);
  }
  void U32Le(std::uint32_t value) {
    U16Le(value & 0xffff);
    U16Le(value >> 16);
  }
  void U16Be(unsigned value) {
    U8(value >> 8);
    U8(value);
  }
  void U32Be(std::uint32_t value) {
    U16Be(value >> 16);
    U16Be(value & 0xffff);
  }
  void Bytes(ByteSpan bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void Text(std::string_view text) { Bytes(AsBytes(text)); }
  void Fill(std::size_t count, std::uint8_t value = 0) {
    bytes_.insert(bytes_.end(), count, value);
  }

  std::size_t size() const { return bytes_.size(); }
  std::vector<std::uint8_t>& bytes() { return bytes_; }
  ByteSpan bytes() const { return bytes_; }

  // Writes what has been collected to the open blob of `image`.
  void Flush(Image* image) {
    WriteBytes(image, bytes_.data(), bytes_.size());
    bytes_.clear();
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace lodestone::coders
