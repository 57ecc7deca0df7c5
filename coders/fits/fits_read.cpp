#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/checked_size.hpp"
#include "coders/common/linear_light.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/samples.hpp"
#include "coders/fits/fits.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kMostImages = 1 << 14;

struct Unit {
  bool is_image = false;
  bool more = false;  // units may follow
  int bits = 8;       // negative: floating point
  std::size_t axes = 0;
  std::size_t columns = 1, rows = 1, planes = 1;
  std::size_t extra_bytes = 0, groups = 1;
  double low = 0, high = 0;  // of the data
  double zero = 0, scale = 1;
  bool little_endian = false;
  std::string comment;

  std::size_t SampleBytes() const { return static_cast<std::size_t>(std::abs(bits)) / 8; }
  CheckedSize PlaneBytes() const { return CheckedSize(columns) * rows * SampleBytes(); }
};

struct Card {
  std::string keyword, value, text;
};

std::string Trimmed(std::string text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  text.resize(end == std::string::npos ? 0 : end + 1);
  return text;
}

Card TakeCard(ByteCursor& cursor) {
  const ByteSpan bytes = cursor.Take(kFitsCardBytes);
  const std::string line(bytes.begin(), bytes.end());
  Card card;
  card.keyword = Trimmed(line.substr(0, kFitsKeywordBytes));
  card.text = Trimmed(line.substr(kFitsKeywordBytes));
  const std::size_t start = line.find_first_not_of(" =", kFitsKeywordBytes);
  if (line[kFitsKeywordBytes] != '=' || start == std::string::npos) return card;
  if (line[start] == '\'')
    card.value = Trimmed(line.substr(start + 1, line.find('\'', start + 1) - start - 1));
  else
    card.value = line.substr(start, line.find_first_of(" /", start) - start);
  return card;
}

double NumberOf(std::string text) {
  std::ranges::replace(text, 'D', 'E');
  return std::strtod(text.c_str(), nullptr);
}

// Lengths and counts; other numbers are damage.
std::size_t CountOf(const std::string& text) {
  constexpr double kMost = 1e15;
  const double value = NumberOf(text);
  if (!(value >= 0) || value > kMost) Fail(CorruptImageError, "Improper image header");
  return static_cast<std::size_t>(value);
}

void TakeAxis(const Card& card, Unit& unit) {
  const std::string number = card.keyword.substr(5);
  if (number.empty()) {
    unit.axes = CountOf(card.value);
    return;
  }
  const std::size_t length = CountOf(card.value);
  const int axis = std::atoi(number.c_str());
  if (axis == 1) unit.columns = length;
  if (axis == 2) unit.rows = length;
  const CheckedSize planes = CheckedSize(unit.planes) * length;
  if (!planes.valid()) Fail(CorruptImageError, "Improper image header");
  if (axis > 2) unit.planes = planes.value();
}

void TakeValue(const Card& card, Unit& unit) {
  const std::string& keyword = card.keyword;
  const bool yes = card.value == "T" || card.value == "t";
  if (keyword.starts_with("NAXIS")) TakeAxis(card, unit);
  if (keyword == "SIMPLE") unit.is_image = yes;
  if (keyword == "XTENSION") unit.is_image = card.value == "IMAGE";
  if (keyword == "XTENSION" || (keyword == "EXTEND" && yes)) unit.more = true;
  if (keyword == "BITPIX") unit.bits = static_cast<int>(NumberOf(card.value));
  if (keyword == "PCOUNT") unit.extra_bytes = CountOf(card.value);
  if (keyword == "GCOUNT") unit.groups = CountOf(card.value);
  if (keyword == "DATAMIN") unit.low = NumberOf(card.value);
  if (keyword == "DATAMAX") unit.high = NumberOf(card.value);
  if (keyword == "BZERO") unit.zero = NumberOf(card.value);
  if (keyword == "BSCALE") unit.scale = NumberOf(card.value);
  if (keyword == "XENDIAN") unit.little_endian = card.value != "BIG";
  if (keyword == "COMMENT" && !card.text.empty())
    unit.comment += (unit.comment.empty() ? "" : "\n") + card.text;
}

Unit TakeHeader(ByteCursor& cursor) {
  Unit unit;
  for (Card card = TakeCard(cursor); card.keyword != "END"; card = TakeCard(cursor))
    TakeValue(card, unit);
  cursor.Skip(std::min(FitsPadding(cursor.Position()), cursor.Remaining()));
  const bool known = unit.bits == 8 || unit.bits == 16 || unit.bits == 32 || unit.bits == 64 ||
                     unit.bits == -32 || unit.bits == -64;
  if (!known) Fail(CorruptImageError, "Improper image header");
  if (unit.axes == 0) unit.is_image = false;
  return unit;
}

std::uint64_t BitsAt(const Unit& unit, const std::uint8_t* p) {
  const std::size_t count = unit.SampleBytes();
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i)
    value = value << 8 | p[unit.little_endian ? count - 1 - i : i];
  return value;
}

double FloatAt(const Unit& unit, const std::uint8_t* p) {
  const std::uint64_t bits = BitsAt(unit, p);
  return unit.bits == -32 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                          : std::bit_cast<double>(bits);
}

// What is black and what is white, in the unit of the file or of the samples.
struct Range {
  double low = 0, high = 0;
  double zero = 0, scale = 1;

  Quantum At(double sample) const {
    const double share = (zero + scale * sample - low) / (high - low);
    return QuantumOfShare(static_cast<float>(share));
  }
};

Range RangeOf(const Unit& unit, ByteSpan data) {
  if (unit.low != 0 || unit.high != 0) return {unit.low, unit.high, unit.zero, unit.scale};
  Range range{HUGE_VAL, -HUGE_VAL};
  for (std::size_t at = 0; at < data.size(); at += unit.SampleBytes()) {
    const double sample = FloatAt(unit, &data[at]);
    if (!std::isfinite(sample)) continue;
    range.low = std::min(range.low, sample);
    range.high = std::max(range.high, sample);
  }
  // One level is all there is.
  if (!(range.high > range.low)) range.high = range.low + 1;
  return range;
}

// All of the range of a sample from black to white. Those of several bytes have a sign.
Quantum IntegerAt(const Unit& unit, const std::uint8_t* p) {
  const auto bits = static_cast<unsigned>(unit.bits);
  std::uint64_t value = BitsAt(unit, p);
  if (bits > 8) value ^= std::uint64_t{1} << (bits - 1);
  if (bits == 64) value >>= 32;
  return QuantumFromRange(static_cast<std::uint32_t>(value),
                          0xffffffffu >> (32 - std::min(bits, 32u)));
}

// Rows go from the bottom up.
void ReadPlane(const Unit& unit, ByteSpan data, Image* image, ExceptionInfo* exception) {
  const std::size_t step = unit.SampleBytes(), row_bytes = image->columns * step;
  const Range range = unit.bits < 0 ? RangeOf(unit, data) : Range();
  const GrayPixels gray = NewGrayPixels(image, 0, exception);
  const Pixels pixels = gray.samples == nullptr ? NewPixels(image, exception) : Pixels();
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    const std::uint8_t* const row = data.data() + (image->rows - 1 - y) * row_bytes;
    for (std::size_t x = 0; x < image->columns; ++x) {
      const std::uint8_t* const sample = row + x * step;
      const Quantum value =
          unit.bits < 0 ? range.At(FloatAt(unit, sample)) : IntegerAt(unit, sample);
      if (gray.samples != nullptr)
        gray.Row(y)[x] = value;
      else
        pixels.Row(y)[x] = {value, value, value, OpaqueOpacity};
    }
    progress.Tick(y);
  }
  if (gray.samples == nullptr) SyncPixels(image, exception);
}

void Describe(const Unit& unit, Image* image) {
  image->columns = unit.columns;
  image->rows = unit.rows;
  image->depth = unit.bits < 0 ? QuantumDepth : std::min<unsigned>(unit.bits, QuantumDepth);
  image->endian = unit.little_endian ? LSBEndian : MSBEndian;
  SetShade(image, true, false);
  CheckLimits(image);
  if (!unit.comment.empty()) StoreText(image, "comment", unit.comment.c_str());
}

// Reads the images that are wanted, one unit after another.
class FileReader {
 public:
  FileReader(const ImageInfo* image_info, Image* image, ExceptionInfo* exception)
      : info_(image_info), image_(image), exception_(exception), cursor_(WholeBlob(image)) {}

  void Read() {
    bool more = true;
    while (more && !finished_ && cursor_.Remaining() >= kFitsCardBytes) {
      const std::optional<Unit> unit = NextUnit();
      if (!unit) break;
      if (unit->is_image && unit->planes != 0 && unit->columns != 0 && unit->rows != 0)
        ReadPlanes(*unit);
      else
        SkipData(*unit);
      more = more_;
    }
    if (count_ == 0) Fail(CorruptImageError, "No images in the file");
  }

 private:
  // What follows the last unit may be anything.
  std::optional<Unit> NextUnit() {
    const bool first = cursor_.Position() == 0;
    ByteCursor ahead = cursor_;
    const bool begins = first ? ahead.TakeIf("SIMPLE") || ahead.TakeIf("IT0")
                              : ahead.TakeIf("XTENSION") || ahead.TakeIf("SIMPLE");
    if (!begins && first) Fail(CorruptImageError, "Improper image header");
    if (!begins) return std::nullopt;
    const Unit unit = TakeHeader(cursor_);
    more_ = more_ || unit.more;
    return unit;
  }

  void ReadPlanes(const Unit& unit) {
    CheckLimits(unit.columns, unit.rows);
    const CheckedSize bytes = unit.PlaneBytes() * unit.planes;
    if (!bytes.valid() || bytes.value() > cursor_.Remaining()) FailTruncated();
    for (std::size_t plane = 0; plane < unit.planes && !finished_; ++plane) {
      if (count_ == kMostImages) Fail(ResourceLimitError, "Too many frames");
      if (count_++ != 0) image_ = NextImage(info_, image_);
      Describe(unit, image_);
      const ByteSpan data = cursor_.Take(unit.PlaneBytes().value());
      if (info_->ping == MagickFalse) ReadPlane(unit, data, image_, exception_);
      finished_ = IsLastWanted(info_, image_);
    }
    cursor_.Skip(std::min(FitsPadding(cursor_.Position()), cursor_.Remaining()));
  }

  void SkipData(const Unit& unit) {
    const CheckedSize samples =
        unit.axes == 0 ? CheckedSize(0) : CheckedSize(unit.columns) * unit.rows * unit.planes;
    const CheckedSize bytes = (samples + unit.extra_bytes) * unit.groups * unit.SampleBytes();
    const std::size_t length = bytes.valid() ? bytes.value() : cursor_.Remaining();
    cursor_.Skip(std::min(length, cursor_.Remaining()));
    cursor_.Skip(std::min(FitsPadding(cursor_.Position()), cursor_.Remaining()));
  }

  const ImageInfo* const info_;
  Image* image_;
  ExceptionInfo* const exception_;
  ByteCursor cursor_;
  std::size_t count_ = 0;
  bool more_ = false;
  bool finished_ = false;
};

}  // namespace

Image* ReadFits(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    FileReader(image_info, image, exception).Read();
  });
}

}  // namespace lodestone::coders
