#include <algorithm>
#include <numeric>
#include <utility>

#include "magick/operations/quantize/segment.hpp"

namespace lodestone {
namespace {

// Values so far outside a box are near it.
constexpr int kMargin = 3;

}  // namespace

Axis::Axis(std::vector<Extent> extents) : extents_(std::move(extents)) {
  for (int value = 0; value < kShades; ++value) {
    Near& near = near_[static_cast<std::size_t>(value)];
    while (near.begin < size() && (*this)[near.begin].right + kMargin < value) ++near.begin;
    near.end = near.begin;
    while (near.end < size() && (*this)[near.end].left - kMargin <= value) ++near.end;
  }
}

Boxes Boxes::Of(std::vector<Extent> red, std::vector<Extent> green, std::vector<Extent> blue) {
  if (red.empty() || green.empty() || blue.empty()) {
    constexpr Extent kAll{0, kShades - 1}, kNone{0, 0};
    blue = {red.empty() || green.empty() ? kNone : kAll};
    green = {red.empty() ? kNone : kAll};
    red = {kAll};
  }
  return {std::move(red), std::move(green), std::move(blue)};
}

Boxes::Boxes(std::vector<Extent> red, std::vector<Extent> green, std::vector<Extent> blue)
    : red_(std::move(red)), green_(std::move(green)), blue_(std::move(blue)) {}

const Extent& Boxes::red(std::size_t box) const {
  return red_[static_cast<int>(box / static_cast<std::size_t>(green_.size() * blue_.size()))];
}
const Extent& Boxes::green(std::size_t box) const {
  const auto rows = box / static_cast<std::size_t>(blue_.size());
  return green_[static_cast<int>(rows % static_cast<std::size_t>(green_.size()))];
}
const Extent& Boxes::blue(std::size_t box) const {
  return blue_[static_cast<int>(box % static_cast<std::size_t>(blue_.size()))];
}

BoxCounts::BoxCounts(const Boxes& boxes)
    : boxes_(boxes), sums_(boxes.size()), places_(boxes.size()), order_(boxes.size()) {
  std::iota(places_.begin(), places_.end(), 0u);
  std::iota(order_.begin(), order_.end(), 0u);
}

void BoxCounts::Add(const PixelPacket* pixels, std::size_t count) {
  const auto none = static_cast<std::uint32_t>(order_.size());
  for (const PixelPacket* pixel = pixels; pixel != pixels + count; ++pixel) {
    const Shade shade = ShadeOf(*pixel);
    const auto box = boxes_.Lowest(shade, none, [&](std::size_t b) { return places_[b]; });
    if (!box) continue;
    Sums& sums = sums_[*box];
    ++sums.count;
    sums.red += static_cast<unsigned>(shade.red);
    sums.green += static_cast<unsigned>(shade.green);
    sums.blue += static_cast<unsigned>(shade.blue);
    const std::uint32_t place = places_[*box];
    if (place == 0 || sums.count <= sums_[order_[place - 1]].count) continue;
    std::swap(order_[place], order_[place - 1]);
    places_[order_[place]] = place;
    places_[*box] = place - 1;
  }
}

std::uint64_t BoxCounts::total() const {
  std::uint64_t total = 0;
  for (const Sums& sums : sums_) total += sums.count;
  return total;
}

std::vector<Cluster> BoxCounts::Clusters(double threshold) const {
  std::vector<Cluster> clusters;
  for (std::size_t box = 0; box < sums_.size(); ++box) {
    const Sums& sums = sums_[box];
    const auto count = static_cast<double>(sums.count);
    if (sums.count == 0 || !(count >= threshold)) continue;
    clusters.push_back({box, sums.count, static_cast<double>(sums.red) / count,
                        static_cast<double>(sums.green) / count,
                        static_cast<double>(sums.blue) / count});
  }
  return clusters;
}

}  // namespace lodestone
