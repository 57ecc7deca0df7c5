#include "kernels/resample/axis_table.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace lodestone::kernels {

AxisTable::AxisTable(std::uint32_t inputs, std::uint32_t outputs)
    : inputs_(inputs), outputs_(outputs) {
  first_.reserve(outputs);
  count_.reserve(outputs);
  offset_.reserve(outputs);
}

void AxisTable::Append(std::uint32_t first, std::span<const double> weights) {
  if (weights_.size() + weights.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("contribution table too large");
  const auto count = static_cast<std::uint32_t>(weights.size());
  first_.push_back(first);
  count_.push_back(count);
  offset_.push_back(static_cast<std::uint32_t>(weights_.size()));
  for (double weight : weights) weights_.push_back(static_cast<float>(weight));
  max_count_ = std::max(max_count_, count);
}

void AxisTable::AppendSame(std::uint32_t first) {
  first_.push_back(first);
  count_.push_back(count_.back());
  offset_.push_back(offset_.back());
}

}  // namespace lodestone::kernels
