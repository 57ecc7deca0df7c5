// SegmentImage: clusters of colours at the peaks of the histograms.
#include "magick/operations/quantize/segment.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "magick/colormap.h"
#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/monitor.h"
#include "magick/core/pixels/pixel_scan.hpp"
#include "magick/core/pixels/row_iteration.hpp"
#include "magick/quantize.h"
#include "magick/core/color/bins.hpp"
#include "magick/operations/quantize/segment_report.hpp"

namespace lodestone {
namespace {

constexpr char kText[] = "[%s] Segment...";
constexpr std::size_t kMaxClusters = 256;

struct Histograms {
  ShadeCounts red{}, green{}, blue{};

  void Add(const PixelPacket& pixel) {
    ++red[BinOf(pixel.red)];
    ++green[BinOf(pixel.green)];
    ++blue[BinOf(pixel.blue)];
  }
  void Add(const Histograms& other) {
    for (std::size_t value = 0; value < red.size(); ++value) {
      red[value] += other.red[value];
      green[value] += other.green[value];
      blue[value] += other.blue[value];
    }
  }
};

bool CountShades(const Image* image, Histograms* all, ExceptionInfo* exception) {
  std::mutex mutex;
  return ScanPixels(image, exception, [&](const PixelPacket* run, std::size_t count) {
    Histograms own;
    for (std::size_t i = 0; i < count; ++i) own.Add(run[i]);
    const std::lock_guard lock(mutex);
    all->Add(own);
  });
}

// The rows are counted and then assigned.
bool Report(const Image* image, unsigned long step, ExceptionInfo* exception) {
  return MagickMonitorFormatted(static_cast<magick_int64_t>(step), 2 * image->rows, exception,
                                kText, image->filename) != MagickFail;
}

// In the order of the pixels, which matters.
bool CountBoxes(const Image* image, BoxCounts* counts, ExceptionInfo* exception) {
  const PixelPacket* const pixels =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (!pixels) return false;
  for (unsigned long y = 0; y < image->rows; ++y) {
    counts->Add(pixels + y * image->columns, image->columns);
    if (QuantumTick(static_cast<magick_int64_t>(y), image->rows) && !Report(image, y, exception))
      return false;
  }
  return true;
}

// Assigns pixels to clusters: to the first one whose box is near, else to that of the nearest mean,
// which is the one of the highest fuzzy membership.
class Assignment {
 public:
  Assignment(const Boxes& boxes, const std::vector<Cluster>& clusters)
      : boxes_(boxes), numbers_(boxes.size(), kNone), count_(clusters.size()) {
    for (std::size_t i = 0; i < count_; ++i) {
      numbers_[clusters[i].box] = static_cast<std::uint32_t>(i);
      red_[i] = static_cast<int>(clusters[i].red + 0.5);
      green_[i] = static_cast<int>(clusters[i].green + 0.5);
      blue_[i] = static_cast<int>(clusters[i].blue + 0.5);
    }
  }

  void FillPalette(PixelPacket* colors) const {
    for (std::size_t i = 0; i < count_; ++i) {
      colors[i].red = ScaleCharToQuantum(red_[i]);
      colors[i].green = ScaleCharToQuantum(green_[i]);
      colors[i].blue = ScaleCharToQuantum(blue_[i]);
      colors[i].opacity = OpaqueOpacity;
    }
  }

  std::uint32_t NumberOf(const Shade& shade) const {
    const auto box = boxes_.Lowest(shade, kNone, [this](std::size_t b) { return numbers_[b]; });
    return box ? numbers_[*box] : Nearest(shade);
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t Nearest(const Shade& shade) const {
    std::array<int, kMaxClusters> distances;
    for (std::size_t i = 0; i < count_; ++i) {
      const int red = red_[i] - shade.red, green = green_[i] - shade.green;
      const int blue = blue_[i] - shade.blue;
      distances[i] = red * red + green * green + blue * blue;
    }
    return static_cast<std::uint32_t>(
        std::min_element(distances.begin(), distances.begin() + count_) - distances.begin());
  }

  const Boxes& boxes_;
  std::vector<std::uint32_t> numbers_;  // of the cluster of each box
  std::size_t count_;
  std::array<int, kMaxClusters> red_{}, green_{}, blue_{};
};

bool Assign(Image* image, const Assignment& assignment, std::size_t colors) {
  ExceptionInfo* const exception = &image->exception;
  if (AllocateImageColormap(image, colors) == MagickFail) return false;
  assignment.FillPalette(image->colormap);
  image->matte = MagickFalse;
  PixelPacket* const pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  IndexPacket* const indexes = pixels ? AccessMutableIndexes(image) : nullptr;
  if (!indexes) return false;
  const auto assign_row = [=, &assignment](std::size_t y, ExceptionInfo*) {
    const std::size_t first = y * image->columns;
    for (std::size_t i = first; i < first + image->columns; ++i) {
      indexes[i] = static_cast<IndexPacket>(assignment.NumberOf(ShadeOf(pixels[i])));
      pixels[i] = image->colormap[indexes[i]];
    }
    return true;
  };
  const bool done = ForEachRow(
      {image->columns, image->rows, 0}, exception, [&] { return assign_row; },
      [=](unsigned long step, ExceptionInfo* own) {
        return Report(image, image->rows + step, own);
      });
  return SyncImagePixelsEx(image, exception) != MagickFail && done;
}

bool Segment(Image* image, unsigned int verbose, double percentage, double smoothing) {
  ExceptionInfo* const exception = &image->exception;
  Histograms histograms;
  if (!CountShades(image, &histograms, exception)) return false;
  if (verbose > 1) {
    PrintCounts("Red", histograms.red);
    PrintCounts("Green", histograms.green);
    PrintCounts("Blue", histograms.blue);
  }
  const Boxes boxes =
      Boxes::Of(PeaksOf(histograms.red, smoothing), PeaksOf(histograms.green, smoothing),
                PeaksOf(histograms.blue, smoothing));
  BoxCounts counts(boxes);
  if (!CountBoxes(image, &counts, exception)) return false;
  const auto total = static_cast<double>(counts.total());
  const std::vector<Cluster> clusters = counts.Clusters(percentage * 0.01 * total);
  if (verbose > 0 && !clusters.empty()) PrintClusters(boxes, clusters, percentage, total);
  if (clusters.empty() || clusters.size() > kMaxClusters) {
    Throw(exception, ImageError, "unable to segment image", "too many cluster");
    return false;
  }
  return Assign(image, Assignment(boxes, clusters), clusters.size());
}

MagickPassFail SegmentIn(Image* image, ColorspaceType colorspace, unsigned int verbose,
                         double percentage, double smoothing) {
  if (TransformColorspace(image, colorspace) == MagickFail) return MagickFail;
  const bool done = Segment(image, verbose, percentage, smoothing);
  return TransformColorspace(image, RGBColorspace) != MagickFail && done ? MagickPass : MagickFail;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail SegmentImage(Image* image, const ColorspaceType colorspace,
                            const unsigned int verbose, const double cluster_threshold,
                            const double smoothing_threshold) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    return SegmentIn(image, colorspace, verbose, cluster_threshold, smoothing_threshold);
  });
}
