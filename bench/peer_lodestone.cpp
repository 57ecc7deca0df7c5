#include "bench/peer_lodestone.hpp"

#include <stdexcept>

#include "accel/accelerate.h"
#include "bench/picture.hpp"
#include "magick/api.h"

namespace lodestone::bench {
namespace {

FilterTypes FilterOf(Operation operation) {
  switch (operation) {
    case Operation::kCatmullRom:
      return CatromFilter;
    case Operation::kMitchell:
      return MitchellFilter;
    default:
      return LanczosFilter;
  }
}

class LodestoneJob : public Job {
 public:
  explicit LodestoneJob(const Work& work) : work_(work), source_(MakeImage(*work.source)) {
    GetExceptionInfo(&exception_);
  }
  ~LodestoneJob() override {
    DestroyImage(source_);
    DestroyExceptionInfo(&exception_);
  }

  void Run() override { DestroyImage(Make()); }

  Picture Result() override {
    Image* image = Make();
    Picture picture = MakePicture(image);
    DestroyImage(image);
    return picture;
  }

 private:
  Image* Make() {
    Image* image = work_.operation == Operation::kArea
                       ? ScaleImage(source_, work_.columns, work_.rows, &exception_)
                       : ResizeImage(source_, work_.columns, work_.rows, FilterOf(work_.operation),
                                     1.0, &exception_);
    if (image == nullptr) throw std::runtime_error("Lodestone failed");
    return image;
  }

  Work work_;
  Image* source_;
  ExceptionInfo exception_;
};

class Lodestone : public Peer {
 public:
  std::string Name() const override { return "Lodestone"; }
  std::string Version() const override { return MagickLibVersionText; }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    if (work.source->depth != QuantumDepth) return nullptr;
    SetMagickResourceLimit(ThreadsResource, work.threads);
    return std::make_unique<LodestoneJob>(work);
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
