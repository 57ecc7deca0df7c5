// Options that move pixels to places that a function, or chance, determines.
#include <cstdlib>

#include "utilities/options/image_tasks.hpp"
#include "utilities/options/number_list.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/shell/process_state.hpp"

namespace lodestone::cli {
namespace {

template <Image* (*Operation)(const Image*, double, ExceptionInfo*)>
void ApplyNumber(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  const double number = std::strtod(use.value(), nullptr);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return Operation(image, number, exception);
  });
}

void ApplyWave(ImageTask* task, const OptionUse& use) {
  double amplitude = 0.0, wave_length = 0.0, unused = 0.0;
  GetMagickDimension(use.value(), &amplitude, &wave_length, &unused, &unused);
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return WaveImage(image, amplitude, wave_length, exception);
  });
}

void ApplySpread(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  const auto radius = static_cast<unsigned int>(std::strtol(use.value(), nullptr, 10));
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return SpreadImage(image, radius, exception);
  });
}

void CheckRadius(const OptionUse& use) {
  if (use.plus) return;
  CheckNumber(use.values[0], use);
  if (std::strtod(use.value(), nullptr) < 0.0)
    throw CommandError("The radius must not be negative", use.spelled());
}

// By a whole radius; 0x1 is 0, as for GraphicsMagick.
void ApplyReduceNoise(ImageTask* task, const OptionUse& use) {
  const auto radius = static_cast<double>(std::strtol(use.value(), nullptr, 10));
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return ReduceNoiseImage(image, radius, exception);
  });
}

// -noise reduces noise, +noise adds it.
void ApplyNoise(ImageTask* task, const OptionUse& use) {
  if (!use.plus) return ApplyReduceNoise(task, use);
  const NoiseType type = StringToNoiseType(use.value());
  Replace(task, "Unable to add noise to image", [&](const Image* image, ExceptionInfo* exception) {
    return AddNoiseImage(image, type, exception);
  });
}

void CheckNoise(const OptionUse& use) {
  if (!use.plus) return CheckGeometry(use);
  CheckName<StringToNoiseType, UndefinedNoise>(use, "Unrecognized noise type");
}

// sx,rx,ry,sy,tx,ty; those that are not given are 0. +affine: the identity.
void ApplyAffine(ImageTask* task, const OptionUse& use) {
  task->draw->affine = {1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
  if (use.plus) return;
  std::vector<double> numbers = ParseElements(use);
  numbers.resize(6);
  task->draw->affine = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
}

void CheckAffine(const OptionUse& use) {
  if (!use.plus) ParseElements(use);
}

void ApplyTransform(ImageTask* task, const OptionUse& use) {
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return AffineTransformImage(image, &task->draw->affine, exception);
  });
}

void SetSeed(ImageInfo*, const OptionUse& use) {
  NoteChange(ProcessSetting::kRandomNumbers);
  SetMagickRandomSeed(std::strtoul(use.value(), nullptr, 10));
}

void CheckSeed(const OptionUse& use) {
  CheckNumber(use.values[0], use);
}

constexpr Option kOptions[] = {
    {"affine", kWriters, 1, 0, "sx,rx,ry,sy,tx,ty", "matrix of -transform", CheckAffine, nullptr,
     ApplyAffine, OptionEffect::kMark},
    {"implode", kConvert, 1, 0, "amount", "draw pixels towards the center", CheckGeometry, nullptr,
     ApplyNumber<ImplodeImage>},
    {"noise", kConvert, 1, 1, "radius|type",
     "-noise: reduce noise by the ranks of neighbours; +noise: add noise of this type", CheckNoise,
     nullptr, ApplyNoise},
    {"seed", kConvert, 1, kNoPlus, "number", "start random numbers here, to get the same again",
     CheckSeed, SetSeed, nullptr},
    {"spread", kConvert, 1, 0, "radius", "exchange pixels with random neighbours", CheckRadius,
     nullptr, ApplySpread},
    {"swirl", kConvert, 1, 0, "degrees", "turn pixels about the center", CheckGeometry, nullptr,
     ApplyNumber<SwirlImage>},
    {"transform", kWriters, 0, 0, "", "affine transform image", nullptr, nullptr, ApplyTransform},
    {"wave", kConvert, 1, kNoPlus, "amplitudexwavelength", "move columns along a sine wave",
     CheckGeometry, nullptr, ApplyWave},
};

}  // namespace

std::span<const Option> WarpOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
