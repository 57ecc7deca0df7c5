#include <zlib.h>

#include "coders/mat/mat.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 128, kTagBytes = 8;
constexpr unsigned kComplex = 8, kLogical = 2;

struct Element {
  MatNumber type = MatNumber::kInt8;
  ByteSpan data;
};

// Elements one after another; those inside others are padded.
class Elements {
 public:
  Elements(ByteSpan bytes, bool little_endian) : cursor_(bytes), little_endian_(little_endian) {}

  bool AtEnd() const { return cursor_.Remaining() < kTagBytes; }

  Element Take() {
    constexpr unsigned kShortBits = 16;
    const std::uint32_t tag = Number();
    const std::uint32_t short_bytes = tag >> kShortBits;
    if (short_bytes != 0) {
      const ByteSpan data = cursor_.Take(4);
      if (short_bytes > data.size()) Fail(CorruptImageError, "Corrupt image");
      return {static_cast<MatNumber>(tag & 0xffff), data.first(short_bytes)};
    }
    const Element element{static_cast<MatNumber>(tag), cursor_.Take(Number())};
    if (element.type != MatNumber::kCompressed)
      cursor_.Skip(std::min((8 - cursor_.Position() % 8) % 8, cursor_.Remaining()));
    return element;
  }

 private:
  std::uint32_t Number() { return little_endian_ ? cursor_.U32Le() : cursor_.U32Be(); }

  ByteCursor cursor_;
  bool little_endian_;
};

std::vector<std::uint32_t> NumbersOf(const Element& element, bool little_endian) {
  std::vector<std::uint32_t> numbers;
  for (ByteCursor cursor(element.data); cursor.Remaining() >= 4;)
    numbers.push_back(little_endian ? cursor.U32Le() : cursor.U32Be());
  return numbers;
}

// What was compressed begins with a tag that says how much there is.
class Inflated {
 public:
  Inflated(ByteSpan source, bool little_endian) {
    constexpr std::size_t kMostRatio = 1032;  // of the method
    stream_.next_in = const_cast<Bytef*>(source.data());
    stream_.avail_in = static_cast<uInt>(source.size());
    if (inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
    const Ending ending(stream_);
    bytes_.resize(kTagBytes);
    Fill(0);
    ByteCursor tag(bytes_);
    tag.Skip(4);
    const std::size_t rest = little_endian ? tag.U32Le() : tag.U32Be();
    if (rest / kMostRatio > source.size()) Fail(CorruptImageError, "Corrupt image");
    if (!claim_.Acquire(rest)) FailOfMemoryLimit();
    bytes_.resize(kTagBytes + rest);
    Fill(kTagBytes);
  }
  ByteSpan bytes() const { return bytes_; }

 private:
  struct Ending {
    explicit Ending(z_stream& ended) : stream(ended) {}
    ~Ending() { inflateEnd(&stream); }
    z_stream& stream;
  };

  void Fill(std::size_t from) {
    stream_.next_out = bytes_.data() + from;
    stream_.avail_out = static_cast<uInt>(bytes_.size() - from);
    while (stream_.avail_out != 0) {
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_OK) continue;
      if (status != Z_STREAM_END || stream_.avail_out != 0)
        Fail(CorruptImageError, "Unable to uncompress image");
      break;
    }
  }

  z_stream stream_ = {};
  MemoryClaim claim_;
  std::vector<std::uint8_t> bytes_;
};

class MatrixReader {
 public:
  MatrixReader(bool little_endian, const MatrixVisitor& visit)
      : little_endian_(little_endian), visit_(visit) {}

  // False when no more are wanted.
  bool Read(ByteSpan bytes) const {
    Elements elements(bytes, little_endian_);
    const std::vector<std::uint32_t> flags = NumbersOf(elements.Take(), little_endian_);
    const std::vector<std::uint32_t> sizes = NumbersOf(elements.Take(), little_endian_);
    if (flags.empty() || !IsNumeric(flags[0] & 0xff) || !HasImages(sizes)) return true;
    elements.Take();  // the name
    const Element real = elements.Take();
    const unsigned properties = flags[0] >> 8;
    Matrix matrix;
    matrix.rows = sizes[0];
    matrix.columns = sizes[1];
    matrix.planes = sizes.size() > 2 ? sizes[2] : 1;
    matrix.number = real.type;
    matrix.little_endian = little_endian_;
    matrix.logical = (properties & kLogical) != 0;
    if (MatNumberBytes(real.type) == 0) Fail(CorruptImageError, "Corrupt image");
    const std::size_t frames = sizes.size() > 3 ? sizes[3] : 1;
    CheckMatrix(matrix, frames, real.data.size());
    if ((properties & kComplex) == 0) return Visit(matrix, real.data, {}, frames);
    const Element imaginary = elements.Take();
    const bool alike = imaginary.type == real.type && imaginary.data.size() >= real.data.size();
    if (!alike) Fail(CorruptImageError, "Corrupt image");
    return Visit(matrix, real.data, imaginary.data, frames);
  }

 private:
  // Not cells, structures, objects, texts, sparse matrices or functions.
  static bool IsNumeric(unsigned kind) { return kind >= 6 && kind <= 15; }

  static bool HasImages(const std::vector<std::uint32_t>& sizes) {
    const bool planes = sizes.size() < 3 || sizes[2] == 1 || sizes[2] == 3;
    const bool empty = std::ranges::count(sizes, 0u) != 0;
    return sizes.size() >= 2 && sizes.size() <= 4 && planes && !empty;
  }

  bool Visit(Matrix matrix, ByteSpan real, ByteSpan imaginary, std::size_t frames) const {
    const std::size_t bytes = matrix.PlaneNumbers() * matrix.planes * MatNumberBytes(matrix.number);
    for (std::size_t i = 0; i < frames; ++i) {
      matrix.real = real.subspan(i * bytes, bytes);
      if (!imaginary.empty()) matrix.imaginary = imaginary.subspan(i * bytes, bytes);
      if (!visit_(matrix)) return false;
    }
    return true;
  }

  const bool little_endian_;
  const MatrixVisitor& visit_;
};

}  // namespace

void VisitLevel5(ByteSpan file, const MatrixVisitor& visit) {
  if (file.size() < kHeaderBytes) FailTruncated();
  const bool little_endian = file[126] == 'I' && file[127] == 'M';
  if (!little_endian && (file[126] != 'M' || file[127] != 'I'))
    Fail(CorruptImageError, "Improper image header");
  const MatrixReader reader(little_endian, visit);
  Elements elements(file.subspan(kHeaderBytes), little_endian);
  bool more = true;
  while (more && !elements.AtEnd()) {
    const Element element = elements.Take();
    if (element.type == MatNumber::kMatrix) {
      more = reader.Read(element.data);
    } else if (element.type == MatNumber::kCompressed) {
      const Inflated inflated(element.data, little_endian);
      const Element inner = Elements(inflated.bytes(), little_endian).Take();
      if (inner.type == MatNumber::kMatrix) more = reader.Read(inner.data);
    }
  }
}

}  // namespace lodestone::coders
