#include "accel/opencl/estimate.hpp"

#include <algorithm>

#include "accel/opencl/operation_kernels.hpp"

namespace lodestone::accel::opencl {
namespace {

// Of pageable memory; a processor works on the host's own.
constexpr double kTransferBytesPerNs = 10.0;
constexpr double kLaunchNs = 100e3;
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

uint64_t Sum(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

[[noreturn]] void Decline(MagickAccelerateReason reason, const std::string& detail) {
  throw Problem(MagickAccelerateDeclined, reason, detail);
}

void CheckPixels(const MagickAcceleratePixels& pixels, size_t pixel_bytes) {
  if (pixels.columns == 0 || pixels.rows == 0 ||
      pixels.stride_bytes / pixel_bytes < pixels.columns) {
    Decline(MagickAccelerateUnsupported, "an image without pixels or with overlapping rows");
  }
  if (pixels.columns > kLongestSide || pixels.rows > kLongestSide) {
    Decline(MagickAccelerateTooLarge, "a side is longer than 2147483647 pixels");
  }
}

struct Sizes {
  uint64_t source, between, destination;  // bytes
  uint64_t largest() const { return std::max({source, between, destination}); }
  uint64_t all() const { return Sum(Sum(source, between), destination); }
};

Sizes SizesOf(const MagickAccelerateWork& work, const DeviceFacts& facts, uint64_t band_bytes) {
  const uint64_t pixel_bytes = work.quantum_depth / 8 * 4;
  const MagickAcceleratePixels &from = work.source, &to = work.destination;
  Sizes sizes{};
  sizes.source = Product(Product(from.columns, from.rows), pixel_bytes);
  sizes.destination = Product(Product(to.columns, to.rows), pixel_bytes);
  sizes.between = ScratchBytes(work, PlanKernels(work, facts, band_bytes), to.rows);
  return sizes;
}

double TapsOf(const MagickAccelerateWork& work) {
  const double pixels = double(work.destination.columns) * work.destination.rows;
  const double across = work.horizontal.weight_count, down = work.vertical.weight_count;
  switch (work.operation) {
    case MagickAccelerateSample:
      return pixels;
    case MagickAccelerateMagnify:
      return 4 * pixels;
    case MagickAccelerateMinify:
      return 16 * pixels;
    default:
      break;
  }
  if (work.vertical_first) return down * work.source.columns + across * work.destination.rows;
  return across * work.source.rows + down * work.destination.columns;
}

std::string Megabytes(uint64_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}

}  // namespace

bool HasTables(MagickAccelerateOperation operation) {
  return operation == MagickAccelerateScale || operation == MagickAccelerateResize ||
         operation == MagickAccelerateSample;
}

void CheckShape(const MagickAccelerateWork& work) {
  if (work.struct_size < sizeof(work)) {
    Decline(MagickAccelerateUnsupported, "the work is described in the layout of another version");
  }
  const MagickAcceleratePixels &from = work.source, &to = work.destination;
  const uint64_t columns = from.columns, rows = from.rows;
  if (!HasTables(work.operation) && work.operation != MagickAccelerateMinify &&
      work.operation != MagickAccelerateMagnify) {
    Decline(MagickAccelerateUnsupported,
            "operation " + std::to_string(work.operation) + " is not implemented here");
  }
  if (work.quantum_depth != 8 && work.quantum_depth != 16) {
    Decline(MagickAccelerateUnsupported,
            "quantum depth " + std::to_string(work.quantum_depth) + " is not implemented here");
  }
  const size_t pixel_bytes = work.quantum_depth / 8 * 4;
  CheckPixels(from, pixel_bytes);
  CheckPixels(to, pixel_bytes);
  if (HasTables(work.operation) &&
      (work.horizontal.inputs != columns || work.vertical.inputs != rows ||
       work.horizontal.outputs != to.columns || work.vertical.outputs != to.rows)) {
    Decline(MagickAccelerateUnsupported, "the contribution tables are of other sizes");
  }
  if (work.operation == MagickAccelerateMagnify &&
      (to.columns != 2 * columns || to.rows != 2 * rows)) {
    Decline(MagickAccelerateUnsupported, "the result is not twice as wide and high");
  }
}

void CheckPlaces(const MagickAccelerateWork& work) {
  const bool from = work.source.data || (work.source.buffer && work.source.in_buffer);
  const bool to = work.destination.data || work.destination.buffer;
  if (!from || !to) Decline(MagickAccelerateUnsupported, "an image without pixels");
}

void CheckSize(const MagickAccelerateWork& work, const DeviceFacts& facts, uint64_t band_bytes) {
  const Sizes sizes = SizesOf(work, facts, band_bytes);
  if (sizes.largest() > std::min<uint64_t>(facts.allocation_bytes, SIZE_MAX)) {
    Decline(MagickAccelerateTooLarge, "needs a buffer of " + Megabytes(sizes.largest()) + ", " +
                                          facts.stable_name + " allows " +
                                          Megabytes(facts.allocation_bytes));
  }
  // The driver and other programs need some of it.
  const uint64_t usable = facts.memory_bytes / 8 * 7;
  if (sizes.all() > usable) {
    Decline(MagickAccelerateTooLarge, "needs " + Megabytes(sizes.all()) + " in all, " +
                                          facts.stable_name + " can give " + Megabytes(usable));
  }
}

void EstimateRun(const MagickAccelerateWork& work, const DeviceFacts& facts,
                 MagickAccelerateEstimate* estimate) {
  const double mhz = facts.clock_mhz > 0 ? facts.clock_mhz : kAssumedMhz;
  const double clocks_per_ns = mhz / 1000.0;
  const double units = std::max(1u, facts.compute_units);
  const double rate = facts.is_cpu() ? kCpuTapsPerClock : kGpuTapsPerClock;
  const Sizes sizes = SizesOf(work, facts, kBandBytes);
  const double per_byte = facts.is_cpu() ? 0.0 : 1.0 / kTransferBytesPerNs;
  const auto whole = [](double ns) { return static_cast<uint64_t>(ns); };
  estimate->launch_ns = whole(kLaunchNs);
  estimate->upload_ns = work.source.in_buffer ? 0 : whole(double(sizes.source) * per_byte);
  estimate->kernel_ns = whole(TapsOf(work) / (units * clocks_per_ns * rate));
  estimate->download_ns = whole(double(sizes.destination) * per_byte);
}

}  // namespace lodestone::accel::opencl
