// Plans that turn runs of samples into pixels, and back, made once for all pixels.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/samples/samples_cpu.hpp"
#include "magick/image.h"
#include "magick/core/samples/sample_places.hpp"

namespace lodestone {

inline constexpr std::size_t kPacketSamples = sizeof(PixelPacket) / sizeof(Quantum);
inline constexpr Quantum kReversed = MaxRGB;  // v ^ MaxRGB is MaxRGB - v

// PixelIntensityToQuantum of each pixel.
void Intensities(const PixelPacket* pixels, std::size_t count, Quantum* intensities);

// Which samples make a packet, and its index where the image has one. The others are 0.
struct ImportPlan {
  explicit ImportPlan(std::size_t samples)
      : pixel{samples, std::vector<kernels::SamplePlace>(kPacketSamples)},
        index{samples, std::vector<kernels::SamplePlace>(1)} {}

  void SetGrey(kernels::SamplePlace place) {
    pixel.out[kRed] = pixel.out[kGreen] = pixel.out[kBlue] = place;
  }

  // `indexes` may be null.
  template <class In>
  void Run(const In* samples, std::size_t count, PixelPacket* pixels, IndexPacket* indexes) const {
    kernels::PlaceSamples(pixel, samples, count, reinterpret_cast<Quantum*>(pixels));
    if (indexes != nullptr) kernels::PlaceSamples(index, samples, count, indexes);
  }
  // Of the packets, what no sample is for stays as it is.
  void Merge(const Quantum* samples, std::size_t count, PixelPacket* pixels,
             IndexPacket* indexes) const;

  kernels::SamplePlaces pixel, index;
};

// One row, or a part of it. Grey: one sample per pixel, no packets.
struct ExportRun {
  const PixelPacket* pixels = nullptr;
  const IndexPacket* indexes = nullptr;  // null unless CMYK or PseudoClass
  const Quantum* grey = nullptr;
  std::size_t count = 0;

  ExportRun Part(std::size_t begin, std::size_t size) const {
    return {pixels == nullptr ? nullptr : pixels + begin,
            indexes == nullptr ? nullptr : indexes + begin,
            grey == nullptr ? nullptr : grey + begin, size};
  }
};

// The samples of a pixel, one added after another.
class ExportPlan {
 public:
  // Of packets, else of grey samples.
  explicit ExportPlan(bool packets) { places_.in = packets ? kPacketSamples : 1; }

  void AddSample(std::size_t from, Quantum flip = 0) { places_.out.push_back({from, flip}); }
  void AddConstant(Quantum value) { AddSample(kernels::SamplePlace::kNowhere, value); }
  // 0 where there are no indexes.
  void AddIndex(Quantum flip = 0) { AddOther(indexes_, flip); }
  void AddIntensity(Quantum flip = 0) { AddOther(intensities_, flip); }

  std::size_t samples() const { return places_.out.size(); }
  // Writes run.count * samples() samples.
  void Run(const ExportRun& run, Quantum* samples) const;

 private:
  // A sample that no packet contains.
  struct Other {
    std::size_t at;
    Quantum flip;
  };
  void AddOther(std::vector<Other>& others, Quantum flip) {
    others.push_back({samples(), flip});
    AddConstant(flip);
  }

  kernels::SamplePlaces places_;
  std::vector<Other> indexes_, intensities_;
};

}  // namespace lodestone
