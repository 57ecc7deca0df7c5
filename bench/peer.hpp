// The benchmark's interface to every library that it compares. Each library but our own is wrapped
// in a module of its own (peer_*.cpp, opened with RTLD_LOCAL), since some of them define the same
// names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lodestone::bench {

constexpr std::size_t kChannels = 4;

// Samples in the order blue, green, red, alpha (not premultiplied), 8 or 16 bits each, rows without
// padding.
struct RawImage {
  unsigned columns = 0, rows = 0;
  unsigned depth = 8;  // bits of a sample
  bool alpha = false;  // false: alpha is its maximum everywhere
  std::vector<unsigned char> bytes;

  RawImage() = default;
  RawImage(unsigned columns, unsigned rows, unsigned depth, bool alpha)
      : columns(columns), rows(rows), depth(depth), alpha(alpha), bytes(ByteCount()) {}

  std::size_t SampleCount() const { return std::size_t{columns} * rows * kChannels; }
  std::size_t ByteCount() const { return SampleCount() * (depth / 8); }
  std::size_t RowBytes() const { return std::size_t{columns} * kChannels * (depth / 8); }
  unsigned Maximum() const { return (1U << depth) - 1; }

  template <typename Sample>
  Sample* As() {
    return reinterpret_cast<Sample*>(bytes.data());
  }
  template <typename Sample>
  const Sample* As() const {
    return reinterpret_cast<const Sample*>(bytes.data());
  }
  unsigned Sample(std::size_t index) const {
    return depth == 8 ? bytes[index] : As<std::uint16_t>()[index];
  }
  void SetSample(std::size_t index, unsigned value) {
    if (depth == 8) {
      bytes[index] = static_cast<unsigned char>(value);
    } else {
      As<std::uint16_t>()[index] = static_cast<std::uint16_t>(value);
    }
  }
};

enum class Operation {
  kLanczos,     // three lobes, widened to antialias reductions
  kCatmullRom,  // cubic B = 0, C = 1/2
  kMitchell,    // cubic B = C = 1/3
  kArea,        // every sample weighted by the area that it covers
  // The rest keep the size.
  kBlur,          // Gaussian along columns and rows: `radius`, `sigma`
  kGaussianBlur,  // the same, computed as a two-dimensional kernel
  kUnsharp,       // difference from that blur, kUnsharpAmount of it beyond kUnsharpThreshold
  kSharpen,       // the centre part of a two-dimensional Gaussian kernel
  kConvolve,      // kMatrix
  kSeparable,     // kTaps along columns and rows, borders mirrored about the edge pixels
  kMotionBlur,    // at kMotionAngle
  kMedian,        // of 2 radius + 1 by as many
  kDespeckle,
  kEdge,
  kEmboss,
  kNegate,
  kGamma,        // kGammaLevel
  kColorMatrix,  // kColorMatrixRows
  kModulate,     // kModulatePercent
  kLevel,        // kLevels
  kNormalize,
  kFlip,
  kRotate,  // by 90 degrees: columns and rows change places
  kOver,    // `second` composed on the source
  kEdit,    // six operations in a row, see Edit in magick_job.hpp
  // Only of libraries with GraphicsMagick's interface.
  kSample,     // nearest pixels
  kThumbnail,  // GraphicsMagick's: by area or by filter, as the reduction asks
  kCrop,       // the middle
  kFlop,
  kContrast,
  kEqualize,
  kThreshold,    // kThresholdShare
  kGrey,         // TransformColorspace
  kQuantize,     // to kPaletteColors, without dithering
  kFlatten,      // `second` over the source
  kConstitute,   // from samples of eight bits, red, green, blue
  kDispatch,     // to such samples, and back
  kDrawPolygon,  // filled, with kStarCorners corners
  kDrawStroke,   // the outline of the same
  kDrawText,     // up to kTextLines lines
  kEncodeJpeg,   // to memory, quality 85
  kDecodeJpeg,
  kEncodePng,  // zlib's level 1
  kDecodePng,
};

constexpr double kThresholdShare = 0.5;  // of the largest sample
constexpr unsigned kPaletteColors = 64;
constexpr unsigned kStarCorners = 1000;
constexpr double kTextLines = 40;
constexpr double kSmallestTextLine = 15;  // rows; smaller images have fewer lines
constexpr char kTextLine[] = "The same pixels on every device: 0123456789";
constexpr char kTextFont[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr unsigned long kJpegQuality = 85, kPngQuality = 10;

constexpr double kUnsharpAmount = 1.5, kUnsharpThreshold = 0;
constexpr double kMotionAngle = 30;
constexpr char kGammaLevel[] = "2.2";
constexpr double kColorMatrixRows[9] = {0.8, 0.15, 0.05, 0.1, 0.7, 0.2, 0.05, 0.25, 0.7};
constexpr char kModulatePercent[] = "105,110";
constexpr char kLevels[] = "5%,1,95%";  // black, gamma, white
constexpr double kLevelBlack = 0.05, kLevelRange = 0.9;
constexpr double kEditThreshold = 0.05;
constexpr unsigned kEditColumns = 800, kEditRows = 600;  // at most
constexpr unsigned kEditCropOffset = 10;
constexpr unsigned EditHalf(unsigned size) {
  return (size + 1) / 2;
}
constexpr unsigned kMatrixOrder = 5;
constexpr double kMatrix[kMatrixOrder * kMatrixOrder] = {1, 2, 3, 2, 1, 2, 4, 6, 4, 2, 3, 6, 9,
                                                         6, 3, 2, 4, 6, 4, 2, 1, 2, 3, 2, 1};
constexpr double kMatrixSum = 81;
constexpr unsigned kTapCount = 11;
constexpr double kTaps[kTapCount] = {1, 4, 8, 16, 32, 134, 32, 16, 8, 4, 1};
constexpr double kTapSum = 256;

struct Work {
  const RawImage* source;  // outlives the job
  Operation operation;
  unsigned columns, rows;  // of the result
  unsigned threads;
  double radius = 0, sigma = 0;      // of neighbourhood operations
  bool grey = false;                 // one channel, the first of the source's
  const RawImage* second = nullptr;  // of the source's size, with alpha
};

// One row of the table set up for one library: its copy of the source and, where the library
// accepts one, a reusable destination.
class Job {
 public:
  virtual ~Job() = default;
  virtual void Run() = 0;         // the timed part
  virtual RawImage Result() = 0;  // of the last Run
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string Name() const = 0;
  virtual std::string Version() const = 0;
  // nullptr: the library has no such operation. The thread setting may be global to the library, so
  // the concurrent jobs of one peer must use the same number.
  virtual std::unique_ptr<Job> Prepare(const Work& work) = 0;
};

// The one symbol of a module: its peer, valid for the life of the process. NULL: cannot be used.
using PeerEntry = Peer* (*)();
#define BENCH_PEER_ENTRY extern "C" __attribute__((visibility("default"))) lodestone::bench::Peer*

}  // namespace lodestone::bench
