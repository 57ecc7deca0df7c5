#include "coders/wmf/wmf_file.hpp"

#include <cmath>
#include <cstdlib>

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kPlaceable = 0x9ac6cdd7;
constexpr double kTwipsPerInch = 1440.0;
constexpr std::size_t kHeaderWords = 9, kWordBytes = 2, kSmallestRecordWords = 3;

}  // namespace

WmfFile::WmfFile(ByteSpan file) : cursor_(file) {
  const bool placed = ReadPlacement();
  const unsigned type = cursor_.U16Le(), words = cursor_.U16Le();
  if (type < 1 || type > 2 || words != kHeaderWords)
    Fail(CorruptImageError, "Improper image header");
  cursor_.Skip(6);
  objects_ = cursor_.U16Le();
  cursor_.Skip(6);
  if (!placed) FindWindow();
  if (frame_.width == 0.0 || frame_.height == 0.0)
    Fail(CorruptImageError, "The drawing does not state its size");
}

bool WmfFile::ReadPlacement() {
  if (cursor_.Remaining() < 4 || cursor_.U32Le() != kPlaceable) {
    cursor_.Seek(0);
    return false;
  }
  cursor_.Skip(2);
  WmfNumbers numbers(cursor_.Take(16));
  frame_.left = numbers.Take();
  frame_.top = numbers.Take();
  frame_.width = numbers.Take() - frame_.left;
  frame_.height = numbers.Take() - frame_.top;
  const unsigned units = numbers.TakeUnsigned();
  frame_.units_per_inch = units == 0 ? kTwipsPerInch : units;
  return true;
}

// The first window that the drawing sets, in twips.
void WmfFile::FindWindow() {
  const std::size_t start = cursor_.Position();
  frame_.units_per_inch = kTwipsPerInch;
  for (auto record = Next(); record && frame_.width == 0.0; record = Next()) {
    WmfNumbers numbers(record->parameters);
    if (record->function == kWmfSetWindowOrigin) {
      frame_.top = numbers.Take();
      frame_.left = numbers.Take();
    } else if (record->function == kWmfSetWindowSize) {
      frame_.height = numbers.Take();
      frame_.width = numbers.Take();
    }
  }
  cursor_.Seek(start);
}

std::optional<WmfRecord> WmfFile::Next() {
  if (cursor_.Remaining() < kSmallestRecordWords * kWordBytes) return std::nullopt;
  const std::size_t words = cursor_.U32Le();
  const unsigned function = cursor_.U16Le();
  if (function == kWmfEnd) return std::nullopt;
  if (words < kSmallestRecordWords) Fail(CorruptImageError, "Improper record of a drawing");
  return WmfRecord{function, cursor_.Take((words - kSmallestRecordWords) * kWordBytes)};
}

bool IsOtherWmfObject(unsigned function) {
  constexpr unsigned kPalette = 0x00f7, kPattern = 0x01f9, kDibPattern = 0x0142, kRegion = 0x06ff;
  return function == kPalette || function == kPattern || function == kDibPattern ||
         function == kRegion;
}

}  // namespace lodestone::coders
