// stb_image_resize: one thread, no SIMD, no Lanczos.
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image_resize.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

stbir_filter FilterOf(Operation operation) {
  switch (operation) {
    case Operation::kCatmullRom:
      return STBIR_FILTER_CATMULLROM;
    case Operation::kMitchell:
      return STBIR_FILTER_MITCHELL;
    case Operation::kArea:
      return STBIR_FILTER_BOX;
    default:
      return STBIR_FILTER_DEFAULT;  // no filter of its own
  }
}

class StbJob : public Job {
 public:
  StbJob(const Work& work, stbir_filter filter)
      : source_(*work.source),
        result_(work.columns, work.rows, source_.depth, source_.alpha),
        filter_(filter),
        alpha_(source_.alpha ? 3 : STBIR_ALPHA_CHANNEL_NONE) {}

  void Run() override {
    if (source_.depth == 8) {
      Resize(stbir_resize_uint8_generic, source_.As<unsigned char>(), result_.As<unsigned char>());
    } else {
      Resize(stbir_resize_uint16_generic, source_.As<stbir_uint16>(), result_.As<stbir_uint16>());
    }
  }
  RawImage Result() override { return result_; }

 private:
  template <typename Function, typename Sample>
  void Resize(Function function, const Sample* from, Sample* to) {
    function(from, static_cast<int>(source_.columns), static_cast<int>(source_.rows), 0, to,
             static_cast<int>(result_.columns), static_cast<int>(result_.rows), 0, 4, alpha_, 0,
             STBIR_EDGE_CLAMP, filter_, STBIR_COLORSPACE_LINEAR, nullptr);
  }

  const RawImage& source_;
  RawImage result_;
  stbir_filter filter_;
  int alpha_;
};

class Stb : public Peer {
 public:
  std::string Name() const override { return "stb_image_resize"; }
  std::string Version() const override { return "0.97"; }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    const stbir_filter filter = FilterOf(work.operation);
    if (work.threads != 1 || filter == STBIR_FILTER_DEFAULT) return nullptr;
    return std::make_unique<StbJob>(work, filter);
  }
};

}  // namespace
}  // namespace lodestone::bench

BENCH_PEER_ENTRY BenchPeer() {
  static lodestone::bench::Stb peer;
  return &peer;
}
