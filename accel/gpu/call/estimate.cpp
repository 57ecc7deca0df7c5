#include "accel/gpu/call/estimate.hpp"

#include <algorithm>
#include <iterator>

#include "accel/gpu/operations/border.hpp"
#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/call/layout.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/operation_table.hpp"
#include "kernels/common/finish.hpp"
#include "kernels/composite/composite_cpu.hpp"
#include "kernels/jpeg/encoded_mcus.hpp"
#include "kernels/jpeg/frame.hpp"
#include "kernels/lut3d/lut3d_cpu.hpp"
#include "kernels/shear/shear_plan.hpp"
#include "kernels/warp/arc.h"
#include "kernels/warp/warp_plan.hpp"

namespace lodestone::accel::gpu {
namespace {

// Share of the link's speed for pixels that several threads copy through staging memory.
constexpr double kStagedShare = 0.7;

constexpr double kGpuLaunchNs = 60e3, kCpuLaunchNs = 100e3;
// Four-component multiply-adds of one compute unit per clock: what the kernels achieve, not the
// peak.
constexpr double kGpuTapsPerClock = 8.0;
constexpr double kCpuTapsPerClock = 0.4;
constexpr double kAssumedMhz = 1000.0;

// Kernels hold positions in 32 bits and step past the end by less than a tile.
constexpr uint32_t kMaxSide = INT32_MAX;

// The product, or UINT64_MAX on overflow.
uint64_t Product(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

[[noreturn]] void Decline(MagickAccelerateReason reason, const std::string& detail) {
  throw Problem(MagickAccelerateDeclined, reason, detail);
}

void CheckPixels(const MagickAcceleratePixels& pixels, size_t pixel_bytes) {
  if (pixels.columns == 0 || pixels.rows == 0 ||
      (pixels.data && pixels.stride_bytes / pixel_bytes < pixels.columns)) {
    Decline(MagickAccelerateUnsupported, "an image without pixels or with overlapping rows");
  }
  if (pixels.columns > kMaxSide || pixels.rows > kMaxSide) {
    Decline(MagickAccelerateTooLarge, "a side is longer than 2147483647 pixels");
  }
}

uint64_t BytesOf(const MagickAcceleratePixels& pixels, size_t pixel_bytes) {
  return Product(Product(pixels.columns, pixels.rows), pixel_bytes);
}

void CheckBuffer(const MagickAcceleratePixels& pixels, size_t pixel_bytes) {
  if (pixels.buffer && pixels.buffer->bytes() < BytesOf(pixels, pixel_bytes)) {
    Decline(MagickAccelerateUnsupported, "a buffer smaller than the image");
  }
}

[[noreturn]] void DeclineWithoutPixels() {
  Decline(MagickAccelerateUnsupported, "an image without data or buffer");
}

void CheckSource(const MagickAcceleratePixels& from, const MagickAccelerateWork& work) {
  if (!from.data && !(from.buffer && from.in_buffer)) DeclineWithoutPixels();
  CheckPixels(from, PixelBytes(work));
  CheckBuffer(from, PixelBytes(work));
}

void CheckChannels(const MagickAccelerateWork& work) {
  if (work.channels <= MagickAccelerateGrey && Takes(work.operation, work.channels)) return;
  switch (work.channels) {
    case MagickAccelerateGrey:
      Decline(MagickAccelerateUnsupported, "pixels of one sample are not implemented");
    case MagickAccelerateWeighted:
      Decline(MagickAccelerateUnsupported,
              "weighting by alpha is not implemented for this operation");
    default:
      Decline(MagickAccelerateUnsupported, "pixels of this kind are not implemented");
  }
}

bool IsWithinBoth(const MagickAccelerateWork& work) {
  const MagickAccelerateComposition& rule = work.composition;
  const auto within = [&](uint32_t column, uint32_t row, const MagickAcceleratePixels& pixels) {
    return uint64_t{column} + rule.columns <= pixels.columns &&
           uint64_t{row} + rule.rows <= pixels.rows;
  };
  return within(rule.column, rule.row, work.source) &&
         within(rule.second_column, rule.second_row, work.second);
}

void CheckSizes(const MagickAccelerateWork& work) {
  const Extent from{work.source.columns, work.source.rows};
  const Extent to{work.destination.columns, work.destination.rows};
  const OperationTraits& operation = GetOperation(work.operation);
  if (HasAxes(work.operation)) {
    if (Extent{work.horizontal.inputs, work.vertical.inputs} != from ||
        Extent{work.horizontal.outputs, work.vertical.outputs} != to)
      Decline(MagickAccelerateUnsupported, "the axis tables have the wrong size");
  } else if (!HasFreeSize(operation.size) &&
             to != ResultSize(operation.size, from,
                              {uint64_t{work.border.left} + work.border.right,
                               uint64_t{work.border.top} + work.border.bottom},
                              work.quantum_depth)) {
    Decline(MagickAccelerateUnsupported, "the destination has the wrong size");
  }
  if (HasSecond(work.operation) && !IsWithinBoth(work))
    Decline(MagickAccelerateUnsupported, "a rectangle that is not within both images");
  if (HasFinish(work) && !(from == to && MayFinish(work.operation)))
    Decline(MagickAccelerateUnsupported, "a finish step with a source of another size");
}

void CheckLut3d(const MagickAcceleratePixels& cube, uint32_t pixel_bytes) {
  if (kernels::Lut3dSize(cube.columns, cube.rows) == 0)
    Decline(MagickAccelerateUnsupported, "an image that holds no cube");
  if (cube.data && cube.stride_bytes != size_t{cube.columns} * pixel_bytes)
    Decline(MagickAccelerateUnsupported, "a cube with gaps between its rows");
}

void CheckShear(const MagickAccelerateWork& work) {
  constexpr uint32_t kMost = kernels::kMaxShearSide;
  const MagickAccelerateShearRule& rule = work.shear;
  if (rule.of_columns > 1 || rule.area_columns == 0 || rule.area_columns > kMost ||
      rule.area_rows == 0 || rule.area_rows > kMost)
    Decline(MagickAccelerateUnsupported, "a shear of an impossible area");
  const uint64_t lines = rule.of_columns ? rule.area_columns : rule.area_rows;
  if (lines * LS_LINE_NUMBERS != work.table.count)
    Decline(MagickAccelerateUnsupported, "a shear of another number of lines than its table's");
}

bool HasDisplacements(const MagickAccelerateWork& work) {
  const MagickAcceleratePixels& to = work.destination;
  return int64_t{work.warp.whole[2]} + 1 == int64_t{to.columns} &&
         uint64_t{to.columns} * to.rows * kernels::kDisplaceEntries == work.table.count;
}

void CheckWarp(const MagickAccelerateWork& work) {
  const MagickAccelerateWarpRule& warp = work.warp;
  if (warp.function > MagickAccelerateDisplace)
    Decline(MagickAccelerateUnsupported, "an unknown function of places");
  if (warp.outside > MagickAccelerateOutsideConstant)
    Decline(MagickAccelerateUnsupported, "an unknown rule for pixels outside");
  if (warp.function == MagickAccelerateArc &&
      (warp.whole[2] < 1 || work.table.count / LS_ARC_ENTRIES != uint32_t(warp.whole[2])))
    Decline(MagickAccelerateUnsupported, "an arc of another length than its table");
  if (warp.function == MagickAccelerateDisplace && !HasDisplacements(work))
    Decline(MagickAccelerateUnsupported, "displacements of another number of pixels");
}

void CheckScan(const MagickAccelerateWork& work) {
  if (!work.jpeg || work.source.rows != 1)
    Decline(MagickAccelerateUnsupported, "a scan without markers, or of several rows");
  if (work.source.columns > kernels::kJpegMostBytes)
    Decline(MagickAccelerateTooLarge, "a scan of more than 256 MiB");
  const kernels::JpegFrame frame(*work.jpeg);
  if (!kernels::IsConsistent(frame) ||
      (frame.components == 1) != (work.channels == MagickAccelerateGrey))
    Decline(MagickAccelerateUnsupported, "markers that contradict themselves");
  const kernels::JpegLayout layout = kernels::LayOutJpeg(frame, 1);
  if (layout.columns != work.destination.columns || layout.rows != work.destination.rows)
    Decline(MagickAccelerateUnsupported, "the destination has the wrong size");
}

void CheckEncoding(const MagickAccelerateWork& work) {
  if (!work.encoding || !work.encoded || work.destination.rows != 1)
    Decline(MagickAccelerateUnsupported, "a scan without markers, or of several rows");
  if (work.destination.columns > kernels::kJpegMostBytes)
    Decline(MagickAccelerateTooLarge, "a scan of more than 256 MiB");
  const MagickAccelerateEncoding& encoding = *work.encoding;
  if (!kernels::IsConsistent(encoding) ||
      (encoding.components == 1) != (work.channels == MagickAccelerateGrey))
    Decline(MagickAccelerateUnsupported, "markers that contradict themselves");
  if (encoding.columns != work.source.columns || encoding.rows != work.source.rows)
    Decline(MagickAccelerateUnsupported, "the source has the wrong size");
}

// Of the result, as far as it can be told before.
double ResultBytes(const MagickAccelerateWork& work) {
  constexpr double kUsedRoom = 0.1;  // by scans of usual quality
  const auto bytes = double(BytesOf(work.destination, ResultPixelBytes(work)));
  return HasCountedResult(work.operation) ? kUsedRoom * bytes : bytes;
}

}  // namespace

void CheckShape(const MagickAccelerateWork& work) {
  if (work.struct_size < sizeof(work)) {
    Decline(MagickAccelerateUnsupported, "the work structure is of another version");
  }
  if (!FindOperation(work.operation)) {
    Decline(MagickAccelerateUnsupported,
            "operation " + std::to_string(work.operation) + " is not implemented");
  }
  if (work.quantum_depth != 8 && work.quantum_depth != 16) {
    Decline(MagickAccelerateUnsupported,
            "quantum depth " + std::to_string(work.quantum_depth) + " is not implemented");
  }
  CheckChannels(work);
  CheckPixels(work.source, PixelBytes(work));
  CheckPixels(work.destination, ResultPixelBytes(work));
  CheckSizes(work);
  if (HasBorder(work.operation)) CheckBorder(work);
  if (HasPointTables(work.operation) && work.point.selection > MagickAccelerateNearColor)
    Decline(MagickAccelerateUnsupported, "an unknown selection of pixels");
  if (work.operation == MagickAccelerateColors && work.color.function > MagickAccelerateReadCmyk)
    Decline(MagickAccelerateUnsupported, "an unknown function of colours");
  if (HasSecond(work.operation)) CheckPixels(work.second, PixelBytes(work));
  if (work.operation == MagickAccelerateComposite &&
      !kernels::IsCompositeFunction(work.composition.function))
    Decline(MagickAccelerateUnsupported, "an unknown function of two pixels");
  if (work.operation == MagickAccelerateLut3d) CheckLut3d(work.second, PixelBytes(work));
  if (work.operation == MagickAccelerateNeighborhood) CheckNeighborhood(work);
  if (work.operation == MagickAccelerateCosineBlur) CheckCosineBlur(work);
  if (work.operation == MagickAccelerateWarp) CheckWarp(work);
  if (work.operation == MagickAccelerateShear) CheckShear(work);
  if (work.operation == MagickAccelerateDecode) CheckScan(work);
  if (work.operation == MagickAccelerateEncode) CheckEncoding(work);
  if (work.operation == MagickAccelerateNoise &&
      work.noise.distribution > MagickAccelerateRandomNoise)
    Decline(MagickAccelerateUnsupported, "an unknown distribution of noise");
  if (work.finish.sharpen > LS_SHARPEN_CONTRAST)
    Decline(MagickAccelerateUnsupported, "an unknown way of sharpening");
}

void CheckPlaces(const MagickAccelerateWork& work) {
  CheckSource(work.source, work);
  if (HasSecond(work.operation)) CheckSource(work.second, work);
  const MagickAcceleratePixels& to = work.destination;
  if (!to.data && !to.buffer) DeclineWithoutPixels();
  CheckPixels(to, ResultPixelBytes(work));
  CheckBuffer(to, ResultPixelBytes(work));
}

void CheckReadable(const MagickAcceleratePixels& pixels, size_t pixel_bytes) {
  if (!pixels.buffer || pixel_bytes == 0 || !pixels.data) {
    Decline(MagickAccelerateUnsupported, "no buffer to read, or no memory to read it into");
  }
  CheckPixels(pixels, pixel_bytes);
  CheckBuffer(pixels, pixel_bytes);
}

void CheckSize(const MagickAccelerateWork& work, const KernelPlan& plan, const DeviceFacts& facts,
               const DeviceOptions& options) {
  Placement placement;
  placement.source_on_device = work.source.buffer != nullptr;
  placement.second_on_device = work.second.buffer != nullptr;
  placement.destination_on_device = work.destination.buffer != nullptr;
  placement.uploads_source = placement.downloads_result = true;
  if (PlanLayout(work, plan, placement, facts, options, facts.usable_bytes)) return;
  Decline(MagickAccelerateTooLarge,
          "even single rows of " + std::to_string(work.source.columns) + "x" +
              std::to_string(work.source.rows) + " do not fit into the " +
              std::to_string(facts.usable_bytes) + " bytes that " + facts.stable_name +
              " can give, " + std::to_string(facts.allocation_bytes) + " at a time");
}

LinkSpeeds MeasureLink(Session& warm_up, Session& session, StagingRing& ring) {
  const size_t bytes = ring.slot_bytes * ring.slots / 4;
  const HostRows host{ring.memory.data(), bytes, bytes, true};
  const auto there = session.Take(bytes);
  MagickAccelerateParts parts{};
  for (Session* once : {&warm_up, &session}) {
    parts = {};
    EnqueueWrite(*once, host, {{0, 1}, there.get(), 0}, nullptr);
    EnqueueRead(*once, {{0, 1}, there.get(), 0}, host, nullptr);
    once->Finish(&parts);
  }
  LinkSpeeds speeds;
  if (parts.upload_ns == 0 || parts.download_ns == 0) return speeds;
  speeds.pinned_up = double(bytes) / double(parts.upload_ns);
  speeds.pinned_down = double(bytes) / double(parts.download_ns);
  speeds.pageable_up = speeds.pinned_up * kStagedShare;
  speeds.pageable_down = speeds.pinned_down * kStagedShare;
  return speeds;
}

MagickAccelerateEstimate EstimateRun(const MagickAccelerateWork& work, const DeviceFacts& facts,
                                     const DeviceOptions& options, const LinkSpeeds& link) {
  const double mhz = facts.clock_mhz > 0 ? facts.clock_mhz : kAssumedMhz;
  const double clocks_per_ns = mhz / 1000.0;
  const double units = std::max(1u, facts.compute_units);
  const double rate = facts.is_cpu() ? kCpuTapsPerClock : kGpuTapsPerClock;
  const bool moves = !WorksInHostMemory(facts, options.share);
  double up_bytes =
      moves && !work.source.in_buffer ? double(BytesOf(work.source, PixelBytes(work))) : 0.0;
  if (moves && HasSecond(work.operation) && !work.second.in_buffer)
    up_bytes += double(BytesOf(work.second, PixelBytes(work)));
  // Displacements take more room than the pixels they are for.
  if (moves && work.operation == MagickAccelerateWarp) up_bytes += 4.0 * work.table.count;
  // The result will be downloaded at some time.
  const double down_bytes = moves ? ResultBytes(work) : 0.0;
  double times[] = {up_bytes / (work.source.pinned ? link.pinned_up : link.pageable_up),
                    StepsOf(work) / (units * clocks_per_ns * rate),
                    down_bytes / (work.destination.pinned ? link.pinned_down : link.pageable_down)};
  // Strips overlap: except for the longest stage, only one strip's share counts.
  const double strips = RowUnitOf(work) == kUncut
                            ? 1.0
                            : std::max(1.0, std::max(up_bytes, down_bytes) /
                                                double(std::max<uint64_t>(options.strip_bytes, 1)));
  double* const longest = std::max_element(std::begin(times), std::end(times));
  for (double& time : times) {
    if (&time != longest) time /= strips;
  }
  return {sizeof(MagickAccelerateEstimate),
          static_cast<uint64_t>(facts.is_cpu() ? kCpuLaunchNs : kGpuLaunchNs),
          static_cast<uint64_t>(times[0]), static_cast<uint64_t>(times[1]),
          static_cast<uint64_t>(times[2])};
}

}  // namespace lodestone::accel::gpu
