#include <zlib.h>

#include "magick/core/blob/stream_codecs.hpp"

namespace lodestone {
namespace {

constexpr int kGzipWindow = MAX_WBITS + 16;

StreamCodec::State StateOf(int status) {
  if (status == Z_STREAM_END) return StreamCodec::State::kEnd;
  if (status == Z_OK || status == Z_BUF_ERROR) return StreamCodec::State::kMore;
  return status == Z_MEM_ERROR ? StreamCodec::State::kNoMemory : StreamCodec::State::kCorrupt;
}

class Gunzip : public StreamCodec {
 public:
  ~Gunzip() override { inflateEnd(&stream_); }
  bool Start() { return inflateInit2(&stream_, kGzipWindow) == Z_OK; }
  State Run(Buffers& buffers, bool) override {
    return StateOf(RunOn(stream_, buffers, [&] { return inflate(&stream_, Z_NO_FLUSH); }));
  }

 private:
  z_stream stream_ = {};
};

class Gzip : public StreamCodec {
 public:
  ~Gzip() override { deflateEnd(&stream_); }
  bool Start() {
    constexpr int kMemory = 8;
    return deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
                        Z_DEFAULT_STRATEGY) == Z_OK;
  }
  State Run(Buffers& buffers, bool last) override {
    const int flush = last ? Z_FINISH : Z_NO_FLUSH;
    return StateOf(RunOn(stream_, buffers, [&] { return deflate(&stream_, flush); }));
  }

 private:
  z_stream stream_ = {};
};

}  // namespace

std::unique_ptr<StreamCodec> MakeGunzip() {
  auto codec = std::make_unique<Gunzip>();
  return codec->Start() ? std::move(codec) : nullptr;
}

std::unique_ptr<StreamCodec> MakeGzip() {
  auto codec = std::make_unique<Gzip>();
  return codec->Start() ? std::move(codec) : nullptr;
}

}  // namespace lodestone
