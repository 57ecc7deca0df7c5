#include "accel/gpu/plans/packed_axis.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "accel/gpu/problem.hpp"
#include "kernels/common/tap_block.h"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
namespace {

constexpr size_t kMaxWeights = UINT32_MAX / sizeof(float);

// The weights that the outputs from `begin` on give to each input of the span.
void FillQuad(const MagickAccelerateAxis& axis, uint32_t begin, const Span& span,
              std::vector<float>* quad) {
  quad->assign(size_t{span.count} * LS_QUAD, 0.0f);
  const uint32_t end = std::min<uint64_t>(uint64_t{begin} + LS_QUAD, axis.outputs);
  for (uint32_t i = begin; i < end; ++i) {
    const float* weights = axis.weights + axis.offset[i];
    float* to = quad->data() + size_t{axis.first[i] - span.first} * LS_QUAD + (i - begin);
    for (uint32_t k = 0; k < axis.count[i]; ++k) to[size_t{k} * LS_QUAD] = weights[k];
  }
}

// Of outputs first to last, one byte each.
uint32_t PhasesOf(const MagickAccelerateAxis& axis, uint32_t first, uint32_t last) {
  uint32_t phases = 0;
  for (uint32_t i = first; i <= last; ++i)
    phases |= (axis.first[i] - axis.first[first]) % LS_TAP_BLOCK << (8 * (i - first));
  return phases;
}

uint64_t HashOf(const std::vector<float>& quad) {
  uint64_t hash = quad.size();
  for (const float weight : quad) {
    uint32_t bits = 0;
    std::memcpy(&bits, &weight, sizeof(bits));
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

class QuadPool {
 public:
  explicit QuadPool(std::vector<float>* weights) : weights_(*weights) {}

  // Offset of the same weights if already stored, else of where they are stored now.
  uint32_t Place(const std::vector<float>& quad) {
    const auto [entry, fresh] = places_.try_emplace(HashOf(quad), weights_.size());
    if (!fresh && Holds(entry->second, quad)) return IndexOf(entry->second);
    const size_t place = weights_.size();
    if (quad.size() > kMaxWeights - place) {
      throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge, "too many weights");
    }
    weights_.insert(weights_.end(), quad.begin(), quad.end());
    return IndexOf(place);
  }

 private:
  static uint32_t IndexOf(size_t place) { return static_cast<uint32_t>(place / LS_QUAD); }

  bool Holds(size_t place, const std::vector<float>& quad) const {
    return weights_.size() - place >= quad.size() &&
           std::memcmp(&weights_[place], quad.data(), quad.size() * sizeof(float)) == 0;
  }

  std::vector<float>& weights_;
  std::unordered_map<uint64_t, size_t> places_;
};

}  // namespace

PackedAxis PackQuads(const MagickAccelerateAxis& axis) {
  PackedAxis packed;
  QuadPool pool(&packed.weights);
  std::vector<float> quad;
  for (uint64_t begin = 0; begin < axis.outputs; begin += LS_QUAD) {
    const auto first = static_cast<uint32_t>(begin);
    const auto last = static_cast<uint32_t>(std::min<uint64_t>(begin + LS_QUAD, axis.outputs) - 1);
    Span span = {axis.first[first], axis.first[last] + axis.count[last] - axis.first[first], 0,
                 PhasesOf(axis, first, last)};
    FillQuad(axis, first, span, &quad);
    span.weights = pool.Place(quad);
    packed.spans.push_back(span);
  }
  return packed;
}

}  // namespace lodestone::accel::gpu
