#include <bit>
#include <cmath>

#include "base/checked_size.hpp"
#include "coders/common/linear_light.hpp"
#include "coders/common/samples.hpp"
#include "coders/mat/mat.hpp"

namespace lodestone::coders {
namespace {

using enum MatNumber;

constexpr std::size_t kMostImages = 1 << 14;

bool IsFloating(MatNumber number) {
  return number == kSingle || number == kDouble;
}

bool IsSigned(MatNumber number) {
  return number == kInt8 || number == kInt16 || number == kInt32 || number == kInt64;
}

std::uint64_t BitsAt(const Matrix& matrix, ByteSpan data, std::size_t index) {
  const std::size_t count = MatNumberBytes(matrix.number);
  const std::uint8_t* const p = data.data() + index * count;
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i)
    value = value << 8 | p[matrix.little_endian ? count - 1 - i : i];
  return value;
}

double FloatAt(const Matrix& matrix, ByteSpan data, std::size_t index) {
  const std::uint64_t bits = BitsAt(matrix, data, index);
  if (matrix.number == kSingle) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

// Least and most of the numbers that are any.
struct Range {
  double low = HUGE_VAL, high = -HUGE_VAL;
};

Range RangeOf(const Matrix& matrix, ByteSpan data) {
  Range range;
  const std::size_t count = data.size() / MatNumberBytes(matrix.number);
  for (std::size_t i = 0; i < count; ++i) {
    const double value = FloatAt(matrix, data, i);
    if (!std::isfinite(value)) continue;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  // One level is all there is.
  if (!(range.high > range.low)) range.high = range.low + 1;
  return range;
}

// From black to white: floating point from the least to the most, integers in all their range.
class Levels {
 public:
  explicit Levels(const Matrix& matrix) : matrix_(matrix) {
    if (IsFloating(matrix.number)) range_ = RangeOf(matrix, matrix.real);
  }

  Quantum At(std::size_t index) const {
    if (IsFloating(matrix_.number)) {
      const double value = FloatAt(matrix_, matrix_.real, index);
      return QuantumOfShare(static_cast<float>((value - range_.low) / (range_.high - range_.low)));
    }
    const auto bits = static_cast<unsigned>(8 * MatNumberBytes(matrix_.number));
    std::uint64_t value = BitsAt(matrix_, matrix_.real, index);
    if (matrix_.logical) return value != 0 ? MaxRGB : 0;
    if (IsSigned(matrix_.number)) value ^= std::uint64_t{1} << (bits - 1);
    if (bits == 64) value >>= 32;
    return QuantumFromRange(static_cast<std::uint32_t>(value),
                            0xffffffffu >> (32 - std::min(bits, 32u)));
  }

 private:
  const Matrix& matrix_;
  Range range_;
};

// Imaginary parts above 0 make grey redder, those below bluer.
class Tint {
 public:
  explicit Tint(const Matrix& matrix) : matrix_(matrix) {
    if (matrix.imaginary.empty() || !IsFloating(matrix.number)) return;
    const Range range = RangeOf(matrix, matrix.imaginary);
    low_ = range.low < 0 ? range.low : -1;
    high_ = range.high > 0 ? range.high : 1;
    active_ = true;
  }

  void Apply(std::size_t index, PixelPacket& pixel) const {
    if (!active_) return;
    const double value = FloatAt(matrix_, matrix_.imaginary, index);
    if (value > 0) Shift(value / high_, pixel, pixel.red, pixel.blue);
    if (value < 0) Shift(value / low_, pixel, pixel.blue, pixel.red);
  }

 private:
  static void Shift(double share, PixelPacket& pixel, Quantum& more, Quantum& less) {
    const double by = share * (MaxRGBDouble - more);
    more = static_cast<Quantum>(std::min(more + by, MaxRGBDouble));
    pixel.green = less = static_cast<Quantum>(std::max(pixel.green - by / 2, 0.0));
  }

  const Matrix& matrix_;
  double low_ = 0, high_ = 0;
  bool active_ = false;
};

void Describe(const Matrix& matrix, Image* image) {
  image->columns = matrix.columns;
  image->rows = matrix.rows;
  CheckLimits(image);
  const std::size_t bits = 8 * MatNumberBytes(matrix.number);
  image->depth =
      matrix.logical ? 1 : static_cast<unsigned>(std::min<std::size_t>(bits, QuantumDepth));
  const bool gray = matrix.planes == 1 && matrix.imaginary.empty();
  SetShade(image, gray, gray && matrix.logical);
}

void ReadPixels(const Matrix& matrix, Image* image, ExceptionInfo* exception) {
  const Levels levels(matrix);
  const Tint tint(matrix);
  const std::size_t plane = matrix.PlaneNumbers();
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < matrix.rows; ++y) {
    PixelPacket* const row = target.Row(y);
    for (std::size_t x = 0; x < matrix.columns; ++x) {
      const std::size_t index = x * matrix.rows + y;
      PixelPacket& pixel = row[x];
      pixel.opacity = OpaqueOpacity;
      pixel.red = pixel.green = pixel.blue = levels.At(index);
      if (matrix.planes == 3) {
        pixel.green = levels.At(index + plane);
        pixel.blue = levels.At(index + 2 * plane);
      } else {
        tint.Apply(index, pixel);
      }
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

}  // namespace

std::size_t MatNumberBytes(MatNumber number) {
  switch (number) {
    case kInt8:
    case kUint8:
      return 1;
    case kInt16:
    case kUint16:
      return 2;
    case kInt32:
    case kUint32:
    case kSingle:
      return 4;
    case kInt64:
    case kUint64:
    case kDouble:
      return 8;
    default:
      return 0;
  }
}

void CheckMatrix(const Matrix& matrix, std::size_t count, std::size_t available) {
  CheckLimits(matrix.columns, matrix.rows);
  const CheckedSize bytes = CheckedSize(matrix.columns) * matrix.rows * matrix.planes *
                            MatNumberBytes(matrix.number) * count;
  if (!bytes.valid() || bytes.value() > available) FailTruncated();
}

Image* ReadMat(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    std::size_t count = 0;
    const MatrixVisitor visit = [&](const Matrix& matrix) {
      if (count == kMostImages) Fail(ResourceLimitError, "Too many frames");
      if (count++ != 0) image = NextImage(image_info, image);
      Describe(matrix, image);
      if (image_info->ping == MagickFalse) ReadPixels(matrix, image, exception);
      return !IsLastWanted(image_info, image);
    };
    if (ByteCursor(file).TakeIf("MATLAB"))
      VisitLevel5(file, visit);
    else
      VisitLevel4(file, visit);
    if (count == 0) Fail(CorruptImageError, "No images in the file");
  });
}

}  // namespace lodestone::coders
