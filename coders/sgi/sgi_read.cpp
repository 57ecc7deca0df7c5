#include <atomic>
#include <cstring>
#include <string>

#include "coders/common/metadata.hpp"
#include "coders/common/plane_rows.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/sgi/sgi.hpp"

namespace lodestone::coders {
namespace {

struct Header {
  bool run_lengths = false;
  unsigned bytes = 1;  // of a sample
  std::size_t columns = 0;
  std::size_t rows = 0;
  unsigned planes = 1;
  std::string name;

  std::size_t LineBytes() const { return columns * bytes; }
  SampleFormat Format() const {
    constexpr Channels kChannels[] = {Channels::kGray, Channels::kGrayAlpha, Channels::kRgb,
                                      Channels::kRgba};
    return {kChannels[planes - 1], bytes};
  }
};

Header TakeHeader(ByteCursor& cursor) {
  Header header;
  const auto improper = [] { Fail(CorruptImageError, "Improper image header"); };
  if (cursor.Remaining() < kSgiHeaderBytes) FailTruncated();
  if (cursor.U16Be() != kSgiIdentifier) improper();
  const unsigned storage = cursor.U8();
  header.run_lengths = storage == 1;
  header.bytes = cursor.U8();
  const unsigned dimensions = cursor.U16Be();
  header.columns = cursor.U16Be();
  header.rows = cursor.U16Be();
  header.planes = cursor.U16Be();
  if (storage > 1 || header.bytes < 1 || header.bytes > 2 || dimensions < 1 || dimensions > 3) {
    improper();
  }
  if (dimensions < 3) header.planes = 1;
  if (dimensions == 1) header.rows = 1;
  if (header.planes < 1 || header.planes > 4) improper();
  cursor.Skip(4 + 4 + 4);
  const ByteSpan name = cursor.Take(kSgiNameBytes);
  header.name.assign(name.begin(), std::ranges::find(name, std::uint8_t{0}));
  if (cursor.U32Be() != 0) Fail(CorruptImageError, "Image type not supported");
  cursor.Seek(kSgiHeaderBytes);
  return header;
}

// Fills a row from its packets: counts, each before that many samples or one that is repeated.
// False if they do not fit; samples that are left out are 0.
template <std::size_t kBytes>
bool DecodeRow(ByteSpan packets, std::size_t columns, std::uint8_t* out) {
  const std::uint8_t* p = packets.data();
  const std::uint8_t* const end = p + packets.size() / kBytes * kBytes;
  std::size_t left = columns;
  while (p != end) {
    const unsigned packet = p[kBytes - 1];  // of the two bytes of a count the lower one
    p += kBytes;
    const std::size_t count = packet & 0x7f;
    if (count == 0) break;
    const bool literal = (packet & 0x80) != 0;
    const auto available = static_cast<std::size_t>(end - p) / kBytes;
    if (count > left || available < (literal ? count : 1)) return false;
    for (std::size_t i = 0; i < count; ++i, out += kBytes)
      std::memcpy(out, literal ? p + i * kBytes : p, kBytes);
    p += (literal ? count : 1) * kBytes;
    left -= count;
  }
  std::fill_n(out, left * kBytes, std::uint8_t{0});
  return true;
}

// Where the rows of all planes are, from the bottom up, in either storage.
class Rows {
 public:
  Rows(const Header& header, ByteSpan file) : header_(header), file_(file) {
    const std::size_t count = header.rows * header.planes;
    ByteCursor cursor(file);
    cursor.Seek(kSgiHeaderBytes);
    if (!header.run_lengths) {
      if (cursor.Remaining() < count * header.LineBytes())
        Fail(CorruptImageError, "Insufficient image data in file");
      return;
    }
    if (cursor.Remaining() < count * 2 * 4) FailTruncated();
    for (std::size_t i = 0; i < count; ++i) offsets_.push_back(cursor.U32Be());
    for (std::size_t i = 0; i < count; ++i) lengths_.push_back(cursor.U32Be());
    for (std::size_t i = 0; i < count; ++i) {
      if (offsets_[i] > file.size() || lengths_[i] > file.size() - offsets_[i]) FailTruncated();
    }
  }

  // A row of the image in all planes; decoded to `storage` if it has to be.
  PlaneRow Find(std::size_t y, std::uint8_t* storage) {
    PlaneRow planes{};
    for (unsigned z = 0; z < header_.planes; ++z) {
      const std::size_t index = header_.rows - 1 - y + z * header_.rows;
      planes[z] = header_.run_lengths ? Decoded(index, storage + z * header_.LineBytes())
                                      : &file_[kSgiHeaderBytes + index * header_.LineBytes()];
    }
    return planes;
  }

  bool failed() const { return failed_; }

 private:
  const std::uint8_t* Decoded(std::size_t index, std::uint8_t* out) {
    const ByteSpan packets = file_.subspan(offsets_[index], lengths_[index]);
    const bool done = header_.bytes == 1 ? DecodeRow<1>(packets, header_.columns, out)
                                         : DecodeRow<2>(packets, header_.columns, out);
    if (!done) {
      failed_ = true;
      std::fill_n(out, header_.LineBytes(), std::uint8_t{0});
    }
    return out;
  }

  const Header& header_;
  ByteSpan file_;
  std::vector<std::uint32_t> offsets_, lengths_;
  std::atomic<bool> failed_{false};
};

// Where the rows of an image go: grey ones have one sample a pixel.
class Target {
 public:
  Target(const Header& header, Image* image, ExceptionInfo* exception)
      : header_(header), image_(image), exception_(exception) {
    if (header.planes > 1) {
      pixels_ = NewPixels(image, exception);
    } else {
      gray_ =
          NewGrayPixels(image, image->storage_class == PseudoClass ? image->colors : 0, exception);
    }
  }
  void Put(std::size_t y, const PlaneRow& planes) const {
    const SampleFormat format = header_.Format();
    if (header_.planes > 1)
      return ImportPlanes(format, planes, header_.columns, pixels_.Row(y), nullptr);
    ImportGraySamples(format, planes[0], header_.columns, gray_.Row(y), nullptr);
  }
  void Finish() {
    if (header_.planes > 1) SyncPixels(image_, exception_);
  }

 private:
  const Header& header_;
  Image* image_;
  ExceptionInfo* exception_;
  Pixels pixels_;
  GrayPixels gray_;
};

void ReadPixels(const Header& header, ByteSpan file, Image* image, ExceptionInfo* exception) {
  Rows rows(header, file);
  Target target(header, image, exception);
  const std::size_t row_bytes = header.planes * header.LineBytes();
  std::vector<std::uint8_t> storage(header.run_lengths ? BandRows(image) * row_bytes : 0);
  const auto check = [&](std::size_t, std::size_t) {
    if (rows.failed()) Fail(CorruptImageError, "Unable to runlength decode image");
  };
  ConvertBands(
      CodingProgress::Task::kLoading, image, exception,
      [&](std::size_t y, std::size_t slot) {
        target.Put(y, rows.Find(y, storage.data() + (header.run_lengths ? slot * row_bytes : 0)));
      },
      check);
  target.Finish();
}

}  // namespace

Image* ReadSgi(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    ByteCursor cursor(file);
    const Header header = TakeHeader(cursor);
    image->columns = header.columns;
    image->rows = header.rows;
    image->depth = std::min<unsigned>(8 * header.bytes, QuantumDepth);
    image->matte = header.planes == 2 || header.planes == 4 ? MagickTrue : MagickFalse;
    image->compression = header.run_lengths ? RLECompression : NoCompression;
    if (!header.name.empty()) StoreText(image, "comment", header.name.c_str());
    CheckLimits(image);
    if (header.planes == 1 && header.bytes == 1) MakeColormap(image, 256);
    SetShade(image, header.planes < 3, false);
    if (!image_info->ping) ReadPixels(header, file, image, exception);
  });
}

}  // namespace lodestone::coders
