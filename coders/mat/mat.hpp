// Matrices of MATLAB, levels 4 and 5.
#pragma once

#include <functional>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// Numbers as level 5 names them.
enum class MatNumber : std::uint32_t {
  kInt8 = 1,
  kUint8 = 2,
  kInt16 = 3,
  kUint16 = 4,
  kInt32 = 5,
  kUint32 = 6,
  kSingle = 7,
  kDouble = 9,
  kInt64 = 12,
  kUint64 = 13,
  kMatrix = 14,
  kCompressed = 15
};
std::size_t MatNumberBytes(MatNumber number);  // 0: it is none

// One image: columns of numbers from the left to the right, each from the top down.
struct Matrix {
  std::size_t columns = 0, rows = 0;
  std::size_t planes = 1;  // 3: red, green and blue
  MatNumber number = MatNumber::kUint8;
  bool little_endian = true;
  bool logical = false;
  ByteSpan real, imaginary;  // as many bytes as that takes; imaginary may be empty

  std::size_t PlaneNumbers() const { return columns * rows; }
};

// Called with each image of a file, in their order, until it returns false.
using MatrixVisitor = std::function<bool(const Matrix&)>;
void VisitLevel4(ByteSpan file, const MatrixVisitor& visit);
void VisitLevel5(ByteSpan file, const MatrixVisitor& visit);

// Fails unless the limits allow the size and there are bytes for it.
void CheckMatrix(const Matrix& matrix, std::size_t count, std::size_t available);

Image* ReadMat(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteMat(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
