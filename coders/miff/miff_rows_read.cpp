#include "config.h"

#include <zlib.h>

#ifdef HAVE_BZLIB_H
#include <bzlib.h>
#endif

#include <cstring>

#include "coders/miff/miff.hpp"

namespace lodestone::coders {
namespace {

class PlainRows : public MiffRowSource {
 public:
  PlainRows(ByteCursor& cursor, std::size_t row_bytes) : cursor_(cursor), row_bytes_(row_bytes) {}
  const std::uint8_t* Next() override { return cursor_.Take(row_bytes_).data(); }

 private:
  ByteCursor& cursor_;
  std::size_t row_bytes_;
};

// A pixel, and how many more like it follow.
class RunRows : public MiffRowSource {
 public:
  RunRows(ByteCursor& cursor, std::size_t pixel_bytes, std::size_t columns)
      : cursor_(cursor), pixel_bytes_(pixel_bytes), row_(pixel_bytes * columns) {}

  const std::uint8_t* Next() override {
    for (std::size_t at = 0; at < row_.size();) {
      const ByteSpan pixel = cursor_.Take(pixel_bytes_);
      for (std::size_t count = cursor_.U8() + 1u; count > 0 && at < row_.size(); --count) {
        std::ranges::copy(pixel, &row_[at]);
        at += pixel_bytes_;
      }
    }
    return row_.data();
  }

 private:
  ByteCursor& cursor_;
  std::size_t pixel_bytes_;
  std::vector<std::uint8_t> row_;
};

// Compressed data, in parts that begin with their length, or without a mark to the end of the file.
class Parts {
 public:
  Parts(ByteCursor& cursor, bool framed) : cursor_(cursor), framed_(framed) {}
  ByteSpan Next() {
    if (framed_) return cursor_.Take(cursor_.U32Be());
    if (cursor_.AtEnd()) FailTruncated();
    return cursor_.Take(cursor_.Remaining());
  }
  // What the decoder did not need belongs to what follows, unless it has a length.
  void GiveBack(std::size_t bytes) {
    if (!framed_) cursor_.Seek(cursor_.Position() - bytes);
  }

 private:
  ByteCursor& cursor_;
  bool framed_;
};

struct Inflater {
  using Byte = Bytef;
  z_stream stream = {};
  bool Open() { return inflateInit(&stream) == Z_OK; }
  ~Inflater() { inflateEnd(&stream); }
  // False on damage.
  bool Step(bool& ended) {
    const int code = inflate(&stream, Z_NO_FLUSH);
    ended = code == Z_STREAM_END;
    return ended || code == Z_OK || (code == Z_BUF_ERROR && stream.avail_in == 0);
  }
};

#ifdef HAVE_BZLIB_H
struct BzDecoder {
  using Byte = char;
  bz_stream stream = {};
  bool Open() { return BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK; }
  ~BzDecoder() { BZ2_bzDecompressEnd(&stream); }
  bool Step(bool& ended) {
    const int code = BZ2_bzDecompress(&stream);
    ended = code == BZ_STREAM_END;
    return ended || code == BZ_OK;
  }
};
#endif

template <class Decoder>
class CompressedRows : public MiffRowSource {
 public:
  CompressedRows(ByteCursor& cursor, bool framed, std::size_t row_bytes)
      : parts_(cursor, framed), row_(row_bytes) {
    if (row_bytes > UINT32_MAX) Fail(CoderError, "Image column or row size is not supported");
    if (!decoder_.Open()) throw std::bad_alloc();
  }

  const std::uint8_t* Next() override {
    Fill(row_.data(), row_.size());
    return row_.data();
  }

  // The end of the stream may be in a part of its own.
  void Finish() override {
    std::uint8_t surplus = 0;
    while (!ended_ && Step(&surplus, 1) == 0) {
    }
    parts_.GiveBack(decoder_.stream.avail_in);
  }

 private:
  void Fill(std::uint8_t* out, std::size_t length) {
    while (length > 0) {
      if (ended_) FailTruncated();
      const std::size_t got = Step(out, length);
      out += got;
      length -= got;
    }
  }

  std::size_t Step(std::uint8_t* out, std::size_t length) {
    auto& stream = decoder_.stream;
    if (stream.avail_in == 0 && dry_) {
      const ByteSpan part = parts_.Next();
      stream.next_in = reinterpret_cast<Byte*>(const_cast<std::uint8_t*>(part.data()));
      stream.avail_in = static_cast<unsigned>(part.size());
    }
    stream.next_out = reinterpret_cast<Byte*>(out);
    stream.avail_out = static_cast<unsigned>(length);
    if (!decoder_.Step(ended_)) Fail(CorruptImageError, "Unable to uncompress image");
    // Output that does not fit is kept by the decoder, so more input may not be needed.
    dry_ = stream.avail_in == 0 && stream.avail_out != 0;
    return length - stream.avail_out;
  }

  using Byte = typename Decoder::Byte;
  Parts parts_;
  std::vector<std::uint8_t> row_;
  Decoder decoder_;
  bool ended_ = false;
  bool dry_ = true;
};

}  // namespace

std::unique_ptr<MiffRowSource> OpenMiffRows(CompressionType compression, bool framed,
                                            ByteCursor& cursor, std::size_t pixel_bytes,
                                            std::size_t columns) {
  const std::size_t row_bytes = pixel_bytes * columns;
  switch (compression) {
    case RLECompression:
      return std::make_unique<RunRows>(cursor, pixel_bytes, columns);
    case ZipCompression:
      return std::make_unique<CompressedRows<Inflater>>(cursor, framed, row_bytes);
    case BZipCompression:
#ifdef HAVE_BZLIB_H
      return std::make_unique<CompressedRows<BzDecoder>>(cursor, framed, row_bytes);
#else
      Fail(MissingDelegateError, "This build has no bzip2");
#endif
    default:
      return std::make_unique<PlainRows>(cursor, row_bytes);
  }
}

}  // namespace lodestone::coders
