#include "bench/modules.hpp"

#include "accel/accelerate.h"
#include "magick/api.h"

#include "bench/magick_job.hpp"

namespace lodestone::bench {
namespace {

Image* Separable(const Work&, const Operands& operands, ExceptionInfo* exception) {
  const ConvolveTaps taps = {kTapCount, kTaps, kTapSum};
  return SeparableConvolveImage(operands.source, &taps, &taps, Reflect101ConvolveBorder, nullptr,
                                exception);
}

}  // namespace

Peer& LodestonePeer() {
  static MagickPeer peer("Lodestone", LODESTONE_VERSION, Separable);
  InitializeMagick(nullptr);
  MagickAccelerateSetMode(MagickAccelerateOff);
  return peer;
}

}  // namespace lodestone::bench
