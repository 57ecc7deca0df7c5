// The mean of images.
#include "magick/average.h"

#include <utility>
#include <vector>

#include "kernels/average/average_cpu.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/monitor.h"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/core/pixels/row_iteration.hpp"
#include "magick/operations/sequence/frames.hpp"

namespace lodestone {
namespace {

constexpr char kUnable[] = "unable to average image sequence";

// Samples of several images and of their mean: rows of `width` samples without gaps.
struct Plane {
  std::vector<const Quantum*> from;
  Quantum* to;
  std::size_t width;
};

class Averager {
 public:
  Averager(const std::vector<const Image*>& frames, ExceptionInfo* exception)
      : frames_(frames), first_(frames[0]), exception_(exception) {}

  Image* Run() {
    ImageHolder mean(CloneImage(first_, first_->columns, first_->rows, MagickTrue, exception_));
    if (!mean.get()) return nullptr;
    mean.get()->storage_class = DirectClass;
    if (!OpenGrey(mean.get()) && !OpenPackets(mean.get())) return nullptr;
    return Average() ? mean.release() : nullptr;
  }

 private:
  // Where all images have one sample a pixel, the mean has too.
  bool OpenGrey(Image* mean) {
    std::vector<GreySamples> grey;
    std::vector<const Quantum*> from;
    for (const Image* frame : frames_) {
      grey.push_back(GreySamples::Of(frame, exception_));
      if (!grey.back()) return false;
      from.push_back(grey.back().Row(0));
    }
    Quantum* const to = NewGreySamples(mean, 0, exception_);
    if (!to) return false;
    mean->is_grayscale = MagickTrue;
    grey_ = std::move(grey);
    planes_.push_back({std::move(from), to, first_->columns});
    return true;
  }

  bool OpenPackets(Image* mean) {
    std::vector<const Quantum*> from, alphas;
    for (const Image* frame : frames_) {
      const PixelPacket* const pixels =
          AcquireImagePixels(frame, 0, 0, frame->columns, frame->rows, exception_);
      if (!pixels) return false;
      from.push_back(reinterpret_cast<const Quantum*>(pixels));
      if (frame->colorspace == CMYKColorspace) alphas.push_back(AccessImmutableIndexes(frame));
    }
    PixelPacket* const to = SetImagePixelsEx(mean, 0, 0, mean->columns, mean->rows, exception_);
    if (!to) return false;
    planes_.push_back(
        {std::move(from), reinterpret_cast<Quantum*>(to), first_->columns * kernels::kChannels});
    if (alphas.size() == frames_.size())
      planes_.push_back({std::move(alphas), AccessMutableIndexes(mean), first_->columns});
    return true;
  }

  bool Average() const {
    const auto make_band = [this] {
      return [this, rows = std::vector<const Quantum*>(frames_.size())](std::size_t row,
                                                                        ExceptionInfo*) mutable {
        for (const Plane& plane : planes_) {
          for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = plane.from[i] + row * plane.width;
          kernels::AverageRows(rows, plane.width, plane.to + row * plane.width);
        }
        return true;
      };
    };
    const auto report = [this](unsigned long row, ExceptionInfo* own) {
      return MagickMonitorFormatted(static_cast<magick_int64_t>(row), first_->rows, own,
                                    "[%s,...,%s] Average image sequence...", first_->filename,
                                    frames_.back()->filename) != MagickFail;
    };
    return ForEachRow({first_->columns * frames_.size(), first_->rows, 0}, exception_, make_band,
                      report);
  }

  const std::vector<const Image*>& frames_;
  const Image* const first_;
  ExceptionInfo* const exception_;
  std::vector<GreySamples> grey_;
  std::vector<Plane> planes_;
};

Image* Average(const Image* image, ExceptionInfo* exception) {
  if (!CheckSequence(image, "unable to average image", exception)) return nullptr;
  const std::vector<const Image*> frames = FramesFrom(image);
  if (!HaveOneSize(frames)) {
    Throw(exception, OptionError, kUnable, "image widths or heights differ");
    return nullptr;
  }
  if (frames.size() > kernels::kMostAveraged) {
    Throw(exception, ResourceLimitError, kUnable, "more than 32768 images");
    return nullptr;
  }
  return Averager(frames, exception).Run();
}

}  // namespace
}  // namespace lodestone

Image* AverageImages(const Image* image, ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr, [=] { return lodestone::Average(image, exception); });
}
