// GraphicsMagick's colour reduction, restated slowly: a tree of pointers that is walked again and
// again, with all sums in double and in the order of the pixels.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "magick/api.h"

namespace lodestone::gm_oracle {

struct QuantizeResult {
  std::vector<PixelPacket> colors;
  std::vector<unsigned> indexes;
};

class Quantizer {
 public:
  explicit Quantizer(unsigned depth) : depth_(std::clamp(depth, 2u, 8u)) {
    root_->parent = root_.get();
  }

  // Rows of `columns` pixels.
  void Classify(const std::vector<PixelPacket>& pixels, std::size_t columns) {
    std::size_t y = 0;
    const std::size_t rows = pixels.size() / columns;
    for (; y < rows && colors_ < 256; ++y) AddRow(&pixels[y * columns], columns, 8);
    if (y == rows) return;
    PruneDeeperThan(root_.get(), depth_);
    for (; y < rows; ++y) {
      if (nodes_ > 266817) PruneDeeperThan(root_.get(), --depth_);
      AddRow(&pixels[y * columns], columns, depth_);
    }
  }

  std::size_t colors() const { return colors_; }

  void Reduce(std::size_t wanted) {
    double threshold = 0;
    while (colors_ > wanted) {
      next_ = root_->error - 1;
      colors_ = 0;
      Walk(root_.get(), threshold);
      threshold = next_;
    }
  }

  QuantizeResult Assign(const std::vector<PixelPacket>& pixels, long columns, bool dither) {
    result_ = {};
    Define(root_.get());
    result_.indexes.resize(pixels.size());
    if (dither) {
      Dither(pixels, columns);
    } else {
      for (std::size_t i = 0; i < pixels.size(); ++i) result_.indexes[i] = Closest(pixels[i]);
    }
    return result_;
  }

 private:
  struct Node {
    Node* parent = nullptr;
    std::array<std::unique_ptr<Node>, 8> children;
    unsigned level = 0, number = 0;
    double count = 0, red = 0, green = 0, blue = 0, error = 0;
  };

  static unsigned Child(const PixelPacket& p, unsigned level) {
    auto bit = [&](Quantum sample) { return sample / (MaxRGB / 255) / (256u >> level) % 2; };
    return 4 * bit(p.red) + 2 * bit(p.green) + bit(p.blue);
  }

  void AddRow(const PixelPacket* row, std::size_t columns, unsigned depth) {
    for (std::size_t x = 0; x < columns;) {
      std::size_t n = 1;
      while (x + n < columns && row[x].red == row[x + n].red && row[x].green == row[x + n].green &&
             row[x].blue == row[x + n].blue)
        ++n;
      AddRun(row[x], static_cast<double>(n), depth);
      x += n;
    }
  }

  void AddRun(const PixelPacket& p, double n, unsigned depth) {
    Node* node = root_.get();
    double quarter = (MaxRGBDouble + 1) / 2;
    std::array<double, 3> middle{MaxRGBDouble / 2, MaxRGBDouble / 2, MaxRGBDouble / 2};
    for (unsigned level = 1; level <= depth; ++level) {
      const unsigned child = Child(p, level);
      quarter /= 2;
      for (unsigned s = 0; s < 3; ++s) middle[s] += child & (4u >> s) ? quarter : -quarter;
      if (!node->children[child]) {
        node->children[child] = std::make_unique<Node>();
        node->children[child]->parent = node;
        node->children[child]->level = level;
        ++nodes_;
        if (level == depth) ++colors_;
      }
      node = node->children[child].get();
      const double r = p.red - middle[0], g = p.green - middle[1], b = p.blue - middle[2];
      node->error += n * r * r + n * g * g + n * b * b;
      root_->error += node->error;
    }
    node->count += n;
    node->red += n * p.red;
    node->green += n * p.green;
    node->blue += n * p.blue;
  }

  void Prune(Node* node) {
    Node* parent = node->parent;
    for (auto& child : node->children)
      if (child) Prune(child.get());
    parent->count += node->count;
    parent->red += node->red;
    parent->green += node->green;
    parent->blue += node->blue;
    --nodes_;
    for (auto& child : parent->children)
      if (child.get() == node) child.reset();
  }

  void PruneDeeperThan(Node* node, unsigned depth) {
    for (auto& child : node->children)
      if (child) PruneDeeperThan(child.get(), depth);
    if (node->level > depth) Prune(node);
  }

  void Walk(Node* node, double threshold) {
    for (auto& child : node->children)
      if (child) Walk(child.get(), threshold);
    if (node->error <= threshold) {
      Prune(node);
      return;
    }
    if (node->count > 0) ++colors_;
    next_ = std::min(next_, node->error);
  }

  void Define(Node* node) {
    for (auto& child : node->children)
      if (child) Define(child.get());
    if (node->count == 0) return;
    PixelPacket color{};
    color.red = static_cast<Quantum>(node->red / node->count + 0.5);
    color.green = static_cast<Quantum>(node->green / node->count + 0.5);
    color.blue = static_cast<Quantum>(node->blue / node->count + 0.5);
    node->number = static_cast<unsigned>(result_.colors.size());
    result_.colors.push_back(color);
  }

  unsigned Closest(const PixelPacket& p) {
    Node* node = root_.get();
    for (unsigned level = 1; level < 8 && node->children[Child(p, level)]; ++level)
      node = node->children[Child(p, level)].get();
    double least = HUGE_VAL;
    unsigned found = 0;
    FindClosest(node->parent, p, least, found);
    return found;
  }

  void FindClosest(Node* node, const PixelPacket& p, double& least, unsigned& found) {
    for (auto& child : node->children)
      if (child) FindClosest(child.get(), p, least, found);
    if (node->count == 0) return;
    const PixelPacket& color = result_.colors[node->number];
    const double r = double(color.red) - p.red, g = double(color.green) - p.green,
                 b = double(color.blue) - p.blue, distance = r * r + g * g + b * b;
    if (distance < least) least = distance, found = node->number;
  }

  // Position along a Hilbert curve of 2^bits points a side, by the usual bit manipulation.
  static std::array<long, 2> HilbertPoint(unsigned long d, unsigned bits) {
    long x = 0, y = 0;
    for (unsigned i = 0; i < bits; ++i, d /= 4) {
      const long side = 1L << i;
      const bool far_x = (d / 2) % 2, far_y = (d ^ (d / 2)) % 2;
      if (!far_y) {
        if (far_x) x = side - 1 - x, y = side - 1 - y;
        std::swap(x, y);
      }
      x += far_x ? side : 0;
      y += far_y ? side : 0;
    }
    return {x, y};
  }

  void Dither(const std::vector<PixelPacket>& pixels, long columns) {
    const long rows = static_cast<long>(pixels.size()) / columns;
    unsigned bits = 0;
    while (std::max(rows, columns) >> bits) ++bits;
    std::vector<double> weights(16);
    double total = 0, sum = 0, divisor = 1;
    for (int i = 15; i >= 0; --i) {
      weights[i] = 1 / divisor;
      divisor *= std::exp(std::log(MaxRGBDouble + 1) / 15.0);
    }
    for (double weight : weights) total += weight;
    for (double& weight : weights) sum += weight /= total;
    weights[0] += 1 - sum;
    std::vector<std::array<double, 3>> errors(16);
    std::vector<long> cache(1 << 18, -1);
    for (unsigned long d = 0; d < 1ul << 2 * bits; ++d) {
      const auto [x, y] = HilbertPoint(d, bits);
      if (x >= columns || y >= rows) continue;
      const std::size_t at = static_cast<std::size_t>(y * columns + x);
      std::array<double, 3> value{double(pixels[at].red), double(pixels[at].green),
                                  double(pixels[at].blue)};
      for (int i = 0; i < 16; ++i)
        for (int s = 0; s < 3; ++s) value[s] += errors[i][s] * weights[i];
      PixelPacket wanted{};
      wanted.red = RoundDoubleToQuantum(value[0]);
      wanted.green = RoundDoubleToQuantum(value[1]);
      wanted.blue = RoundDoubleToQuantum(value[2]);
      auto six_bits = [](Quantum sample) { return sample / ((MaxRGB + 1) / 64); };
      long& cached =
          cache[six_bits(wanted.blue) * 4096 + six_bits(wanted.green) * 64 + six_bits(wanted.red)];
      if (cached < 0) cached = Closest(wanted);
      result_.indexes[at] = static_cast<unsigned>(cached);
      const PixelPacket& got = result_.colors[result_.indexes[at]];
      errors.erase(errors.begin());
      errors.push_back({double(wanted.red) - got.red, double(wanted.green) - got.green,
                        double(wanted.blue) - got.blue});
    }
  }

  unsigned depth_;
  const std::unique_ptr<Node> root_ = std::make_unique<Node>();
  std::size_t nodes_ = 1, colors_ = 0;
  double next_ = 0;
  QuantizeResult result_;
};

}  // namespace lodestone::gm_oracle
