// GraphicsMagick, at the quantum depth that the system's library has. Built with GraphicsMagick's
// own headers in front of ours, which have the same names.
#include <dlfcn.h>
#include <magick/api.h>

#include <cstring>
#include <stdexcept>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

Image* MakeImage(const Picture& picture) {
  Image* image = AllocateImage(nullptr);
  image->columns = picture.columns;
  image->rows = picture.rows;
  image->matte = picture.alpha ? MagickTrue : MagickFalse;
  PixelPacket* pixels = SetImagePixels(image, 0, 0, image->columns, image->rows);
  if (pixels == nullptr) throw std::runtime_error("GraphicsMagick: no memory");
  for (std::size_t i = 0; i < picture.SampleCount(); i += kChannels, ++pixels) {
    pixels->blue = static_cast<Quantum>(picture.Sample(i));
    pixels->green = static_cast<Quantum>(picture.Sample(i + 1));
    pixels->red = static_cast<Quantum>(picture.Sample(i + 2));
    pixels->opacity = static_cast<Quantum>(MaxRGB - picture.Sample(i + 3));
  }
  SyncImagePixels(image);
  return image;
}

Picture MakePicture(const Image* image, ExceptionInfo* exception) {
  Picture picture(static_cast<unsigned>(image->columns), static_cast<unsigned>(image->rows),
                  QuantumDepth, image->matte != MagickFalse);
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  for (std::size_t i = 0; i < picture.SampleCount(); i += kChannels, ++pixels) {
    picture.SetSample(i, pixels->blue);
    picture.SetSample(i + 1, pixels->green);
    picture.SetSample(i + 2, pixels->red);
    picture.SetSample(i + 3, image->matte ? MaxRGB - pixels->opacity : MaxRGB);
  }
  return picture;
}

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

class GmJob : public Job {
 public:
  explicit GmJob(const Work& work) : work_(work), source_(MakeImage(*work.source)) {
    GetExceptionInfo(&exception_);
  }
  ~GmJob() override {
    DestroyImage(source_);
    DestroyExceptionInfo(&exception_);
  }

  void Run() override { DestroyImage(Make()); }

  Picture Result() override {
    Image* image = Make();
    Picture picture = MakePicture(image, &exception_);
    DestroyImage(image);
    return picture;
  }

 private:
  Image* Make() {
    Image* image = work_.operation == Operation::kArea
                       ? ScaleImage(source_, work_.columns, work_.rows, &exception_)
                       : ResizeImage(source_, work_.columns, work_.rows, FilterOf(work_.operation),
                                     1.0, &exception_);
    if (image == nullptr) throw std::runtime_error("GraphicsMagick failed");
    return image;
  }

  Work work_;
  Image* source_;
  ExceptionInfo exception_;
};

class GraphicsMagick : public Peer {
 public:
  std::string Name() const override { return "GraphicsMagick"; }
  std::string Version() const override {
    return MagickLibVersionText " Q" + std::to_string(QuantumDepth);
  }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    if (work.source->depth != QuantumDepth) return nullptr;
    SetMagickResourceLimit(ThreadsResource, work.threads);
    return std::make_unique<GmJob>(work);
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
