#include "accel/opencl/call/estimate.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "accel/opencl/plans/bands.hpp"
#include "accel/opencl/operations/border.hpp"
#include "accel/opencl/device/buffer.hpp"
#include "accel/opencl/operations/finish.hpp"
#include "accel/opencl/call/layout.hpp"
#include "accel/opencl/operations/operation_kernels.hpp"
#include "accel/opencl/operations/pixelwise.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::opencl {
namespace {

// Of the link's speed, for pixels that several threads bring into staging memory or out of it.
constexpr double kStagedShare = 0.7;

constexpr double kGpuLaunchNs = 60e3, kCpuLaunchNs = 100e3;
// Four-component multiply-adds of one compute unit per clock: what the kernels reach, not the peak.
constexpr double kGpuTapsPerClock = 8.0;
constexpr double kCpuTapsPerClock = 0.4;
constexpr double kAssumedMhz = 1000.0;

// Kernels hold positions in 32 bits and step past the end by less than a tile.
constexpr uint32_t kLongestSide = INT32_MAX;

// The product, or UINT64_MAX when it is larger.
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
  if (pixels.columns > kLongestSide || pixels.rows > kLongestSide) {
    Decline(MagickAccelerateTooLarge, "a side is longer than 2147483647 pixels");
  }
}

uint64_t BytesOf(const MagickAcceleratePixels& pixels, size_t pixel_bytes) {
  return Product(Product(pixels.columns, pixels.rows), pixel_bytes);
}

void CheckBuffer(const MagickAcceleratePixels& pixels, bool filled, size_t pixel_bytes) {
  if (filled && pixels.buffer && pixels.buffer->pixel_bytes != pixel_bytes) {
    Decline(MagickAccelerateUnsupported, "a buffer that does not hold its image");
  }
  if (pixels.buffer && pixels.buffer->block.bytes() < BytesOf(pixels, pixel_bytes)) {
    Decline(MagickAccelerateUnsupported, "a buffer smaller than its image");
  }
}

// Outputs may share weights.
double TapsOf(const MagickAccelerateAxis& axis) {
  return std::accumulate(axis.count, axis.count + axis.outputs, 0.0);
}

// Passes over a window, which take as long as so many taps: a network of minima and maxima, or half
// of what is left of the range each.
double MedianSteps(const MagickAccelerateWork& work) {
  const double samples = double(work.window) * work.window;
  return work.window <= 5 ? 6 * samples : double(work.quantum_depth) * samples;
}

// Of the passes of hulls.
constexpr double kHullSteps = 4 * 8 * 8;

double TapsOf(const MagickAccelerateWork& work) {
  const double pixels = double(work.destination.columns) * work.destination.rows;
  const double across = TapsOf(work.horizontal), down = TapsOf(work.vertical);
  switch (work.operation) {
    case MagickAccelerateSample:
    case MagickAccelerateExtend:
      return pixels;
    case MagickAccelerateConvolve:
    case MagickAccelerateMotionBlur:
      return work.taps.count * pixels;
    case MagickAccelerateMedian:
      return MedianSteps(work) * pixels;
    case MagickAccelerateDespeckle:
      return kHullSteps * pixels;
    case MagickAccelerateMagnify:
      return 4 * pixels;
    case MagickAccelerateMinify:
      return 16 * pixels;
    default:
      break;
  }
  if (VerticalFirst(work)) return down * work.source.columns + across * work.destination.rows;
  return across * work.source.rows + down * work.destination.columns;
}

void CheckChannels(const MagickAccelerateWork& work) {
  const bool window = HasTaps(work.operation) || work.operation == MagickAccelerateMedian ||
                      work.operation == MagickAccelerateDespeckle;
  const bool copy =
      work.operation == MagickAccelerateSample || work.operation == MagickAccelerateExtend;
  if (work.channels == MagickAccelerateGrey && !IsSeparable(work.operation) && !window && !copy) {
    Decline(MagickAccelerateUnsupported, "pixels of one sample are not implemented here");
  }
  if (work.channels == MagickAccelerateWeighted && window) {
    Decline(MagickAccelerateUnsupported, "colours are not weighted by alpha here");
  }
}

}  // namespace

bool HasTables(MagickAccelerateOperation operation) {
  return IsSeparable(operation) || operation == MagickAccelerateSample;
}

void CheckShape(const MagickAccelerateWork& work) {
  if (work.struct_size < sizeof(work)) {
    Decline(MagickAccelerateUnsupported, "the work is described in the layout of another version");
  }
  const MagickAcceleratePixels &from = work.source, &to = work.destination;
  const uint64_t columns = from.columns, rows = from.rows;
  if (!HasTables(work.operation) && !HasBorder(work.operation) && !IsPixelwise(work.operation) &&
      work.operation != MagickAccelerateDespeckle) {
    Decline(MagickAccelerateUnsupported,
            "operation " + std::to_string(work.operation) + " is not implemented here");
  }
  if (work.quantum_depth != 8 && work.quantum_depth != 16) {
    Decline(MagickAccelerateUnsupported,
            "quantum depth " + std::to_string(work.quantum_depth) + " is not implemented here");
  }
  CheckChannels(work);
  const size_t pixel_bytes = PixelBytes(work);
  CheckPixels(from, pixel_bytes);
  CheckPixels(to, pixel_bytes);
  if (HasTables(work.operation) &&
      (work.horizontal.inputs != columns || work.vertical.inputs != rows ||
       work.horizontal.outputs != to.columns || work.vertical.outputs != to.rows)) {
    Decline(MagickAccelerateUnsupported, "the contribution tables are of other sizes");
  }
  if (HasBorder(work.operation)) CheckBorder(work);
  const bool same_size = to.columns == columns && to.rows == rows;
  if (work.operation == MagickAccelerateDespeckle && !same_size) {
    Decline(MagickAccelerateUnsupported, "the result is of another size");
  }
  if (HasFinish(work) && !(same_size && CanFinish(work.operation))) {
    Decline(MagickAccelerateUnsupported, "a last step with a source of another size");
  }
  if (work.operation == MagickAccelerateMagnify &&
      (to.columns != 2 * columns || to.rows != 2 * rows)) {
    Decline(MagickAccelerateUnsupported, "the result is not twice as wide and high");
  }
}

void CheckPlaces(const MagickAccelerateWork& work) {
  const MagickAcceleratePixels &from = work.source, &to = work.destination;
  const size_t pixel_bytes = PixelBytes(work);
  if (!(from.data || (from.buffer && from.in_buffer)) || !(to.data || to.buffer)) {
    Decline(MagickAccelerateUnsupported, "an image that is nowhere");
  }
  CheckBuffer(from, from.in_buffer != 0, pixel_bytes);
  CheckBuffer(to, false, pixel_bytes);
}

void CheckReadable(const MagickAcceleratePixels& pixels) {
  const size_t pixel_bytes = pixels.buffer ? pixels.buffer->pixel_bytes : 0;
  if (pixel_bytes == 0 || !pixels.data) {
    Decline(MagickAccelerateUnsupported, "there is nothing to be read, or nowhere to put it");
  }
  CheckPixels(pixels, pixel_bytes);
  CheckBuffer(pixels, true, pixel_bytes);
}

void CheckSize(const MagickAccelerateWork& work, const DeviceFacts& facts,
               const DeviceOptions& options) {
  Placement placement;
  placement.source_there = work.source.buffer != nullptr;
  placement.sink_there = work.destination.buffer != nullptr;
  placement.moves_up = placement.moves_down = true;
  const KernelPlan plan = PlanKernels(work, facts, options.band_bytes);
  if (PlanLayout(work, plan, placement, facts, options, facts.usable_bytes)) return;
  Decline(MagickAccelerateTooLarge,
          "not even a row at a time of " + std::to_string(work.source.columns) + "x" +
              std::to_string(work.source.rows) + " fits into the " +
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

void EstimateRun(const MagickAccelerateWork& work, const DeviceFacts& facts,
                 const DeviceOptions& options, const LinkSpeeds& link, bool downloads,
                 MagickAccelerateEstimate* estimate) {
  const double mhz = facts.clock_mhz > 0 ? facts.clock_mhz : kAssumedMhz;
  const double clocks_per_ns = mhz / 1000.0;
  const double units = std::max(1u, facts.compute_units);
  const double rate = facts.is_cpu() ? kCpuTapsPerClock : kGpuTapsPerClock;
  const size_t pixel_bytes = PixelBytes(work);
  const bool moves = !WorksInHostMemory(facts, options.share);
  const double up_bytes =
      moves && !work.source.in_buffer ? double(BytesOf(work.source, pixel_bytes)) : 0.0;
  const double down_bytes =
      moves && downloads ? double(BytesOf(work.destination, pixel_bytes)) : 0.0;
  double times[] = {up_bytes / (work.source.pinned ? link.pinned_up : link.pageable_up),
                    TapsOf(work) / (units * clocks_per_ns * rate),
                    down_bytes / (work.destination.pinned ? link.pinned_down : link.pageable_down)};
  // Strips overlap: of all but the longest stage, one strip's share is left.
  const double strips = std::max(
      1.0, std::max(up_bytes, down_bytes) / double(std::max<uint64_t>(options.strip_bytes, 1)));
  double* const longest = std::max_element(std::begin(times), std::end(times));
  for (double& time : times) {
    if (&time != longest) time /= strips;
  }
  estimate->launch_ns = static_cast<uint64_t>(facts.is_cpu() ? kCpuLaunchNs : kGpuLaunchNs);
  estimate->upload_ns = static_cast<uint64_t>(times[0]);
  estimate->kernel_ns = static_cast<uint64_t>(times[1]);
  estimate->download_ns = static_cast<uint64_t>(times[2]);
}

}  // namespace lodestone::accel::opencl
