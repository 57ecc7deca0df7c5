#include "kernels/jpeg/decode.hpp"

#include "accel/cpu/family.hpp"
#include "base/thread_pool.hpp"

namespace lodestone::accel {
namespace {

std::span<const std::uint8_t> BytesOf(const MagickAccelerateWork& work) {
  return {static_cast<const std::uint8_t*>(work.source.data), work.source.columns};
}

void WriteRows(const kernels::JpegSamples& samples, const kernels::DestinationView& to,
               std::size_t first, std::size_t last) {
  ParallelBands(last - first, RowsPerTask(to.columns), [&](std::size_t begin, std::size_t end) {
    kernels::JpegBand(samples, to, first + begin, first + end);
  });
}

Band DecodeBandOf(const MagickAccelerateWork& work) {
  return [&work](std::size_t, std::size_t, CpuProgress& progress) {
    const ThreadShare share;
    const kernels::JpegFrame frame(*work.jpeg);
    const auto take = [&](const kernels::JpegSamples& samples, std::size_t begin, std::size_t end) {
      WriteRows(samples, DestinationOf(work), begin, end);
      if (!progress.Add(end - begin)) throw Refusal{"cancelled"};
    };
    const kernels::JpegLayout layout = kernels::LayOutForDecoding(frame);
    if (const char* reason = kernels::DecodeJpeg(BytesOf(work), frame, layout, take))
      throw Refusal{reason};
    return true;
  };
}

// Of entropy decoding, and of the rest.
double DecodeOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerByte = 100, kOperationsPerPixel = 20;
  return kOperationsPerByte * work.source.columns +
         kOperationsPerPixel * double(work.destination.columns) * work.destination.rows;
}

}  // namespace

const CpuFamily kDecodeOnCpu = {DecodeBandOf, DecodeOperationsOf, 0, 1, true};

}  // namespace lodestone::accel
