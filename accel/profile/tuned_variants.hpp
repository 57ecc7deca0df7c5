// Which of a module's variants is fastest for a work class on a device.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
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

  static constexpr unsigned kShapes = 4, kCount = kOperationIndexes * kChannelKinds * kShapes;
  unsigned index() const {
    return (operation * kChannelKinds + channels) * kShapes + static_cast<unsigned>(shape);
  }
  std::string name() const;  // "resize/alpha/reduce", for files
};

TuneClass TuneClassOf(const MagickAccelerateWork& work);
const char* ShapeName(ShapeClass shape);

// Threads: safe; repeated look-ups take no lock.
class TunedVariants {
 public:
  // The number of the variant of that name, for this work; 0 if there is none.
  using NumberOf = std::function<std::uint32_t(const std::string& name)>;

  explicit TunedVariants(DeviceProfile& profile) : profile_(profile) { Forget(); }

  // The variant for a work of that class, 0 to leave it to the module.
  std::uint32_t Find(const TuneClass& tune_class, const NumberOf& number_of);
  // "" leaves it to the module from now on. Not saved yet.
  void Set(const TuneClass& tune_class, const std::string& name);
  // Reads the profile again.
  void Forget();

 private:
  static constexpr std::int64_t kUnknown = -1;

  DeviceProfile& profile_;
  std::array<std::atomic<std::int64_t>, TuneClass::kCount> numbers_;
};

}  // namespace lodestone::accel
