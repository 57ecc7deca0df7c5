#include "magick/operations/quantize/color_tree.hpp"

#include <algorithm>

namespace lodestone::quantize {
namespace {

Node NewNode(std::int32_t parent, unsigned id, unsigned level) {
  Node node{};
  node.children.fill(ColorTree::kNone);
  node.parent = parent;
  node.id = static_cast<std::uint8_t>(id);
  node.level = static_cast<std::uint8_t>(level);
  return node;
}

}  // namespace

ColorTree::ColorTree(unsigned depth) : depth_(std::clamp(depth, 2U, kMaxDepth)) {
  nodes_.push_back(NewNode(kRoot, 0, 0));
}

// The child, made if there is none.
std::int32_t ColorTree::Descend(std::int32_t from, unsigned child, unsigned depth) {
  const std::int32_t found = at(from).children[child];
  if (found != kNone) return found;
  const unsigned level = at(from).level + 1U;
  const auto made = static_cast<std::int32_t>(nodes_.size());
  nodes_.push_back(NewNode(from, child, level));
  at(from).children[child] = made;
  ++live_;
  if (level == depth) ++colors_;
  return made;
}

void ColorTree::SetTable(unsigned depth) {
  table_depth_ = depth;
  table_level_ = std::min(depth, kTableLevel);
  table_.assign(std::size_t{1} << 3 * table_level_, kNone);
}

std::int32_t& ColorTree::TableEntry(const PixelPacket& color, unsigned depth) {
  if (table_depth_ != depth) SetTable(depth);
  std::int32_t& entry = table_[CellOf(color, table_level_)];
  if (entry != kNone) return entry;
  std::int32_t node = kRoot;
  for (unsigned level = 1; level <= table_level_; ++level)
    node = Descend(node, ChildOf(color, level), depth);
  return entry = node;
}

void ColorTree::Add(const PixelPacket& color, std::uint64_t times, unsigned depth) {
  std::int32_t node = TableEntry(color, depth);
  for (unsigned level = table_level_ + 1; level <= depth; ++level)
    node = Descend(node, ChildOf(color, level), depth);
  at(node).own.Add(color, times);
}

void ColorTree::AddCell(unsigned cell, const PixelSums& pixels) {
  std::int32_t node = kRoot;
  for (unsigned level = 1; level <= depth_; ++level) {
    const unsigned bit = depth_ - level;
    const unsigned child = (cell >> (2 * depth_ + bit) & 1U) << 2 |
                           (cell >> (depth_ + bit) & 1U) << 1 | (cell >> bit & 1U);
    node = Descend(node, child, depth_);
  }
  at(node).own.Add(pixels);
}

void ColorTree::Prune(std::int32_t index) {
  for (const std::int32_t child : node(index).children)
    if (child != kNone) Prune(child);
  Node& parent = at(node(index).parent);
  parent.own.Add(node(index).own);
  parent.children[node(index).id] = kNone;
  --live_;
}

void ColorTree::PruneFrom(std::int32_t index, unsigned level) {
  if (node(index).level >= level) {
    Prune(index);
    return;
  }
  for (const std::int32_t child : node(index).children)
    if (child != kNone) PruneFrom(child, level);
}

void ColorTree::PruneToDepth() {
  PruneFrom(kRoot, depth_ + 1);
  table_depth_ = 0;
}

void ColorTree::PruneIfTooLarge() {
  if (live_ <= kMaxNodes) return;
  PruneFrom(kRoot, depth_);
  --depth_;
  table_depth_ = 0;
}

}  // namespace lodestone::quantize
