#include "accel/gpu/plans/encode_layout.hpp"

#include <algorithm>

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
  constexpr uint64_t kBeyond = 8;  // words are written as a whole
  constexpr uint64_t kTableBytes = LS_ENCODED_CODES * LS_SYMBOLS * kNumber;
  Places places("encoding");
  places.Take(sizeof(LsEncodeStatus));
  plan->counts = places.Take(kTableBytes);
  plan->stream = places.Take(plan->room + kBeyond);
  plan->codes = places.Take(kTableBytes);
  plan->coefficients =
      places.Take(uint64_t{plan->blocks} * MAGICK_ACCELERATE_JPEG_BLOCK * kCoefficient);
  plan->others = places.Take(uint64_t{plan->blocks} * MAGICK_ACCELERATE_JPEG_BLOCK / 8);
  plan->places = places.Take(plan->blocks * kNumber);
  plan->sums = places.Take(plan->groups * kNumber);
  plan->begins = places.Take((plan->intervals + uint64_t{1}) * kNumber);
  plan->chunk_counts = places.Take(plan->chunks * kNumber);
  plan->all = places.Take(0);
}

}  // namespace

LsEncode LayOutEncoding(const MagickAccelerateWork& work) {
  const MagickAccelerateEncoding& encoding = *work.encoding;
  const JpegMcus mcus(encoding);
  const auto count = [](uint64_t number) { return static_cast<uint32_t>(number); };
  LsEncode plan{};
  plan.columns = encoding.columns;
  plan.rows = encoding.rows;
  plan.components = encoding.components;
  plan.converts = encoding.converts;
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

}  // namespace lodestone::accel::gpu
