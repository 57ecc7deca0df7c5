#include "coders/mat/mat.hpp"

namespace lodestone::coders {
namespace {

constexpr MatNumber kNumbers[] = {MatNumber::kDouble, MatNumber::kSingle, MatNumber::kInt32,
                                  MatNumber::kInt16,  MatNumber::kUint16, MatNumber::kUint8};

// Four digits: order of bytes, 0, number, kind of matrix.
struct Type {
  bool little_endian = true;
  unsigned number = 0;
  unsigned kind = 0;
};

Type TakeType(ByteCursor& cursor) {
  constexpr std::uint32_t kMost = 1999;
  ByteCursor again = cursor;
  std::uint32_t value = cursor.U32Le();
  if (value > kMost) value = again.U32Be();
  const Type type{value < 1000, value / 10 % 10, value % 10};
  const bool valid = value <= kMost && value / 100 % 10 == 0 && type.number < std::size(kNumbers);
  if (!valid) Fail(CorruptImageError, "Improper image header");
  return type;
}

}  // namespace

void VisitLevel4(ByteSpan file, const MatrixVisitor& visit) {
  constexpr std::size_t kHeaderBytes = 20;
  ByteCursor cursor(file);
  bool more = true;
  while (more && cursor.Remaining() >= kHeaderBytes) {
    const Type type = TakeType(cursor);
    const auto number = [&] { return type.little_endian ? cursor.U32Le() : cursor.U32Be(); };
    Matrix matrix;
    matrix.number = kNumbers[type.number];
    matrix.little_endian = type.little_endian;
    matrix.rows = number();
    matrix.columns = number();
    const std::size_t parts = number() == 0 ? 1 : 2;
    cursor.Skip(number());
    CheckMatrix(matrix, parts, cursor.Remaining());
    const std::size_t bytes = matrix.PlaneNumbers() * MatNumberBytes(matrix.number);
    matrix.real = cursor.Take(bytes);
    if (parts == 2) matrix.imaginary = cursor.Take(bytes);
    // Texts and sparse matrices are no images.
    if (type.kind == 0) more = visit(matrix);
  }
}

}  // namespace lodestone::coders
