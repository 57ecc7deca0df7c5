#include "coders/ps/text_outputs.hpp"

#include "coders/pages/stream_text.hpp"

namespace lodestone::coders {

void TextLines::Put(char c) {
  constexpr std::size_t kBufferBytes = 65536;
  if (column_ == 0 && c == '%') text_ += ' ';
  text_ += c;
  if (++column_ < kColumns) return;
  text_ += '\n';
  column_ = 0;
  if (text_.size() < kBufferBytes) return;
  WriteText(blob_, text_);
  text_.clear();
}

void TextLines::End() {
  if (column_ != 0) text_ += '\n';
  column_ = 0;
  WriteText(blob_, text_);
  text_.clear();
}

void Base85Output::Put(ByteSpan bytes) {
  for (const std::uint8_t byte : bytes) {
    group_[held_++] = byte;
    if (held_ < group_.size()) continue;
    PutGroup(held_);
    held_ = 0;
  }
}

void Base85Output::PutGroup(std::size_t count) {
  constexpr std::uint32_t kBase = 85;
  std::fill(group_.begin() + static_cast<std::ptrdiff_t>(count), group_.end(), std::uint8_t{0});
  std::uint32_t value = 0;
  for (const std::uint8_t byte : group_) value = value << 8 | byte;
  if (value == 0 && count == group_.size()) return lines_.Put('z');
  std::array<char, 5> digits;
  for (std::size_t i = digits.size(); i-- > 0; value /= kBase)
    digits[i] = static_cast<char>('!' + value % kBase);
  for (std::size_t i = 0; i <= count; ++i) lines_.Put(digits[i]);
}

void Base85Output::Finish() {
  if (held_ != 0) PutGroup(held_);
  held_ = 0;
  lines_.End();
  for (const char c : {'~', '>'}) lines_.Put(c);
  lines_.End();
}

void HexOutput::Put(ByteSpan bytes) {
  for (const char c : HexText(bytes)) lines_.Put(c);
}

}  // namespace lodestone::coders
