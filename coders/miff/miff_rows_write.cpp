#include "config.h"

#include <zlib.h>

#ifdef HAVE_BZLIB_H
#include <bzlib.h>
#endif

#include <climits>
#include <cstring>

#include "coders/miff/miff.hpp"

namespace lodestone::coders {
namespace {

class PlainSink : public MiffRowSink {
 public:
  PlainSink(Image* blob, std::size_t row_bytes) : blob_(blob), row_bytes_(row_bytes) {}
  void Put(const std::uint8_t* row) override { WriteBytes(blob_, row, row_bytes_); }

 private:
  Image* blob_;
  std::size_t row_bytes_;
};

class RunSink : public MiffRowSink {
 public:
  RunSink(Image* blob, std::size_t pixel_bytes, std::size_t columns)
      : blob_(blob), pixel_bytes_(pixel_bytes), columns_(columns) {}

  void Put(const std::uint8_t* row) override {
    for (std::size_t x = 0; x < columns_;) {
      const std::uint8_t* pixel = row + x * pixel_bytes_;
      std::size_t run = 1;
      // The last pixel is always alone, as in files of GraphicsMagick.
      while (run < 256 && x + run + 1 < columns_ &&
             std::memcmp(pixel, pixel + run * pixel_bytes_, pixel_bytes_) == 0) {
        ++run;
      }
      sink_.Bytes({pixel, pixel_bytes_});
      sink_.U8(static_cast<unsigned>(run - 1));
      x += run;
    }
    sink_.Flush(blob_);
  }

 private:
  Image* blob_;
  std::size_t pixel_bytes_;
  std::size_t columns_;
  ByteSink sink_;
};

struct Deflater {
  using Byte = Bytef;
  static constexpr double kSurplusBytes = 12;
  z_stream stream = {};
  bool Open(unsigned long quality) {
    return deflateInit(&stream, static_cast<int>(std::min(quality / 10, 9ul))) == Z_OK;
  }
  ~Deflater() { deflateEnd(&stream); }
  bool More() { return deflate(&stream, Z_NO_FLUSH) == Z_OK; }
  bool Last() {
    const int code = deflate(&stream, Z_FINISH);
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR;
  }
};

#ifdef HAVE_BZLIB_H
struct BzEncoder {
  using Byte = char;
  static constexpr double kSurplusBytes = 600;
  bz_stream stream = {};
  bool Open(unsigned long quality) {
    const int blocks = static_cast<int>(std::clamp(quality / 10, 1ul, 9ul));
    return BZ2_bzCompressInit(&stream, blocks, 0, 0) == BZ_OK;
  }
  ~BzEncoder() { BZ2_bzCompressEnd(&stream); }
  // A block for each row, because GraphicsMagick expects the data of a row where the row ends.
  bool More() {
    const int code = BZ2_bzCompress(&stream, BZ_FLUSH);
    return code == BZ_RUN_OK || code == BZ_FLUSH_OK;
  }
  bool Last() {
    if (ended_) return true;
    const int code = BZ2_bzCompress(&stream, BZ_FINISH);
    ended_ = code == BZ_STREAM_END;
    return ended_ || code == BZ_FINISH_OK;
  }

 private:
  bool ended_ = false;
};
#endif

// Compressed parts that begin with their length; readers accept none much longer than a row.
template <class Encoder>
class CompressedSink : public MiffRowSink {
 public:
  CompressedSink(Image* blob, unsigned long quality, std::size_t row_bytes)
      : blob_(blob),
        row_bytes_(row_bytes),
        part_(static_cast<std::size_t>(1.01 * static_cast<double>(row_bytes) +
                                       Encoder::kSurplusBytes)) {
    if (part_.size() > INT32_MAX) Fail(CoderError, "Image column or row size is not supported");
    if (!encoder_.Open(quality)) throw std::bad_alloc();
  }

  void Put(const std::uint8_t* row) override {
    auto& stream = encoder_.stream;
    stream.next_in = reinterpret_cast<Byte*>(const_cast<std::uint8_t*>(row));
    stream.avail_in = static_cast<unsigned>(row_bytes_);
    while (stream.avail_in != 0) WritePart([&] { return encoder_.More(); });
  }

  void Finish() override {
    while (WritePart([&] { return encoder_.Last(); })) {
    }
  }

 private:
  // False if there was nothing to write.
  template <class Step>
  bool WritePart(const Step& step) {
    auto& stream = encoder_.stream;
    stream.next_out = reinterpret_cast<Byte*>(part_.data());
    stream.avail_out = static_cast<unsigned>(part_.size());
    if (!step()) Fail(CoderError, "Unable to compress image");
    const std::size_t length = part_.size() - stream.avail_out;
    if (length == 0) return false;
    ByteSink sink;
    sink.U32Be(static_cast<std::uint32_t>(length));
    sink.Bytes({part_.data(), length});
    sink.Flush(blob_);
    return true;
  }

  using Byte = typename Encoder::Byte;
  Image* blob_;
  std::size_t row_bytes_;
  std::vector<std::uint8_t> part_;
  Encoder encoder_;
};

}  // namespace

bool HaveBzip2() {
#ifdef HAVE_BZLIB_H
  return true;
#else
  return false;
#endif
}

std::unique_ptr<MiffRowSink> MakeMiffRows(CompressionType compression, unsigned long quality,
                                          Image* blob, std::size_t pixel_bytes,
                                          std::size_t columns) {
  const std::size_t row_bytes = pixel_bytes * columns;
  switch (compression) {
    case RLECompression:
      return std::make_unique<RunSink>(blob, pixel_bytes, columns);
    case ZipCompression:
      return std::make_unique<CompressedSink<Deflater>>(blob, quality, row_bytes);
#ifdef HAVE_BZLIB_H
    case BZipCompression:
      return std::make_unique<CompressedSink<BzEncoder>>(blob, quality, row_bytes);
#endif
    default:
      return std::make_unique<PlainSink>(blob, row_bytes);
  }
}

}  // namespace lodestone::coders
