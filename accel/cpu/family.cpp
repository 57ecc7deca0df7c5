#include "accel/cpu/family.hpp"

#include "kernels/common/finish.hpp"

namespace lodestone::accel {
namespace {

// With fewer rows per step, most of the time would go into the rows before and after them.
constexpr std::size_t kMinStepRows = 8;

constexpr const CpuFamily* kFamilies[] = {
#define LS_FAMILY(name) &k##name##OnCpu,
#include "accel/families.def"
};

}  // namespace

const CpuFamily& FamilyOf(const MagickAccelerateWork& work) {
  return *kFamilies[static_cast<std::size_t>(GetOperation(work.operation).family)];
}

std::size_t RoundUp(std::size_t rows, std::size_t unit) {
  return (rows + unit - 1) / unit * unit;
}

void FinishRows(const MagickAccelerateWork& work, std::size_t begin, std::size_t end) {
  if (!kernels::IsStep(work.finish)) return;
  kernels::FinishBand(work.finish, ChannelsOf(work), SourceOf(work), DestinationOf(work), begin,
                      end);
}

std::size_t StepRows(const MagickAccelerateWork& work) {
  const CpuFamily& family = FamilyOf(work);
  return RoundUp(std::max({std::size_t{work.destination.rows} / 100 + 1, kMinStepRows,
                           kRowsPerRepeated * family.repeated_rows}),
                 family.row_unit);
}

}  // namespace lodestone::accel
