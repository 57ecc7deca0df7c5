// LZW with codes of 9 to 12 bits, the highest bit first.
#include "magick/operations/compress/lzw.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "magick/core/errors/barrier.hpp"

namespace lodestone {
namespace {

constexpr unsigned kClear = 256, kEnd = 257, kFirstString = 258;
constexpr unsigned kFewestBits = 9, kMostBits = 12;

class CodeWriter {
 public:
  CodeWriter(Image* image, WriteByteHook write, void* info)
      : image_(image), write_(write), info_(info) {}

  void Add(unsigned code, unsigned bits) {
    pending_ = pending_ << bits | code;
    count_ += bits;
    for (; count_ >= 8; count_ -= 8) Write(pending_ >> (count_ - 8));
  }
  void Flush() {
    if (count_ != 0) Write(pending_ << (8 - count_));
  }

 private:
  void Write(std::uint32_t bits) { write_(image_, static_cast<magick_uint8_t>(bits), info_); }

  Image* const image_;
  const WriteByteHook write_;
  void* const info_;
  std::uint32_t pending_ = 0;  // the lowest count_ bits
  unsigned count_ = 0;
};

// The strings met so far: each is another one and a byte.
class Strings {
 public:
  Strings() { Clear(); }

  void Clear() {
    next_ = kFirstString;
    first_child_.fill(0);
  }
  // The code of a string and a byte; 0: there is none yet.
  unsigned Find(unsigned string, std::uint8_t byte) const {
    unsigned child = first_child_[string];
    while (child != 0 && last_byte_[child] != byte) child = sibling_[child];
    return child;
  }
  unsigned Next() const { return next_; }
  // Returns the number of strings.
  unsigned Add(unsigned string, std::uint8_t byte) {
    last_byte_[next_] = byte;
    sibling_[next_] = first_child_[string];
    first_child_[next_] = 0;
    first_child_[string] = static_cast<std::uint16_t>(next_);
    return ++next_;
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << kMostBits;
  unsigned next_ = kFirstString;
  std::array<std::uint16_t, kMost> first_child_, sibling_{};
  std::array<std::uint8_t, kMost> last_byte_{};
};

// `exact`: the last code counts for the width of the end, as it does for readers.
void Encode(const magick_uint8_t* bytes, std::size_t length, bool exact, CodeWriter& writer) {
  const auto strings = std::make_unique<Strings>();
  unsigned bits = kFewestBits;
  writer.Add(kClear, bits);
  unsigned string = length == 0 ? kEnd : bytes[0];
  for (std::size_t i = 1; i < length; ++i) {
    if (const unsigned longer = strings->Find(string, bytes[i])) {
      string = longer;
      continue;
    }
    writer.Add(string, bits);
    if (strings->Add(string, bytes[i]) >> bits != 0 && ++bits > kMostBits) {
      writer.Add(kClear, kMostBits);
      strings->Clear();
      bits = kFewestBits;
    }
    string = bytes[i];
  }
  writer.Add(string, bits);
  if (exact && (strings->Next() + 1) >> bits != 0) bits = std::min(bits + 1, kMostBits);
  if (length != 0) writer.Add(kEnd, bits);
  writer.Flush();
}

}  // namespace

void EncodeLzw(const magick_uint8_t* bytes, std::size_t length, WriteByteHook write, void* info) {
  CodeWriter writer(nullptr, write, info);
  Encode(bytes, length, true, writer);
}

}  // namespace lodestone

MagickPassFail LZWEncode2Image(Image* image, const size_t length, magick_uint8_t* pixels,
                               WriteByteHook write_byte, void* info) {
  if (image == nullptr || pixels == nullptr || write_byte == nullptr) return MagickFail;
  return lodestone::Guard(&image->exception, MagickFail, [&] {
    lodestone::CodeWriter writer(image, write_byte, info);
    lodestone::Encode(pixels, length, false, writer);
    return MagickPass;
  });
}

MagickPassFail LZWEncodeImage(Image* image, const size_t length, magick_uint8_t* pixels) {
  return LZWEncode2Image(image, length, pixels, BlobWriteByteHook, nullptr);
}
