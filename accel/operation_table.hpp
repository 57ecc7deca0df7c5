// Every operation that goes through the dispatcher. The agreement suite walks this table.
#pragma once

#include <cstdint>
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

// Both axes, one after the other.
constexpr bool IsSeparable(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateScale || operation == MagickAccelerateResize ||
         operation == MagickAccelerateBlur || operation == MagickAccelerateUnsharp;
}
// Sums over neighbours at the same scale: nothing is clamped before the end.
constexpr bool IsConvolution(MagickAccelerateOperation operation) {
  return operation >= MagickAccelerateBlur && operation <= MagickAccelerateMotionBlur;
}
// They look at what lies around a pixel, and so have a border.
constexpr bool IsNeighborhood(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateConvolve || operation == MagickAccelerateMotionBlur ||
         operation == MagickAccelerateMedian;
}
// Its result has the source's size, and so the work may have a finish.
constexpr bool HasFinish(MagickAccelerateOperation operation) {
  return operation >= MagickAccelerateBlur && operation <= MagickAccelerateDespeckle;
}

// Of a pixel.
constexpr std::uint32_t SamplesOf(MagickAccelerateChannels channels) {
  return channels == MagickAccelerateGrey ? 1 : 4;
}
// Can be done on pixels of one sample. The native path does all of these; devices may decline.
constexpr bool WorksOnGrey(MagickAccelerateOperation operation) {
  return operation != MagickAccelerateMinify && operation != MagickAccelerateMagnify;
}
// Of a pixel in memory, the host's and the device's alike.
constexpr std::uint32_t PixelBytes(const MagickAccelerateWork& work) {
  return SamplesOf(work.channels) * (work.quantum_depth / 8);
}
const char* ChannelsName(MagickAccelerateChannels channels);
// The fourth sample of a pixel means something.
constexpr bool HasAlpha(MagickAccelerateChannels channels) {
  return channels == MagickAccelerateWeighted || channels == MagickAcceleratePlain;
}

}  // namespace lodestone::accel
