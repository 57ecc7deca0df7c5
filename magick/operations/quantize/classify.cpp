#include "magick/operations/quantize/classify.hpp"

#include <algorithm>
#include <mutex>
#include <new>

#include "base/thread_pool.hpp"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/pixel_cache.h"
#include "magick/operations/quantize/plain_colors.hpp"

namespace lodestone::quantize {
namespace {

// Up to this many colours, cubes are as small as they can be.
constexpr std::size_t kFineColors = 256;

// Sums for every cube of one level, as filled by one thread.
using Cells = std::vector<PixelSums>;

void AddRow(const PixelPacket* row, std::size_t columns, unsigned depth, ColorTree* tree) {
  ForEachRun(row, columns,
             [&](std::size_t x, std::size_t length) { tree->Add(row[x], length, depth); });
}

// A level with few cubes, so that a tree of it is never too large: threads sum up bands of rows.
bool AddBands(const Image* image, const PixelPacket* pixels, std::size_t first, ColorTree* tree,
              RowMonitor* monitor) {
  const unsigned depth = tree->depth();
  const std::size_t columns = image->columns, rows = image->rows - first;
  Cells all(std::size_t{1} << 3 * depth);
  std::mutex mutex;
  bool out_of_memory = false;
  const std::size_t grain =
      std::max(rows / (4 * accel::ThreadLimit()), accel::RowsPerTask(columns) * 8);
  accel::ParallelBands(rows, grain, [&](std::size_t begin, std::size_t end) {
    try {
      Cells part(all.size());
      for (std::size_t y = begin; y < end && monitor->keep_going(); ++y) {
        const PixelPacket* row = pixels + (first + y) * columns;
        for (std::size_t x = 0; x < columns; ++x) part[CellOf(row[x], depth)].Add(row[x], 1);
        monitor->Done();
      }
      const std::lock_guard lock(mutex);
      for (std::size_t i = 0; i < all.size(); ++i) all[i].Add(part[i]);
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(mutex);
      out_of_memory = true;
    }
  });
  if (out_of_memory) throw std::bad_alloc();
  for (unsigned i = 0; i < all.size(); ++i)
    if (all[i].count != 0) tree->AddCell(i, all[i]);
  return monitor->keep_going();
}

// Twice the coordinates of the middle of a cube, which are multiples of a half.
struct Middle {
  std::int64_t red = MaxRGB, green = MaxRGB, blue = MaxRGB;

  Middle OfChild(unsigned child, unsigned level) const {
    // A quarter of the side of a cube of the level above, doubled.
    const std::int64_t step = (std::int64_t{MaxRGB} + 1) >> level;
    return {red + (child & 4U ? step : -step), green + (child & 2U ? step : -step),
            blue + (child & 1U ? step : -step)};
  }
};

// Sums of this many quarters are exact in double, in any order.
constexpr double kExactQuarters = 9007199254740992.0;

class ErrorFinder {
 public:
  explicit ErrorFinder(const ColorTree& tree) : tree_(tree), errors_(tree.size(), 0.0) {
    Visit(ColorTree::kRoot, Middle());
  }

  // The nodes whose error as a double depends on the order of the pixels.
  bool any_inexact() const { return !inexact_.empty(); }
  void AddInOrder(const PixelPacket& color, double count);
  std::vector<double>& errors() { return errors_; }

 private:
  PixelSums Visit(std::int32_t index, const Middle& middle);

  const ColorTree& tree_;
  std::vector<double> errors_;
  std::vector<bool> inexact_;  // by node; empty: none
};

// The largest distance from the middle of a cube is half its side, which is cut at a multiple of
// MaxRGB / 255, not of a power of 2.
bool IsInexact(std::uint64_t count, unsigned level) {
  const double distance = (MaxRGBDouble + 1.0) / (1U << level) + 2.0 * (MaxRGB / 255U + 1U);
  return 3.0 * distance * distance * static_cast<double>(count) >= kExactQuarters;
}

PixelSums ErrorFinder::Visit(std::int32_t index, const Middle& middle) {
  const Node& node = tree_.node(index);
  PixelSums sums = node.own;
  for (unsigned child = 0; child < node.children.size(); ++child)
    if (node.children[child] != ColorTree::kNone)
      sums.Add(Visit(node.children[child], middle.OfChild(child, node.level + 1U)));
  if (index == ColorTree::kRoot) return sums;
  if (IsInexact(sums.count, node.level)) {
    inexact_.resize(tree_.size());
    inexact_[static_cast<std::size_t>(index)] = true;
    return sums;
  }
  // (2 p - t)^2 = 4 p^2 - 4 t p + t^2, modulo 2^64.
  const auto part = [&](std::uint64_t sum, std::int64_t twice) {
    const auto t = static_cast<std::uint64_t>(twice);
    return sums.count * t * t - 4 * t * sum;
  };
  const std::uint64_t quarters = 4 * sums.squares + part(sums.red, middle.red) +
                                 part(sums.green, middle.green) + part(sums.blue, middle.blue);
  errors_[static_cast<std::size_t>(index)] = static_cast<double>(quarters) / 4.0;
  return sums;
}

// Inexact nodes are near the root: their cubes are large. They are never pruned in classification.
void ErrorFinder::AddInOrder(const PixelPacket& color, double count) {
  std::int32_t index = ColorTree::kRoot;
  Middle middle;
  for (unsigned level = 1; level <= kMaxDepth; ++level) {
    const unsigned child = ChildOf(color, level);
    index = tree_.node(index).children[child];
    if (index == ColorTree::kNone || !inexact_[static_cast<std::size_t>(index)]) return;
    middle = middle.OfChild(child, level);
    const double red = color.red - static_cast<double>(middle.red) / 2.0,
                 green = color.green - static_cast<double>(middle.green) / 2.0,
                 blue = color.blue - static_cast<double>(middle.blue) / 2.0;
    errors_[static_cast<std::size_t>(index)] +=
        count * red * red + count * green * green + count * blue * blue;
  }
}

const PixelPacket* AllPixels(const Image* image, ExceptionInfo* exception) {
  return AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
}

}  // namespace

bool Classify(const Image* image, ColorTree* tree, ExceptionInfo* exception) {
  const PixelPacket* pixels = AllPixels(image, exception);
  if (pixels == nullptr) return false;
  RowMonitor monitor(image, "[%s] Classify colors...", exception);
  const std::size_t columns = image->columns, rows = image->rows;
  std::size_t y = 0;
  for (; y < rows && tree->colors() < kFineColors; ++y) {
    AddRow(pixels + y * columns, columns, kMaxDepth, tree);
    if (!monitor.Done()) return false;
  }
  if (y == rows) return true;
  tree->PruneToDepth();
  if (tree->depth() <= ColorTree::kTableLevel) return AddBands(image, pixels, y, tree, &monitor);
  for (; y < rows; ++y) {
    tree->PruneIfTooLarge();
    AddRow(pixels + y * columns, columns, tree->depth(), tree);
    if (!monitor.Done()) return false;
  }
  return true;
}

std::vector<double> NodeErrors(const ColorTree& tree, const std::vector<const Image*>& images,
                               ExceptionInfo* exception) {
  ErrorFinder finder(tree);
  if (!finder.any_inexact()) return std::move(finder.errors());
  for (const Image* image : images) {
    const PixelPacket* pixels = AllPixels(image, exception);
    if (pixels == nullptr) return {};
    for (std::size_t y = 0; y < image->rows; ++y, pixels += image->columns)
      ForEachRun(pixels, image->columns, [&](std::size_t x, std::size_t length) {
        finder.AddInOrder(pixels[x], static_cast<double>(length));
      });
  }
  return std::move(finder.errors());
}

}  // namespace lodestone::quantize
