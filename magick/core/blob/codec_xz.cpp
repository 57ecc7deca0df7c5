#include "config.h"

#ifdef HAVE_LZMA_H
#include <lzma.h>

#include "magick/core/blob/stream_codecs.hpp"

namespace lodestone {
namespace {

StreamCodec::State StateOf(lzma_ret status) {
  switch (status) {
    case LZMA_STREAM_END:
      return StreamCodec::State::kEnd;
    case LZMA_OK:
    case LZMA_BUF_ERROR:
      return StreamCodec::State::kMore;
    case LZMA_MEM_ERROR:
    case LZMA_MEMLIMIT_ERROR:
      return StreamCodec::State::kNoMemory;
    default:
      return StreamCodec::State::kCorrupt;
  }
}

class XzStream : public StreamCodec {
 public:
  ~XzStream() override { lzma_end(&stream_); }
  State Run(Buffers& buffers, bool last) override {
    const lzma_action action = last ? LZMA_FINISH : LZMA_RUN;
    return StateOf(RunOn(stream_, buffers, [&] { return lzma_code(&stream_, action); }));
  }

 protected:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class Unxz : public XzStream {
 public:
  bool Start() {
    // Four times what the best preset of the xz program needs.
    constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 28;
    return lzma_stream_decoder(&stream_, kMostMemory, 0) == LZMA_OK;
  }
};

class Xz : public XzStream {
 public:
  bool Start() {
    return lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) == LZMA_OK;
  }
};

}  // namespace

std::unique_ptr<StreamCodec> MakeUnxz() {
  auto codec = std::make_unique<Unxz>();
  return codec->Start() ? std::move(codec) : nullptr;
}

std::unique_ptr<StreamCodec> MakeXz() {
  auto codec = std::make_unique<Xz>();
  return codec->Start() ? std::move(codec) : nullptr;
}

}  // namespace lodestone
#endif
