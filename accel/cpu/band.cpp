#include "accel/cpu/band.hpp"

#include "accel/operation_table.hpp"

namespace lodestone::accel {

CpuProgress::CpuProgress(std::span<const MagickAccelerateWork> works)
    : progress_(works[0].progress), context_(works[0].progress_context) {
  for (const MagickAccelerateWork& work : works)
    rows_ += HasCountedResult(work.operation) ? work.source.rows : work.destination.rows;
}

bool CpuProgress::Add(std::size_t rows) {
  if (!progress_ || rows == 0) return !cancelled();
  const std::lock_guard lock(mutex_);
  done_ += rows;
  if (!cancelled() && !progress_(context_, done_, rows_)) cancelled_ = true;
  return !cancelled();
}

}  // namespace lodestone::accel
