#include <algorithm>
#include <atomic>
#include <iterator>
#include <span>
#include <utility>

#include "accel/cpu/family.hpp"
#include "base/thread_pool.hpp"
#include "kernels/jpeg/decode.hpp"
#include "kernels/jpeg/encode.hpp"
#include "kernels/jpeg/look.hpp"

namespace lodestone::accel {
namespace {

std::span<const std::uint8_t> BytesOf(const MagickAccelerateWork& work) {
  return {static_cast<const std::uint8_t*>(work.source.data), work.source.columns};
}

// Several threads add up what they see in rows [first, last).
void Look(const MagickAccelerateWork& work, std::size_t first, std::size_t last) {
  const kernels::DestinationView rows = DestinationOf(work);
  const std::size_t step = MAGICK_ACCELERATE_LOOK_STEP(rows.rows);
  for (std::size_t y = (first + step - 1) / step * step; y < last; y += step) {
    const auto [plain, hard] =
        kernels::LookAtJpegRow(rows.Row(y), rows.columns, kernels::SamplesOf(ChannelsOf(work)));
    std::atomic_ref(work.decoded->plain) += plain;
    std::atomic_ref(work.decoded->hard) += hard;
  }
}

void WriteRows(const kernels::JpegSamples& samples, const MagickAccelerateWork& work,
               std::size_t first, std::size_t last) {
  const kernels::DestinationView to = DestinationOf(work);
  ParallelBands(last - first, RowsPerTask(to.columns), [&](std::size_t begin, std::size_t end) {
    kernels::JpegBand(samples, to, first + begin, first + end);
    if (work.decoded) Look(work, first + begin, first + end);
  });
}

Band DecodeBandOf(const MagickAccelerateWork& work) {
  return [&work](std::size_t, std::size_t, CpuProgress& progress) {
    const ThreadShare share;
    const kernels::JpegFrame frame(*work.jpeg);
    if (work.decoded) *work.decoded = {};
    const auto take = [&](const kernels::JpegSamples& samples, std::size_t begin, std::size_t end) {
      WriteRows(samples, work, begin, end);
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

// Appends to the bytes of the destination.
class ScanWriter {
 public:
  explicit ScanWriter(const MagickAccelerateWork& work)
      : to_(static_cast<std::uint8_t*>(work.destination.data)), room_(work.destination.columns) {}

  void Put(std::span<const std::uint8_t> bytes) {
    if (bytes.size() > room_ - count_) throw Refusal{"the scan does not fit into the room for it"};
    std::copy(bytes.begin(), bytes.end(), to_ + count_);
    count_ += bytes.size();
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(count_); }

 private:
  std::uint8_t* const to_;
  const std::size_t room_;
  std::size_t count_ = 0;
};

Band EncodeBandOf(const MagickAccelerateWork& work) {
  return [&work](std::size_t, std::size_t, CpuProgress& progress) {
    const ThreadShare share;
    const MagickAccelerateEncoding& encoding = *work.encoding;
    kernels::JpegEncoder encoder(encoding, SourceOf(work));
    if (encoding.optimizes != 0 && !encoder.Optimize(encoding.most_kept))
      throw Refusal{"too unequal frequencies"};
    ScanWriter writer(work);
    std::size_t done = 0;
    encoder.Encode([&](std::span<const std::uint8_t> bytes, std::size_t rows) {
      writer.Put(bytes);
      if (!progress.Add(rows - std::exchange(done, rows))) throw Refusal{"cancelled"};
    });
    work.encoded->bytes = writer.count();
    std::copy(std::begin(encoder.encoding().dc), std::end(encoder.encoding().dc), work.encoded->dc);
    std::copy(std::begin(encoder.encoding().ac), std::end(encoder.encoding().ac), work.encoded->ac);
    return true;
  };
}

double EncodeOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerSample = 20;
  return kOperationsPerSample * work.encoding->components * double(work.source.columns) *
         work.source.rows;
}

}  // namespace

const CpuFamily kDecodeOnCpu = {DecodeBandOf, DecodeOperationsOf, 0, 1, true};
const CpuFamily kEncodeOnCpu = {EncodeBandOf, EncodeOperationsOf, 0, 1, true};

}  // namespace lodestone::accel
