// Whether an image that the decoder made smaller is drawn, written or a picture of a screen: plain
// areas with hard edges, where the decoder's reduction shows, as it does not in photographs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace lodestone::coders {

// Rows may be added by several threads at once.
class JpegContent {
 public:
  // Colours that follow one another at a distance of `samples`.
  void AddRow(const std::uint8_t* row, std::size_t columns, std::size_t samples) {
    const std::size_t colors = std::min<std::size_t>(samples, 3);
    std::size_t plain = 0, hard = 0;
    for (std::size_t x = 1; x < columns; ++x, row += samples) {
      int difference = 0;
      for (std::size_t c = 0; c < colors; ++c)
        difference = std::max(difference, std::abs(int{row[samples + c]} - int{row[c]}));
      plain += difference <= kPlain;
      hard += difference >= kHard;
    }
    if (columns > 1) pairs_ += columns - 1;
    plain_ += plain;
    hard_ += hard;
  }
  void Clear() { pairs_ = plain_ = hard_ = 0; }
  // Of photographs about a half is as plain, but then with fewer edges than one in a thousand.
  bool LooksDrawn() const {
    return pairs_ > 0 && plain_ >= pairs_ / 2 && hard_ >= pairs_ / 200 + 1;
  }

 private:
  static constexpr int kPlain = 1, kHard = 64;

  std::atomic<std::size_t> pairs_ = 0, plain_ = 0, hard_ = 0;
};

}  // namespace lodestone::coders
