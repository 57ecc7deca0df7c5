#include "config.h"

#ifdef HAVE_BZLIB_H
#include <bzlib.h>

#include "magick/core/blob/stream_codecs.hpp"

namespace lodestone {
namespace {

StreamCodec::State StateOf(int status) {
  if (status == BZ_STREAM_END) return StreamCodec::State::kEnd;
  if (status >= BZ_OK) return StreamCodec::State::kMore;
  return status == BZ_MEM_ERROR ? StreamCodec::State::kNoMemory : StreamCodec::State::kCorrupt;
}

class Bunzip2 : public StreamCodec {
 public:
  ~Bunzip2() override { BZ2_bzDecompressEnd(&stream_); }
  bool Start() { return BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK; }
  State Run(Buffers& buffers, bool) override {
    return StateOf(RunOn(stream_, buffers, [&] { return BZ2_bzDecompress(&stream_); }));
  }

 private:
  bz_stream stream_ = {};
};

class Bzip2 : public StreamCodec {
 public:
  ~Bzip2() override { BZ2_bzCompressEnd(&stream_); }
  bool Start() {
    constexpr int kLargestBlocks = 9;
    return BZ2_bzCompressInit(&stream_, kLargestBlocks, 0, 0) == BZ_OK;
  }
  State Run(Buffers& buffers, bool last) override {
    const int action = last ? BZ_FINISH : BZ_RUN;
    return StateOf(RunOn(stream_, buffers, [&] { return BZ2_bzCompress(&stream_, action); }));
  }

 private:
  bz_stream stream_ = {};
};

}  // namespace

std::unique_ptr<StreamCodec> MakeBunzip2() {
  auto codec = std::make_unique<Bunzip2>();
  return codec->Start() ? std::move(codec) : nullptr;
}

std::unique_ptr<StreamCodec> MakeBzip2() {
  auto codec = std::make_unique<Bzip2>();
  return codec->Start() ? std::move(codec) : nullptr;
}

}  // namespace lodestone
#endif
