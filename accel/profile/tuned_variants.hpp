// Which of a module's variants is fastest for a work class on a device.
#pragma once

#include <string>

#include "accel/profile/device_profile.hpp"
#include "accel/operation_table.hpp"
#include "accel/plugin.h"

namespace lodestone::accel {

enum class ShapeClass { kReduceByTwo, kReduce, kEnlarge, kKeep };

// Calls that are tuned together.
struct TuneClass {
  MagickAccelerateOperation operation;
  MagickAccelerateChannels channels;
  ShapeClass shape;

  std::string name() const;  // "resize/alpha/reduce", for files
};

TuneClass TuneClassOf(const MagickAccelerateWork& work);
const char* ShapeName(ShapeClass shape);

// The variant for a work of that class, "" to leave it to the module.
std::string TunedVariant(DeviceProfile& profile, const TuneClass& tune_class);
// Not saved yet.
void SetTunedVariant(DeviceProfile& profile, const TuneClass& tune_class, const std::string& name);

}  // namespace lodestone::accel
