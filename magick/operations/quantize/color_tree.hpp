// The octree of colour reduction: cubes of RGB space, each with the pixels that no smaller one
// holds.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "magick/image_types.h"
#include "magick/core/color/bins.hpp"

namespace lodestone::quantize {

inline constexpr unsigned kMaxDepth = 8;

// Sums over pixels. Integers, so that the order of additions does not matter; those of squares are
// modulo 2^64, which the differences taken of them are well below.
struct PixelSums {
  std::uint64_t count = 0, red = 0, green = 0, blue = 0, squares = 0;

  void Add(const PixelPacket& pixel, std::uint64_t times) {
    const std::uint64_t r = pixel.red, g = pixel.green, b = pixel.blue;
    count += times;
    red += times * r;
    green += times * g;
    blue += times * b;
    squares += times * (r * r + g * g + b * b);
  }
  void Add(const PixelSums& other) {
    count += other.count;
    red += other.red;
    green += other.green;
    blue += other.blue;
    squares += other.squares;
  }
};

// The eighth of a cube of `level` - 1 that holds the colour: a number of three bits.
inline unsigned ChildOf(const PixelPacket& color, unsigned level) {
  const unsigned bit = kMaxDepth - level;
  return (BinOf(color.red) >> bit & 1U) << 2 | (BinOf(color.green) >> bit & 1U) << 1 |
         (BinOf(color.blue) >> bit & 1U);
}

// The number of the cube of `level` that holds the colour, below 8 to the power of `level`.
inline unsigned CellOf(const PixelPacket& color, unsigned level) {
  const unsigned shift = kMaxDepth - level;
  return (BinOf(color.red) >> shift) << 2 * level | (BinOf(color.green) >> shift) << level |
         (BinOf(color.blue) >> shift);
}

struct Node {
  std::array<std::int32_t, 8> children;  // kNone: none
  std::int32_t parent;                   // the root's is itself
  std::uint8_t id, level;                // id: as child
  PixelSums own;                         // of pixels that are in no child
};

class ColorTree {
 public:
  static constexpr std::int32_t kNone = -1, kRoot = 0;
  // A tree with more nodes is pruned.
  static constexpr std::size_t kMaxNodes = 266817;
  // Cubes up to this level are found in one step.
  static constexpr unsigned kTableLevel = 5;

  // `depth`: levels below the root, put into the range from 2 to kMaxDepth.
  explicit ColorTree(unsigned depth);

  const Node& node(std::int32_t index) const { return nodes_[static_cast<std::size_t>(index)]; }
  std::size_t size() const { return nodes_.size(); }  // pruned nodes included

  unsigned depth() const { return depth_; }
  // How often a cube of the full depth was added: at least the number of colours.
  std::size_t colors() const { return colors_; }

  // Adds pixels of one colour to the cube of level `depth` that holds it.
  void Add(const PixelPacket& color, std::uint64_t times, unsigned depth);
  // Adds the pixels of a cube of the tree's depth.
  void AddCell(unsigned cell, const PixelSums& pixels);

  // Merges cubes that are smaller than the tree's depth allows into the next larger ones.
  void PruneToDepth();
  // The same one level above, if there are too many nodes; the depth is then less by one.
  void PruneIfTooLarge();
  // Removes a node and its descendants; its parent gets their pixels.
  void Prune(std::int32_t index);

 private:
  Node& at(std::int32_t index) { return nodes_[static_cast<std::size_t>(index)]; }
  void SetTable(unsigned depth);
  std::int32_t Descend(std::int32_t from, unsigned child, unsigned depth);
  std::int32_t& TableEntry(const PixelPacket& color, unsigned depth);
  void PruneFrom(std::int32_t index, unsigned level);

  std::vector<Node> nodes_;
  std::vector<std::int32_t> table_;  // nodes of table_level_ by cell; kNone: not looked for yet
  unsigned table_level_ = 0;
  unsigned table_depth_ = 0;  // that the table is for
  unsigned depth_;
  std::size_t live_ = 1;
  std::size_t colors_ = 0;
};

}  // namespace lodestone::quantize
