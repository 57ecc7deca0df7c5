#include "accel/gpu/plans/encode_layout.hpp"

#include <algorithm>
#include <utility>

#include "accel/gpu/plans/places.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"

namespace lodestone::accel::gpu {
namespace {

using kernels::JpegMcus;

void AddComponents(const MagickAccelerateEncoding& encoding, const JpegMcus& mcus, LsEncode* plan) {
  uint32_t first = 0;
  for (uint32_t c = 0; c < plan->components; ++c) {
    const kernels::JpegChunkPart& part = mcus.part[c];
    // Rows are completed to whole samples of all components.
    const auto rows = static_cast<uint32_t>(DivideUp(plan->rows, mcus.down)) * part.down;
    plan->component[c] = {part.across,       part.down,       first,
                          part.times_across, part.times_down, part.columns,
                          part.rows,         rows - 1,        encoding.component[c].code};
    std::copy_n(encoding.component[c].quanta, MAGICK_ACCELERATE_JPEG_BLOCK, plan->quanta[c]);
    first += part.across * part.down;
  }
}

void AddPlaces(LsEncode* plan) {
  constexpr uint64_t kNumber = sizeof(uint32_t), kCoefficient = sizeof(int16_t);
  const uint64_t coefficients = uint64_t{plan->blocks} * MAGICK_ACCELERATE_JPEG_BLOCK;
  Places places("encoding");
  plan->coefficients = places.Take(std::max<uint64_t>(coefficients * kCoefficient, plan->room));
  plan->others = places.Take(coefficients / 8);
  plan->places = places.Take(plan->blocks * kNumber);
  plan->sums = places.Take(plan->groups * kNumber);
  plan->begins = places.Take((plan->intervals + uint64_t{1}) * kNumber);
  plan->chunk_counts = places.Take(plan->chunks * kNumber);
  plan->all = places.Take(0);
}

}  // namespace

LsEncode PlanEncoding(const MagickAccelerateWork& work) {
  const MagickAccelerateEncoding& encoding = *work.encoding;
  const JpegMcus mcus(encoding);
  const auto count = [](uint64_t number) { return static_cast<uint32_t>(number); };
  LsEncode plan{};
  plan.columns = encoding.columns;
  plan.rows = encoding.rows;
  plan.components = encoding.components;
  plan.converts = encoding.converts;
  plan.optimizes = encoding.optimizes;
  plan.mcu_columns = mcus.columns;
  plan.mcu_blocks = count(mcus.blocks);
  plan.blocks = count(mcus.count() * mcus.blocks);
  plan.interval_mcus = encoding.interval == 0 ? count(mcus.count())
                                              : std::min(encoding.interval, count(mcus.count()));
  plan.intervals = count(DivideUp(mcus.count(), plan.interval_mcus));
  plan.groups = count(DivideUp(plan.blocks, LS_CODED));
  plan.room = work.destination.columns;
  plan.chunks = count(DivideUp(plan.room, LS_STUFFED_BYTES));
  AddComponents(encoding, mcus, &plan);
  AddPlaces(&plan);
  return plan;
}

EncodeLayout::EncodeLayout(std::vector<LsEncode> images) : plans(std::move(images)) {
  constexpr uint32_t kTableBytes = LS_ENCODED_CODES * LS_SYMBOLS * sizeof(uint32_t);
  constexpr uint64_t kBeyond = 8;  // words are written as a whole
  const auto take = [this](uint64_t size) {
    const uint64_t end = bytes + size;
    return std::exchange(bytes, DivideUp(end, Places::kAlignment) * Places::kAlignment);
  };
  take(plans.size() * sizeof(LsEncode));
  const auto each = [&](uint32_t LsEncode::*place, uint32_t size) {
    auto next = static_cast<uint32_t>(take(plans.size() * uint64_t{size}));
    for (LsEncode& plan : plans) plan.*place = std::exchange(next, next + size);
  };
  each(&LsEncode::codes, kTableBytes);
  each(&LsEncode::status, sizeof(LsEncodeStatus));
  each(&LsEncode::counts, kTableBytes);
  for (LsEncode& plan : plans) plan.stream = take(plan.room + kBeyond);
  zeroed = bytes;
  for (LsEncode& plan : plans) {
    plan.base = take(plan.all);
    plan.scan = plan.base + plan.coefficients;
  }
}

}  // namespace lodestone::accel::gpu
