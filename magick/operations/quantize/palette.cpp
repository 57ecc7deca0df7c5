#include "magick/operations/quantize/palette.hpp"

namespace lodestone::quantize {
namespace {

std::uint64_t SquareOfDifference(Quantum a, Quantum b) {
  const std::int64_t difference = std::int64_t{a} - b;
  return static_cast<std::uint64_t>(difference * difference);
}

std::uint64_t Distance(const PixelPacket& a, const PixelPacket& b) {
  return SquareOfDifference(a.red, b.red) + SquareOfDifference(a.green, b.green) +
         SquareOfDifference(a.blue, b.blue);
}

Quantum Mean(std::uint64_t sum, std::uint64_t count) {
  return static_cast<Quantum>(static_cast<double>(sum) / static_cast<double>(count) + 0.5);
}

PixelPacket MeanColor(const PixelSums& pixels) {
  PixelPacket color;
  color.red = Mean(pixels.red, pixels.count);
  color.green = Mean(pixels.green, pixels.count);
  color.blue = Mean(pixels.blue, pixels.count);
  color.opacity = OpaqueOpacity;
  return color;
}

}  // namespace

Palette::Palette(const ColorTree& tree) : tree_(tree), ranges_(tree.size()) {
  List(ColorTree::kRoot);
}

void Palette::List(std::int32_t index) {
  const Node& node = tree_.node(index);
  Range& range = ranges_[static_cast<std::size_t>(index)];
  range.first = static_cast<std::uint32_t>(colors_.size());
  for (const std::int32_t child : node.children)
    if (child != ColorTree::kNone) List(child);
  if (node.own.count != 0) colors_.push_back(MeanColor(node.own));
  range.end = static_cast<std::uint32_t>(colors_.size());
}

unsigned Palette::Find(const PixelPacket& color) const {
  std::int32_t index = ColorTree::kRoot;
  for (unsigned level = 1; level < kMaxDepth; ++level) {
    const std::int32_t child = tree_.node(index).children[ChildOf(color, level)];
    if (child == ColorTree::kNone) break;
    index = child;
  }
  const Range& range = ranges_[static_cast<std::size_t>(tree_.node(index).parent)];
  std::uint64_t least = UINT64_MAX;
  std::uint32_t found = range.first;
  for (std::uint32_t i = range.first; i < range.end; ++i) {
    const std::uint64_t distance = Distance(colors_[i], color);
    if (distance >= least) continue;
    least = distance;
    found = i;
  }
  return found;
}

unsigned PaletteSearch::Find(const PixelPacket& color) {
  const std::uint64_t key =
      std::uint64_t{color.red} << 32 | std::uint64_t{color.green} << 16 | std::uint64_t{color.blue};
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15;
  Entry& entry = entries_[key * kMix >> (64 - kBits)];
  if (entry.color != key) entry = {key, palette_.Find(color)};
  return entry.index;
}

unsigned CoarseSearch::Find(const PixelPacket& color) {
  constexpr unsigned kShift = QuantumDepth - kBits;
  if (indexes_.empty()) indexes_.assign(std::size_t{1} << 3 * kBits, kUnknown);
  const std::size_t cell = static_cast<std::size_t>(color.blue >> kShift) << 2 * kBits |
                           static_cast<std::size_t>(color.green >> kShift) << kBits |
                           static_cast<std::size_t>(color.red >> kShift);
  if (indexes_[cell] == kUnknown) indexes_[cell] = palette_.Find(color);
  return indexes_[cell];
}

}  // namespace lodestone::quantize
