// GraphicsMagick, at the quantum depth of the system's library. Built with GraphicsMagick's own
// headers in front of ours, which have the same names.
#include <dlfcn.h>
#include <magick/api.h>

#include <cstring>

#include "bench/magick_job.hpp"

namespace lodestone::bench {
namespace {

// Guards against timing ourselves under GraphicsMagick's name.
bool IsGenuineGraphicsMagick() {
  Dl_info info;
  return dladdr(reinterpret_cast<void*>(&ResizeImage), &info) != 0 &&
         std::strstr(info.dli_fname, "GraphicsMagick") != nullptr;
}

}  // namespace
}  // namespace lodestone::bench

BENCH_PEER_ENTRY BenchPeer() {
  if (!lodestone::bench::IsGenuineGraphicsMagick()) return nullptr;
  static lodestone::bench::MagickPeer peer(
      "GraphicsMagick", MagickLibVersionText " Q" + std::to_string(QuantumDepth), nullptr);
  InitializeMagick(nullptr);
  return &peer;
}
