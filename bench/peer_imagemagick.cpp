// ImageMagick 6, the version that Debian has, at 16 bits. Its functions have the names and mostly
// the parameters of GraphicsMagick's; the few that differ are brought into line here.
#define MAGICKCORE_EXCLUDE_DEPRECATED
#include <magick/MagickCore.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "bench/peer.hpp"

// What bench/magick_job.hpp calls by GraphicsMagick's names.
#define MagickFail MagickFalse
#define MaxRGB QuantumRange
#define QuantumDepth MAGICKCORE_QUANTUM_DEPTH
#define ThreadsResource ThreadResource
#define MagickFree(memory) (void)RelinquishMagickMemory(memory)

// One of the deprecated functions; the rest of their header has names that are defined here.
extern "C" void GetExceptionInfo(ExceptionInfo* exception);

namespace {

Image* AllocateImage(const ImageInfo* info) {
  return AcquireImage(info);
}

PixelPacket* SetImagePixels(Image* image, long x, long y, unsigned long columns,
                            unsigned long rows) {
  ExceptionInfo* const exception = &image->exception;
  return QueueAuthenticPixels(image, x, y, columns, rows, exception);
}

void SyncImagePixels(Image* image) {
  SyncAuthenticPixels(image, &image->exception);
}

const PixelPacket* AcquireImagePixels(const Image* image, long x, long y, unsigned long columns,
                                      unsigned long rows, ExceptionInfo* exception) {
  return GetVirtualPixels(image, x, y, columns, rows, exception);
}

Image* MedianFilterImage(const Image* image, double radius, ExceptionInfo* exception) {
  const auto side = static_cast<std::size_t>(2 * radius + 1);
  return StatisticImage(image, MedianStatistic, side, side, exception);
}

// In place, as GraphicsMagick's; the library's own makes a new image.
MagickBooleanType ColorMatrixImage(Image*& image, unsigned order, const double* matrix) {
  std::string text = std::to_string(order) + "x" + std::to_string(order) + ":";
  for (unsigned i = 0; i < order * order; ++i) text += " " + std::to_string(matrix[i]);
  KernelInfo* const kernel = AcquireKernelInfo(text.c_str());
  Image* const made = ::ColorMatrixImage(image, kernel, &image->exception);
  DestroyKernelInfo(kernel);
  if (made == nullptr) return MagickFalse;
  DestroyImage(image);
  image = made;
  return MagickTrue;
}

// The library's own leaves the matrix as it is.
Image* ConvolveImage(const Image* image, unsigned order, const double* matrix,
                     ExceptionInfo* exception) {
  const std::size_t count = std::size_t{order} * order;
  std::vector<double> weights(matrix, matrix + count);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return ::ConvolveImage(image, std::size_t{order}, weights.data(), exception);
}

// The order of numbers in the text of the library's own is another.
#define LevelImage LevelImageAs
MagickBooleanType LevelImageAs(Image* image, const char* /*levels*/) {
  using lodestone::bench::kLevelBlack, lodestone::bench::kLevelRange;
  return LevelImageChannel(image, DefaultChannels, kLevelBlack * QuantumRange,
                           (kLevelBlack + kLevelRange) * QuantumRange, 1);
}

// Names that its header leaves out with others that are out of date.
MagickBooleanType ThresholdImage(Image* image, double threshold) {
  return BilevelImage(image, threshold);
}

Image* FlattenImages(Image* images, ExceptionInfo* exception) {
  return MergeImageLayers(images, FlattenLayer, exception);
}

MagickBooleanType DispatchImage(const Image* image, long x, long y, unsigned long columns,
                                unsigned long rows, const char* map, StorageType type,
                                void* samples, ExceptionInfo* exception) {
  return ExportImagePixels(image, x, y, columns, rows, map, type, samples, exception);
}

// GraphicsMagick's grey is the luma of Rec. 601.
MagickBooleanType TransformColorspace(Image* image, ColorspaceType colorspace) {
  return TransformImageColorspace(image,
                                  colorspace == GRAYColorspace ? Rec601LumaColorspace : colorspace);
}

}  // namespace

#include "bench/magick_job.hpp"

namespace lodestone::bench {
namespace {

class ImageMagickPeer : public MagickPeer {
 public:
  using MagickPeer::MagickPeer;
  // Those that it defines otherwise are left out.
  std::unique_ptr<Job> Prepare(const Work& work) override {
    using enum Operation;
    const Operation operation = work.operation;
    constexpr Operation others[] = {kEmboss,     kMotionBlur, kNormalize, kThumbnail,
                                    kContrast,   kEqualize,   kThreshold, kQuantize,
                                    kConstitute, kEncodeJpeg, kDecodeJpeg};
    const bool other = std::ranges::find(others, operation) != std::end(others);
    return other ? nullptr : MagickPeer::Prepare(work);
  }
};

}  // namespace
}  // namespace lodestone::bench

BENCH_PEER_ENTRY BenchPeer() {
  static lodestone::bench::ImageMagickPeer peer("ImageMagick 6", MagickLibVersionText " Q16",
                                                nullptr);
  MagickCoreGenesis(nullptr, MagickFalse);
  return &peer;
}
