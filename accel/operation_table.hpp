// Every operation that goes through the dispatcher. The agreement suite walks this table.
#pragma once

#include <span>

#include "accel/plugin.h"

namespace lodestone::accel {

// How far the pixels of one accelerator may be from those of another.
enum class Agreement {
  kExact,  // no sample may differ
};

struct OperationInfo {
  MagickAccelerateOperation operation;
  const char* name;  // in events: "accelerate NAME: ..."
  Agreement agreement;
};

std::span<const OperationInfo> Operations();
const OperationInfo& GetOperation(MagickAccelerateOperation operation);

}  // namespace lodestone::accel
