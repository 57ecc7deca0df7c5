#include "coders/pages/stream_encoders.hpp"

#include <vector>

#include <zlib.h>

#include "magick/operations/compress/lzw.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kBufferBytes = 65536;

class PlainEncoder : public StreamEncoder {
 public:
  explicit PlainEncoder(ByteOutput& output) : output_(output) {}
  void Put(ByteSpan bytes) override { output_.Put(bytes); }
  void Finish() override {}

 private:
  ByteOutput& output_;
};

class FlateEncoder : public StreamEncoder {
 public:
  FlateEncoder(ByteOutput& output, unsigned long quality) : output_(output), buffer_(kBufferBytes) {
    const int level = static_cast<int>(std::min(quality / 10, 9ul));
    if (deflateInit(&stream_, level) != Z_OK) throw std::bad_alloc();
  }
  ~FlateEncoder() override { deflateEnd(&stream_); }
  FlateEncoder(const FlateEncoder&) = delete;
  FlateEncoder& operator=(const FlateEncoder&) = delete;

  void Put(ByteSpan bytes) override {
    while (!bytes.empty()) {  // zlib counts by 32 bits
      const ByteSpan part = bytes.first(std::min<std::size_t>(bytes.size(), 1u << 30));
      stream_.next_in = const_cast<Bytef*>(part.data());
      stream_.avail_in = static_cast<uInt>(part.size());
      Run(Z_NO_FLUSH);
      bytes = bytes.subspan(part.size());
    }
  }
  void Finish() override { Run(Z_FINISH); }

 private:
  void Run(int flush) {
    do {
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      if (deflate(&stream_, flush) == Z_STREAM_ERROR) Fail(CoderError, "Unable to compress");
      output_.Put({buffer_.data(), buffer_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  ByteOutput& output_;
  std::vector<std::uint8_t> buffer_;
  z_stream stream_ = {};
};

// For encoders that want all bytes at once.
class CollectingEncoder : public StreamEncoder {
 public:
  CollectingEncoder(StreamFilter filter, ByteOutput& output, Image* image, std::uint64_t bytes)
      : filter_(filter), output_(output), image_(image) {
    if (!claim_.Acquire(bytes)) FailOfMemoryLimit();
    bytes_.reserve(bytes);
  }
  void Put(ByteSpan bytes) override { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void Finish() override {
    if (filter_ == StreamFilter::kLzw)
      EncodeLzw(bytes_.data(), bytes_.size(), Send, this);
    else
      PackbitsEncode2Image(image_, bytes_.size(), bytes_.data(), Send, this);
    if (failure_) std::rethrow_exception(failure_);
    output_.Put(encoded_.bytes());
  }

 private:
  // Between functions of the C interface, which no exception may cross.
  static unsigned int Send(Image*, const magick_uint8_t byte, void* self) {
    auto& to = *static_cast<CollectingEncoder*>(self);
    if (to.failure_) return 0;
    try {
      to.Take(byte);
    } catch (...) {
      to.failure_ = std::current_exception();
    }
    return 1;
  }
  void Take(std::uint8_t byte) {
    encoded_.U8(byte);
    if (encoded_.size() < kBufferBytes) return;
    output_.Put(encoded_.bytes());
    encoded_.bytes().clear();
  }

  const StreamFilter filter_;
  ByteOutput& output_;
  Image* const image_;
  MemoryClaim claim_;
  std::vector<std::uint8_t> bytes_;
  ByteSink encoded_;
  std::exception_ptr failure_;
};

}  // namespace

const char* NameOfFilter(StreamFilter filter) {
  switch (filter) {
    case StreamFilter::kFlate:
      return "FlateDecode";
    case StreamFilter::kLzw:
      return "LZWDecode";
    case StreamFilter::kRunLengths:
      return "RunLengthDecode";
    default:
      return "";
  }
}

std::unique_ptr<StreamEncoder> NewStreamEncoder(StreamFilter filter, ByteOutput& output,
                                                Image* image, std::uint64_t bytes,
                                                unsigned long quality) {
  if (filter == StreamFilter::kNone) return std::make_unique<PlainEncoder>(output);
  if (filter == StreamFilter::kFlate) return std::make_unique<FlateEncoder>(output, quality);
  return std::make_unique<CollectingEncoder>(filter, output, image, bytes);
}

}  // namespace lodestone::coders
