// GraphicsMagick, at the quantum depth that the system's library has. Built with GraphicsMagick's
// own headers in front of ours, which have the same names.
#include <dlfcn.h>
#include <magick/api.h>

#include <cstring>

#include "bench/magick_job.hpp"

namespace lodestone::bench {
namespace {

class GraphicsMagick : public Peer {
 public:
  std::string Name() const override { return "GraphicsMagick"; }
  std::string Version() const override {
    return MagickLibVersionText " Q" + std::to_string(QuantumDepth);
  }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    if (work.source->depth != QuantumDepth || work.operation == Operation::kSeparable)
      return nullptr;
    SetMagickResourceLimit(ThreadsResource, work.threads);
    return std::make_unique<MagickJob>(work, MagickOperation);
  }
};

// Guards against timing ourselves under GraphicsMagick's name.
bool IsReallyGraphicsMagick() {
  Dl_info info;
  return dladdr(reinterpret_cast<void*>(&ResizeImage), &info) != 0 &&
         std::strstr(info.dli_fname, "GraphicsMagick") != nullptr;
}

}  // namespace
}  // namespace lodestone::bench

BENCH_PEER_ENTRY BenchPeer() {
  if (!lodestone::bench::IsReallyGraphicsMagick()) return nullptr;
  static lodestone::bench::GraphicsMagick peer;
  InitializeMagick(nullptr);
  return &peer;
}
