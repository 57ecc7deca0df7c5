#include "accel/gpu/call/priming.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "accel/operation_table.hpp"
#include "kernels/common/tap_block.h"
#include "kernels/cosine_blur/series_plan.hpp"

namespace lodestone::accel::gpu {

std::vector<uint32_t> PrimingNeighborhood(Family family) {
  const MagickAccelerateOperation operation = ExampleOf(family).operation;
  if (!HasWindow(operation) && !HasTaps(operation)) return {1};
  return {1, 3, 5, 7, 9};
}

PrimingWork::PrimingWork(const ProgramKey& key, uint32_t side)
    : zeros_(side, 0), ones_(1, 1), weights_(size_t{side} * side, 1.0f), from_(4), to_(16) {
  const auto reach = static_cast<int32_t>(side / 2);
  for (int32_t dy = -reach; dy <= reach; ++dy) {
    for (int32_t dx = -reach; dx <= reach; ++dx) {
      dx_.push_back(dx);
      dy_.push_back(dy);
    }
  }
  work_.struct_size = sizeof(work_);
  const OperationTraits& operation = ExampleOf(key.family);
  work_.operation = operation.operation;
  work_.quantum_depth = key.quantum_depth;
  work_.channels = key.channels;
  work_.vertical_first = key.vertical_first;
  work_.clamps_intermediate = key.clamps_intermediate;
  work_.linear_light = key.linear_light;
  work_.finish.keep = MayFinish(work_.operation) ? 1 : 0;
  if (HasAxes(work_.operation)) {
    const uint32_t most_taps = key.long_tables ? LS_TAP_BLOCK + 1 : 1;
    work_.horizontal = work_.vertical = {
        1, 1, most_taps, 1, zeros_.data(), ones_.data(), zeros_.data(), weights_.data()};
  }
  if (HasTaps(work_.operation)) {
    work_.taps = {static_cast<uint32_t>(dx_.size()), dx_.data(), dy_.data(), weights_.data(),
                  side == 1 ? 0 : side};
  }
  if (HasBorder(work_.operation)) {
    const uint32_t around = side / 2;
    work_.border = {around, around, around, around, zeros_.data(), zeros_.data(), {}};
  }
  if (key.family == Family::kCosineBlur) {
    const uint32_t terms = key.side == 0 ? LS_SERIES_FEW_TERMS : key.side;
    numbers_.resize(2 * kernels::SeriesNumbers(0, terms, 1));
    work_.series = {terms, {0, 0}};
    work_.table = {numbers_.data(), static_cast<uint32_t>(numbers_.size())};
  }
  if (HasMaps(work_.operation)) work_.maps = {zeros_.data(), zeros_.data(), {}};
  if (HasWindow(work_.operation)) work_.window = side;
  if (key.family == Family::kWarp) {
    static constexpr float kCurve[16] = {1.0f};  // one part of it
    work_.table = {kCurve, std::size(kCurve)};
  }
  if (key.family == Family::kShear) {
    static constexpr int32_t kLine[LS_LINE_NUMBERS] = {};
    work_.shear.area_columns = work_.shear.area_rows = 1;
    work_.table = {kLine, std::size(kLine)};
  }
  const size_t pixel_bytes = PixelBytes(work_);
  if (HasSecond(work_.operation)) {
    constexpr uint32_t kSide = 8;  // of an image that holds a cube
    second_.resize(size_t{kSide} * kSide * pixel_bytes / sizeof(second_[0]));
    work_.second = {second_.data(), kSide, kSide, kSide * pixel_bytes, 0, nullptr, 0};
  }
  const Extent result = ResultSize(operation.size, {1, 1}, {0, 0}, work_.quantum_depth);
  const auto columns = static_cast<uint32_t>(result.columns);
  work_.source = {from_.data(), 1, 1, pixel_bytes, 0, nullptr, 0};
  to_.resize(result.columns * result.rows * pixel_bytes / sizeof(to_[0]) + 1);
  work_.destination = {
      to_.data(), columns, static_cast<uint32_t>(result.rows), pixel_bytes * columns, 0,
      nullptr,    0};
  if (key.family == Family::kDecode) MakeScan();
  if (key.family == Family::kEncode) MakeEncoding();
}

// A block of each component, without coefficients. All codes are a bit.
void PrimingWork::MakeScan() {
  static constexpr unsigned char kGrey[] = {0x3F, 0xFF, 0xD9}, kColors[] = {0x03, 0xFF, 0xD9};
  const bool is_grey = work_.channels == MagickAccelerateGrey;
  jpeg_.columns = jpeg_.rows = jpeg_.denominator = 1;
  jpeg_.components = is_grey ? 1 : 3;
  for (uint8_t c = 0; c < jpeg_.components; ++c) {
    jpeg_.component[c].horizontal = jpeg_.component[c].vertical = 1;
    jpeg_.mcu[c].component = c;
  }
  jpeg_.dc[0].counts[1] = jpeg_.ac[0].counts[1] = 1;
  jpeg_.mcu_columns = jpeg_.mcu_rows = jpeg_.period = jpeg_.interval = 1;
  jpeg_.mcu_blocks = jpeg_.components;
  std::memcpy(from_.data(), is_grey ? kGrey : kColors, sizeof(kGrey));
  work_.source = {from_.data(), sizeof(kGrey), 1, sizeof(kGrey), 0, nullptr, 0};
  work_.jpeg = &jpeg_;
}

// The one pixel, with codes that are optimal, so that symbols are counted too.
void PrimingWork::MakeEncoding() {
  constexpr uint32_t kRoom = 64;
  encoding_.columns = encoding_.rows = encoding_.converts = encoding_.optimizes = 1;
  encoding_.components = work_.channels == MagickAccelerateGrey ? 1 : 3;
  for (MagickAccelerateEncodedComponent& component : encoding_.component) {
    component.across = component.down = 1;
    std::fill(std::begin(component.quanta), std::end(component.quanta), uint16_t{8});
  }
  to_.resize(kRoom / sizeof(to_[0]));
  work_.destination = {to_.data(), kRoom, 1, kRoom, 0, nullptr, 0};
  work_.encoding = &encoding_;
  work_.encoded = &encoded_;
}

}  // namespace lodestone::accel::gpu
