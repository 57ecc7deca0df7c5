// GraphicsMagick walks the whole tree again and again. A walk removes the nodes with errors up to a
// threshold, counts the colours of the others, and finds the smallest error among them, which is
// the next threshold. Here the nodes are sorted by error once, and a walk costs as much as it
// removes.
//
// Since a walk visits children first, it also counts the colour and the error of a node that it
// removes afterwards together with an ancestor. This is why a threshold may be an error of no node
// that is left, and why the count may be too large for one walk.
#include "magick/operations/quantize/reduce.hpp"

#include <algorithm>

#include "magick/core/progress/progress.hpp"
#include "magick/monitor.h"

namespace lodestone::quantize {
namespace {

class Reducer {
 public:
  Reducer(ColorTree* tree, const std::vector<double>& errors);

  // Removes what the threshold allows; returns how many colours GraphicsMagick would count.
  std::size_t Walk(double threshold);
  // Finds the threshold of the next walk. False if only the root is left.
  bool NextThreshold(double* threshold);

 private:
  static constexpr unsigned kAlive = 0;

  void List(std::int32_t index);
  void Remove(std::int32_t index);
  double error(std::int32_t index) const { return errors_[static_cast<std::size_t>(index)]; }
  unsigned& death(std::int32_t index) { return deaths_[static_cast<std::size_t>(index)]; }

  ColorTree* const tree_;
  const std::vector<double>& errors_;
  std::vector<std::int32_t> order_;  // by error, then deeper nodes first
  std::vector<unsigned> deaths_;     // the walk that removed each node
  std::size_t next_ = 0;             // in order_: the first above the last threshold
  unsigned walk_ = 0;
  std::size_t colors_ = 0;       // of the nodes that are left
  std::size_t overcounted_ = 0;  // by the current walk
};

Reducer::Reducer(ColorTree* tree, const std::vector<double>& errors)
    : tree_(tree), errors_(errors), deaths_(tree->size(), kAlive) {
  List(ColorTree::kRoot);
  std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
    if (error(a) != error(b)) return error(a) < error(b);
    return tree_->node(a).level > tree_->node(b).level;
  });
}

void Reducer::List(std::int32_t index) {
  if (index != ColorTree::kRoot) order_.push_back(index);
  if (tree_->node(index).own.count != 0) ++colors_;
  for (const std::int32_t child : tree_->node(index).children)
    if (child != ColorTree::kNone) List(child);
}

void Reducer::Remove(std::int32_t index) {
  for (const std::int32_t child : tree_->node(index).children) {
    if (child == ColorTree::kNone) continue;
    Remove(child);
    if (tree_->node(child).own.count != 0) ++overcounted_;
  }
  if (tree_->node(index).own.count != 0) --colors_;
  death(index) = walk_;
}

std::size_t Reducer::Walk(double threshold) {
  ++walk_;
  overcounted_ = 0;
  for (; next_ < order_.size() && error(order_[next_]) <= threshold; ++next_) {
    const std::int32_t index = order_[next_];
    if (death(index) != kAlive) continue;
    const std::int32_t parent = tree_->node(index).parent;
    const bool had_color = tree_->node(parent).own.count != 0;
    Remove(index);
    tree_->Prune(index);
    if (!had_color) ++colors_;
  }
  return colors_ + overcounted_;
}

bool Reducer::NextThreshold(double* threshold) {
  while (next_ < order_.size() && death(order_[next_]) != kAlive && death(order_[next_]) != walk_)
    ++next_;
  if (next_ == order_.size()) return false;
  *threshold = error(order_[next_]);
  return true;
}

}  // namespace

bool Reduce(ColorTree* tree, const std::vector<double>& errors, std::size_t colors,
            const Image* image, ExceptionInfo* exception) {
  const std::size_t before = tree->colors();
  if (before <= colors) return true;
  Reducer reducer(tree, errors);
  const std::size_t span = before - colors + 1;
  double threshold = 0;
  for (std::size_t left = reducer.Walk(threshold);
       left > colors && reducer.NextThreshold(&threshold); left = reducer.Walk(threshold)) {
    const std::size_t done = before - std::min(left, before);
    if (QuantumTick(static_cast<magick_int64_t>(done), span) &&
        MagickMonitorFormatted(static_cast<magick_int64_t>(done), span, exception,
                               "[%s] Reduce colors: %lu...", image->filename,
                               static_cast<unsigned long>(colors)) == MagickFail)
      return false;
  }
  return true;
}

}  // namespace lodestone::quantize
