#include "bench/peer_lodestone.hpp"

#include "accel/accelerate.h"
#include "magick/api.h"

#include "bench/magick_job.hpp"

namespace lodestone::bench {
namespace {

Image* Separable(const Work&, const Image* source, ExceptionInfo* exception) {
  const ConvolveTaps taps = {kTapCount, kTaps, kTapSum};
  return SeparableConvolveImage(source, &taps, &taps, Reflect101ConvolveBorder, nullptr, exception);
}

class Lodestone : public Peer {
 public:
  std::string Name() const override { return "Lodestone"; }
  std::string Version() const override { return MagickLibVersionText; }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    if (work.source->depth != QuantumDepth) return nullptr;
    SetMagickResourceLimit(ThreadsResource, work.threads);
    return std::make_unique<MagickJob>(
        work, work.operation == Operation::kSeparable ? Separable : MagickOperation);
  }
};

}  // namespace

Peer& LodestonePeer() {
  static Lodestone peer;
  InitializeMagick(nullptr);
  MagickAccelerateSetMode(MagickAccelerateOff);
  return peer;
}

}  // namespace lodestone::bench
