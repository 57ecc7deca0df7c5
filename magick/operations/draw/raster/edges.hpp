// The edges of a shape, in GraphicsMagick's form: chains of segments that go down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// Segments that follow one another in one vertical direction.
struct EdgeChain {
  double left, right;  // its bounds
  int direction;       // 1: drawn downwards; else -1
  bool ghost;          // closes an open subpath: has no stroke
};

// From points[point] down to the next one.
struct EdgeSegment {
  std::uint32_t point, chain;
};

struct EdgeTable {
  Points points;
  std::vector<EdgeChain> chains;
  std::vector<EdgeSegment> segments;
};

// Open subpaths are closed by ghosts.
EdgeTable MakeEdges(std::span<const PointInfo> points, std::span<const Subpath> subpaths);

}  // namespace lodestone
