// Bytes as text of a PostScript file.
#pragma once

#include <array>
#include <string>

#include "coders/pages/stream_encoders.hpp"

namespace lodestone::coders {

// Lines of so many characters. None begins with "%", where it could pass for a comment.
class TextLines {
 public:
  explicit TextLines(Image* blob) : blob_(blob) {}
  void Put(char c);
  void End();  // of the last line

 private:
  static constexpr std::size_t kColumns = 72;
  Image* const blob_;
  std::string text_;
  std::size_t column_ = 0;
};

// Base 85, as the filter ASCII85Decode reads it.
class Base85Output : public ByteOutput {
 public:
  explicit Base85Output(Image* blob) : lines_(blob) {}
  void Put(ByteSpan bytes) override;
  void Finish();

 private:
  // `count` of the four bytes are there.
  void PutGroup(std::size_t count);

  TextLines lines_;
  std::array<std::uint8_t, 4> group_ = {};
  std::size_t held_ = 0;
};

class HexOutput : public ByteOutput {
 public:
  explicit HexOutput(Image* blob) : lines_(blob) {}
  void Put(ByteSpan bytes) override;
  void Finish() { lines_.End(); }

 private:
  TextLines lines_;
};

}  // namespace lodestone::coders
