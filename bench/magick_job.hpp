// Adapter for peers with GraphicsMagick's interface. Include it after the magick/api.h of the
// intended library; everything here has internal linkage, since the names that it calls mean
// another library in each.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "bench/magick_drawing.hpp"
#include "bench/magick_files.hpp"
#include "bench/magick_images.hpp"
#include "bench/magick_operations.hpp"
#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

class MagickJob : public Job {
 public:
  using Make = Image* (*)(const Work& work, const Operands& operands, ExceptionInfo* exception);

  MagickJob(const Work& work, Make make)
      : work_(work),
        make_(make),
        source_(work.grey ? MakeGreyImage(*work.source) : MakeColorImage(*work.source)),
        second_(TakesTwo(work.operation) ? MakeColorImage(*work.second) : nullptr) {
    GetExceptionInfo(&exception_);
  }
  ~MagickJob() override {
    DestroyImage(source_);
    if (second_ != nullptr) DestroyImage(second_);
    DestroyExceptionInfo(&exception_);
  }

  void Run() override { DestroyImage(Made()); }

  RawImage Result() override {
    Image* image = Made();
    RawImage raw = MakeRawImage(image);
    DestroyImage(image);
    return raw;
  }

 private:
  Image* Made() {
    Image* image = make_(work_, {source_, second_}, &exception_);
    if (image == nullptr) throw std::runtime_error("the operation failed");
    return image;
  }

  Work work_;
  Make make_;
  Image *source_, *second_;
  ExceptionInfo exception_;
};

// A library with this interface, at the quantum depth of the headers.
class MagickPeer : public Peer {
 public:
  // separable: not in the common interface; nullptr where the library has none.
  MagickPeer(const char* name, const std::string& version, MagickJob::Make separable)
      : name_(name), version_(version), separable_(separable) {}

  std::string Name() const override { return name_; }
  std::string Version() const override { return version_; }

  std::unique_ptr<Job> Prepare(const Work& work) override {
    const auto make = work.operation == Operation::kSeparable ? separable_ : MagickOperation;
    if (work.source->depth != QuantumDepth || make == nullptr) return nullptr;
    SetMagickResourceLimit(ThreadsResource, work.threads);
    if (const FileFormat* format = FormatOf(work.operation); format != nullptr)
      return PrepareFile(work, *format);
    if (IsDrawing(work.operation)) return std::make_unique<DrawJob>(work);
    return std::make_unique<MagickJob>(work, make);
  }

 private:
  const std::string name_, version_;
  const MagickJob::Make separable_;
};

}  // namespace
}  // namespace lodestone::bench
