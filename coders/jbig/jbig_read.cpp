#include <array>

#include "coders/common/palette_rows.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/jbig/jbig.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 20;
constexpr unsigned kMostPlanes = 8;

struct Header {
  std::uint32_t columns = 0, rows = 0;
  unsigned planes = 1;
};

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

Header ParseHeader(ByteSpan file) {
  ByteCursor cursor(file);
  const unsigned first_layer = cursor.U8(), last_layer = cursor.U8();
  Header header;
  header.planes = cursor.U8();
  const unsigned fill = cursor.U8();
  header.columns = cursor.U32Be();
  header.rows = cursor.U32Be();
  const std::uint32_t stripe = cursor.U32Be();
  cursor.Skip(4);
  constexpr unsigned kMostLayers = 31;
  if (first_layer > last_layer || last_layer > kMostLayers || fill != 0 || header.planes == 0 ||
      header.columns == 0 || header.rows == 0 || stripe == 0)
    FailHeader();
  if (first_layer != 0) Fail(CoderError, "The layers of lower resolution are in another file");
  if (header.planes > kMostPlanes) Fail(CoderError, "More than 8 planes are not supported");
  return header;
}

// The number of rows may only be known behind them; the header then gets it.
void TakeLength(std::vector<std::uint8_t>& file) {
  constexpr std::size_t kOptions = 19;
  if ((file[kOptions] & JBG_VLENGTH) == 0) return;
  if (const int status = jbg_newlen(file.data(), file.size()); status != JBG_EOK)
    Fail(CorruptImageError, jbg_strerror(status));
}

class Decoder {
 public:
  explicit Decoder(const Header& header) : memory_(BytesFor(header)) {
    jbg_dec_init(&state_);
    jbg_dec_maxsize(&state_, header.columns, header.rows);
  }
  ~Decoder() { jbg_dec_free(&state_); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  void Decode(std::vector<std::uint8_t>& file) {
    std::size_t at = 0;
    int status = JBG_EAGAIN;
    while (status == JBG_EAGAIN && at < file.size()) {
      std::size_t used = 0;
      status = jbg_dec_in(&state_, file.data() + at, file.size() - at, &used);
      at += used;
    }
    if (status == JBG_EAGAIN) FailTruncated();
    if (status != JBG_EOK && status != JBG_EOK_INTR) Fail(CorruptImageError, jbg_strerror(status));
  }
  void CheckSize(const Header& header) const {
    if (jbg_dec_getwidth(&state_) != header.columns || jbg_dec_getheight(&state_) != header.rows)
      Fail(CorruptImageError, "An image of another size than its header says");
  }
  const std::uint8_t* plane(int number) const { return jbg_dec_getimage(&state_, number); }

 private:
  // Two layers are kept at a time, the smaller one with a quarter of the pixels.
  static std::uint64_t BytesFor(const Header& header) {
    const std::uint64_t plane = std::uint64_t{header.rows} * PackedBytes(header.columns, 1);
    constexpr std::uint64_t kState = std::uint64_t{1} << 20;
    return header.planes * (plane + plane / 2 + kState);
  }

  JbigMemory memory_;
  jbg_dec_state state_ = {};
};

bool IsSet(const std::uint8_t* row, std::size_t x) {
  return (row[x / 8] >> (7 - x % 8) & 1) != 0;
}

// Of one plane, set bits are black. Several are the bits of a Gray code, the highest first.
unsigned ValueOf(std::span<const std::uint8_t* const> rows, std::size_t x) {
  if (rows.size() == 1) return IsSet(rows[0], x) ? 0 : 1;
  unsigned value = 0;
  for (const std::uint8_t* row : rows)
    value = value << 1 | static_cast<unsigned>(IsSet(row, x) != ((value & 1) != 0));
  return value;
}

void StoreRows(const Decoder& decoder, const Header& header, Image* image,
               ExceptionInfo* exception) {
  const unsigned levels = 1u << header.planes;
  const std::size_t row_bytes = PackedBytes(header.columns, 1);
  const GrayPixels target = NewGrayPixels(image, levels, exception);
  ReadRows(image, exception, [&](std::size_t y) {
    std::array<const std::uint8_t*, kMostPlanes> rows = {};
    for (unsigned i = 0; i < header.planes; ++i)
      rows[i] = decoder.plane(static_cast<int>(i)) + y * row_bytes;
    for (std::size_t x = 0; x < target.columns; ++x) {
      const unsigned value = ValueOf({rows.data(), header.planes}, x);
      target.Row(y)[x] = QuantumFromRange(value, levels - 1);
    }
  });
}

}  // namespace

Image* ReadJbig(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput input(image);
    if (input.bytes().size() < kHeaderBytes) FailTruncated();
    std::vector<std::uint8_t> file(input.bytes().begin(), input.bytes().end());
    TakeLength(file);
    const Header header = ParseHeader(file);
    image->columns = header.columns;
    image->rows = header.rows;
    image->depth = header.planes == 1 ? 1 : 8;
    CheckLimits(image);
    MakeColormap(image, 1u << header.planes);
    SetShade(image, true, header.planes == 1);
    if (image_info->ping != MagickFalse) return;
    Decoder decoder(header);
    decoder.Decode(file);
    decoder.CheckSize(header);
    StoreRows(decoder, header, image, exception);
  });
}

}  // namespace lodestone::coders
