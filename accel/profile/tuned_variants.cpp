#include "accel/profile/tuned_variants.hpp"

#include "accel/operation_table.hpp"

namespace lodestone::accel {

const char* ShapeName(ShapeClass shape) {
  switch (shape) {
    case ShapeClass::kReduceByTwo:
      return "reduce by 2 and more";
    case ShapeClass::kReduce:
      return "reduce";
    case ShapeClass::kEnlarge:
      return "enlarge";
    case ShapeClass::kKeep:
      break;
  }
  return "same size";
}

std::string TuneClass::name() const {
  return std::string(GetOperation(operation).name) + "/" + ChannelsName(channels) + "/" +
         ShapeName(shape);
}

TuneClass TuneClassOf(const MagickAccelerateWork& work) {
  const SizeRule size = GetOperation(work.operation).size;
  if (size == SizeRule::kSame || size == SizeRule::kBordered || size == SizeRule::kMapped ||
      size == SizeRule::kFree || IsNumbers(work.operation))
    return {work.operation, work.channels, ShapeClass::kKeep};
  const double before = double(work.source.columns) * work.source.rows;
  const double after = double(work.destination.columns) * work.destination.rows;
  const ShapeClass shape = 4 * after <= before ? ShapeClass::kReduceByTwo
                           : after < before    ? ShapeClass::kReduce
                                               : ShapeClass::kEnlarge;
  return {work.operation, work.channels, shape};
}

std::string TunedVariant(DeviceProfile& profile, const TuneClass& tune_class) {
  return profile.Text(ProfileSection::kVariants, tune_class.name()).value_or("");
}

void SetTunedVariant(DeviceProfile& profile, const TuneClass& tune_class, const std::string& name) {
  if (name.empty())
    profile.Erase(ProfileSection::kVariants, tune_class.name());
  else
    profile.SetText(ProfileSection::kVariants, tune_class.name(), name);
}

}  // namespace lodestone::accel
